// The wishes as a form. Each change is kept at once and searched with.

import { keyed } from '../platform/lists.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { apart, codeOf } from '../events/words.js'
import { asked, input, onClick } from '../rooms/asking.js'
import { courseChips } from './chips.js'
import { findingCourses } from './finding.js'
import { painter } from './painter.js'
import { listed } from './reasons.js'
import { dayNames, DAYS, LETTERS } from './week.js'
import { HOURS, isPlain, NONE, rangesOf, timesOfRanges, timeWords } from './wishes.js'

/** @import { World } from '../shell/world.js' */
/** @import { Planning } from './planning.js' */
/** @import { Brush } from './painter.js' */
/** @import { Wishes } from './wishes.js' */

/** @param {HTMLElement} element @param {World} world @param {Planning} planning */
export function wishesForm(element, world, planning) {
    const { wishes, change } = planning
    const { field } = findingCourses(element, world, planning)
    courseChips(part(element, 'chips'), planning, () => field)
    part(element, 'form').addEventListener('submit', (event) => event.preventDefault())

    busyTimes(element, planning)
    toggles(part(element, 'off'), () => Array.from(LETTERS, (letter, day) => ({ key: letter, words: DAYS[day] ?? '' })), {
        isOn: (letter) => wishes.value.off.includes(letter),
        set: (letter, isOn) => {
            const off = Array.from(LETTERS).filter((one) =>
                one === letter ? isOn : untracked(() => wishes.value.off).includes(one)
            )
            change({ off: off.join('') })
        },
    })
    for (const name of /** @type {const} */ (['earliest', 'latest'])) {
        const time = input(element, name)
        effect(() => {
            if (time.value !== wishes.value[name]) time.value = wishes.value[name]
        })
        time.addEventListener('change', () => change({ [name]: time.value }))
    }
    toggles(
        part(element, 'hours'),
        () => Object.entries(HOURS).map(([key, [from, to]]) => ({ key, words: `${key} ${from}–${to}` })),
        {
            isOn: (name) => wishes.value.hours.includes(name),
            set: (name, isOn) =>
                change((now) => ({ ...now, hours: [...now.hours.filter((one) => one !== name), ...(isOn ? [name] : [])] })),
        },
    )
    const campuses = computed(() =>
        [
            ...new Set(planning.courses.value.flatMap(({ sections }) => sections.flatMap(({ campus }) => campus ?? []))),
        ].sort()
    )
    effect(() => void (part(element, 'campusField').hidden = campuses.value.length < 2))
    toggles(part(element, 'campuses'), () => campuses.value.map((name) => ({ key: name, words: name })), {
        isOn: (name) => wishes.value.campuses.includes(name),
        set: (name, isOn) =>
            change((now) => ({ ...now, campuses: [...now.campuses.filter((one) => one !== name), ...(isOn ? [name] : [])] })),
    })
    for (const name of /** @type {const} */ (['inPerson', 'open', 'anew'])) {
        const box = input(element, name)
        effect(() => void (box.checked = wishes.value[name]))
        box.addEventListener('change', () => change({ [name]: box.checked }))
    }
    for (const name of /** @type {const} */ (['better', 'ratings'])) {
        const select = /** @type {HTMLSelectElement} */ (part(element, name))
        effect(() => void (select.value = wishes.value[name]))
        select.addEventListener('change', () => change({ [name]: /** @type {any} */ (select.value) }))
    }
    fill(element, { around: () => aroundWords(planning), gist: () => gistOf(planning) })
    dropped(part(element, 'ignored'), () => wishes.value.ignored, {
        words: (title) => `not around ${apart(title)}`,
        drop: (title) => change((now) => ({ ...now, ignored: now.ignored.filter((one) => one !== title) })),
    })
    dropped(part(element, 'lifted'), () => wishes.value.ways.map(({ from, to }) => `${from} to ${to}`), {
        words: (way) => {
            const minutes = wishes.value.ways.find(({ from, to }) => `${from} to ${to}` === way)?.minutes ?? 0
            return minutes > 0 ? `${minutes} minutes from ${apart(way)}` : `no time needed from ${apart(way)}`
        },
        drop: (way) => change((now) => ({ ...now, ways: now.ways.filter(({ from, to }) => `${from} to ${to}` !== way) })),
    })
    moreWishes(element, planning)
    effect(() => void (part(element, 'reset').hidden = isPlain(wishes.value) && wishes.value.courses.length === 0))
    onClick(element, 'reset', async () => {
        const words = 'All courses and wishes of this term go. Timetables that you saved stay.'
        if (await asked({ title: 'Start over?', words, action: 'Start over' }) === undefined) return
        change(NONE)
        field.focus()
    })
    return { field }
}

/** Instructors, how many of the courses, and ways between places. @param {HTMLElement} element @param {Planning} planning */
function moreWishes(element, { wishes, change, courses }) {
    const teachers = computed(() =>
        [...new Set(courses.value.flatMap(({ sections }) => sections.flatMap(({ instructors }) => instructors)))].sort()
    )
    keyed(part(element, 'teachers'), () => teachers.value, (name) => name, (name) => new Option(name.value, name.value))
    for (const name of /** @type {const} */ (['by', 'notBy'])) {
        const field = input(element, name)
        field.addEventListener('change', () => {
            const [added, now] = [field.value.trim(), untracked(() => wishes.value[name])]
            field.value = ''
            if (added && now.length < 20) change({ [name]: [...now.filter((one) => one !== added), added] })
        })
        dropped(part(element, `${name}Names`), () => wishes.value[name], {
            words: (one) => `${name === 'by' ? 'taught by' : 'not taught by'} ${apart(one)}`,
            drop: (one) => change((now) => ({ ...now, [name]: now[name].filter((other) => other !== one) })),
        })
    }
    const pick = input(element, 'pick')
    effect(() => {
        pick.max = String(Math.max(1, wishes.value.courses.length))
        if (pick.value !== wishes.value.pick) pick.value = wishes.value.pick
    })
    pick.addEventListener('change', () => change({ pick: pick.validity.valid ? pick.value : '' }))
    const [from, to, minutes] = ['from', 'to', 'minutes'].map((name) => input(element, name))
    onClick(element, 'addWay', () => {
        if (!from?.value.trim() || !to?.value.trim() || !minutes?.value || !minutes.validity.valid) return from?.focus()
        const way = { from: from.value.trim(), to: to.value.trim(), minutes: Number(minutes.value) }
        change((now) => ({ ...now, ways: [...now.ways.filter((one) => one.from !== way.from || one.to !== way.to), way] }))
        for (const field of [from, to, minutes]) field.value = ''
        from.focus()
    })
}

/** Buttons that are on or off. @param {HTMLElement} list @param {() => { key: string, words: string }[]} items @param {{ isOn: (key: string) => boolean, set: (key: string, isOn: boolean) => void }} how */
function toggles(list, items, { isOn, set }) {
    keyed(list, items, ({ key }) => key, (item) => {
        const row = copyOf('tt-toggle')
        const button = part(row, 'button')
        fill(row, { button: () => item.value.words })
        effect(() => void (button.ariaPressed = String(isOn(item.value.key))))
        button.addEventListener('click', () => set(item.value.key, button.ariaPressed !== 'true'))
        return row
    })
}

/** What counts, each with a button that takes it away. @param {HTMLElement} list @param {() => readonly string[]} items @param {{ words: (item: string) => string, drop: (item: string) => void }} how */
function dropped(list, items, { words, drop }) {
    effect(() => void (list.hidden = items().length === 0))
    keyed(list, () => [...new Set(items())], (item) => item, (item) => {
        const row = fill(copyOf('tt-dropped'), { words: words(item.value) })
        part(row, 'drop').ariaLabel = `Take away: ${words(item.value)}`
        onClick(row, 'drop', () => drop(item.value))
        return row
    })
}

/** @param {HTMLElement} element @param {Planning} planning */
function busyTimes(element, planning) {
    const { wishes, change } = planning
    const brush = new Signal(/** @type {Brush} */ ('busy'))
    const own = computed(() =>
        wishes.value.anew ? [] : planning.own.value.filter(({ title }) => !wishes.value.ignored.includes(title))
    )
    const details = /** @type {HTMLDetailsElement} */ (part(element, 'painting'))
    const table = /** @type {HTMLTableElement} */ (part(element, 'week'))
    let isMade = false
    details.addEventListener('toggle', () => isOpen.value ||= details.open)
    const isOpen = new Signal(false)
    effect(() => {
        if (!isOpen.value || isMade) return
        isMade = true
        painter(table, {
            painted: () => wishes.value,
            own: () => own.value,
            brush: () => untracked(() => brush.value),
            paint: change,
        })
    })
    for (const kind of /** @type {const} */ (['busy', 'soft'])) {
        const button = part(element, `brush-${kind}`)
        effect(() => void (button.ariaPressed = String(brush.value === kind)))
        button.addEventListener('click', () => (brush.value = kind))
    }
    for (const kind of /** @type {const} */ (['busy', 'soft'])) {
        const times = computed(() => timesOfRanges(rangesOf(wishes.value[kind])))
        dropped(part(element, kind), () => times.value.map((time) => JSON.stringify(time)), {
            words: (time) => `${kind === 'busy' ? 'busy' : 'better without'} ${timeWords(JSON.parse(time))}`,
            drop: (time) => {
                const gone = JSON.parse(time)
                change((now) => ({
                    ...now,
                    [kind]: now[kind].filter((cell) => {
                        const [range] = timesOfRanges(rangesOf([cell]))
                        const isIn = range && gone.days.includes(range.days) && range.start >= gone.start &&
                            range.end <= gone.end
                        return !isIn
                    }),
                }))
            },
        })
    }
}

/** What a search goes around. @param {Planning} planning */
function aroundWords({ own, wishes }) {
    if (wishes.value.anew) return 'Your classes and events do not count.'
    const titles = [...new Set(own.value.map(({ title }) => title))].filter((title) => !wishes.value.ignored.includes(title))
    return titles.length === 0 ? '' : `Around your classes and events: ${listed(titles.map(apart))}.`
}

/** The wishes as one line. @param {Planning} planning */
function gistOf({ wishes }) {
    const { courses, busy, soft, off, earliest, latest, campuses, inPerson, open, hours, by, notBy, pick } =
        /** @type {Wishes} */ (wishes.value)
    return [
        `${pick ? `${pick} of ` : ''}${courses.map((id) => apart(codeOf(id))).join(' ')}`,
        by.length + notBy.length > 0 ? 'instructors' : '',
        off ? `${dayNames(off)} off` : '',
        earliest ? `from ${earliest}` : '',
        latest ? `to ${latest}` : '',
        busy.length + soft.length > 0 ? 'busy times' : '',
        hours.join(', '),
        campuses.map(apart).join(', '),
        inPerson ? 'in person' : '',
        open ? 'free seats' : '',
    ].filter(Boolean).join(' · ')
}
