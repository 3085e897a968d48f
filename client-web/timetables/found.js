// What a search found: the count, the best timetables beside each other, or why there is none.

import { keyed } from '../platform/lists.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { full } from '../platform/times.js'
import { counted } from '../events/words.js'
import { attempt, onClick } from '../rooms/asking.js'
import { moveFocus } from '../rooms/moving.js'
import { timetableCard } from './card.js'
import { changeWords, newIn, wholeWords } from './differences.js'
import { FEW, MOST } from './planning.js'
import { sentencesOf, waysOut } from './reasons.js'
import { blocksOf, grouped, hoursOf } from './week.js'
import { countOf } from './wishes.js'

/** @import { World } from '../shell/world.js' */
/** @import { Planning } from './planning.js' */
/** @import { Entry } from './week.js' */

/** What is done with a timetable that was found. @typedef {{ open: (index: number, entry: Entry, button: HTMLElement, grid: HTMLElement) => void, save: (entries: readonly Entry[], index: number) => Promise<unknown>, join: (entries: readonly Entry[]) => Promise<unknown>, drag: (grid: HTMLElement, index: () => number) => void }} Doing */

/** @param {HTMLElement} element @param {World} world @param {Planning} planning @param {Doing} doing @param {() => void} toForm */
export function foundTimetables(element, world, planning, doing, toForm) {
    const { found, wishes, isAsking, trouble, courses, own } = planning
    const here = computed(() => found.value?.term === planning.term.value?.id ? found.value : undefined)
    const tables = computed(() => here.value?.answer.timetables ?? [])
    const all = computed(() => tables.value.map((table) => planning.entries(table)))
    const hours = computed(() => hoursOf(all.value.flatMap((entries) => blocksOf(entries))))
    const busy = computed(() => wishes.value.anew ? [] : own.value.filter(({ title }) => !wishes.value.ignored.includes(title)))

    fill(element, {
        count: () => countWords(here.value?.answer) || 'The best timetables',
        bound: () => boundWords(here.value?.answer),
        trouble: () => trouble.value,
        when: () => {
            if (!here.value || (!trouble.value && planning.isOnline.value)) return ''
            const at = full(new Date(here.value.at), { now: world.now.value, zone: world.zone })
            return `What stands here was found on ${at}.`
        },
    })
    effect(() => {
        const isNothing = wishes.value.courses.length === 0
        part(element, 'empty').hidden = !planning.isReady.value || !isNothing
        part(element, 'state').textContent = isAsking.value && !isNothing ? 'Looking for timetables …' : ''
        element.toggleAttribute('data-asking', isAsking.value)
    })
    onClick(element, 'first', toForm)

    const cards = part(element, 'cards')
    const keys = computed(() => tables.value.map((timetable, index) => ({ timetable, index, key: String(index) })))
    keyed(cards, () => keys.value, ({ key }) => key, (row) => {
        const index = () => row.value.index
        const entries = computed(() => all.value[index()] ?? [])
        const before = computed(() => index() > 0 ? all.value[index() - 1] : undefined)
        const { element: card, grid } = timetableCard(() => ({
            title: `Timetable ${index() + 1} of ${tables.value.length}`,
            about: before.value
                ? changeWords(entries.value, before.value) || 'The same sections as the one before.'
                : wholeWords(entries.value),
            entries: entries.value,
            isNew: newIn(entries.value, before.value),
            locked: wishes.value.locked,
            hours: hours.value,
            colours: wishes.value.courses,
            busy: busy.value,
            ...(here.value
                ? {
                    found: {
                        timetable: row.value.timetable,
                        scores: here.value.answer.scores ?? [],
                        assumed: here.value.answer.assumed,
                        isChanged: here.value.changed.has(index()),
                    },
                }
                : {}),
        }), {
            open: (entry, button) => doing.open(untracked(index), entry, button, grid),
            buttons: [
                {
                    words: 'Save',
                    label: () => `Save timetable ${index() + 1}`,
                    run: (place) => attempt(place, () => doing.save(untracked(() => entries.value), untracked(index))),
                },
                {
                    words: 'Join',
                    label: () => `Join timetable ${index() + 1}`,
                    run: (place) => attempt(place, () => doing.join(untracked(() => entries.value))),
                    isMain: true,
                },
            ],
        })
        doing.drag(grid, () => untracked(index))
        effect(() => void card.classList.toggle('changed', here.value?.changed.has(index()) ?? false))
        return card
    })
    const at = new Signal(0)
    cards.addEventListener('scroll', () => {
        const edge = cards.getBoundingClientRect()
        const middles = Array.from(cards.children, (card) => Math.abs(card.getBoundingClientRect().x - edge.x))
        at.value = Math.max(0, middles.indexOf(Math.min(...middles)))
    }, { passive: true })
    const step = (/** @type {1 | -1} */ by) => () => {
        const next = cards.children[Math.max(0, Math.min(cards.children.length - 1, untracked(() => at.value) + by))]
        next?.scrollIntoView({ block: 'nearest', inline: 'start' })
    }
    const back = /** @type {HTMLButtonElement} */ (part(element, 'back'))
    onClick(element, 'back', step(-1))
    onClick(element, 'on', step(1))
    effect(() => {
        part(element, 'turning').hidden = tables.value.length < 2
        part(element, 'place').textContent = `${Math.min(at.value + 1, tables.value.length)} of ${tables.value.length}`
        back.disabled = at.value === 0
        const isWhole = tables.value.length < planning.limit.value || planning.limit.value >= MOST
        part(element, 'more').hidden = isWhole || tables.value.length < FEW
    })
    onClick(element, 'more', () => (planning.limit.value = planning.limit.value === FEW ? 30 : MOST))

    noneWhy(part(element, 'none'), planning, here)
    return {
        next: () => void moveFocus(cards, 'h3', 1),
        previous: () => void moveFocus(cards, 'h3', -1),
        courses,
        answer: computed(() => here.value?.answer),
    }
}

/** @typedef {NonNullable<Planning['found']['value']>['answer']} Answer */

/** `3,712 timetables, 840 with different times`. @param {Answer | undefined} answer */
export function countWords(answer) {
    if (!answer) return ''
    if (answer.timetables.length === 0) {
        return answer.conflicts
            ? 'There is no timetable'
            : 'No timetable was found before the search stopped; there may be some'
    }
    const least = answer.exact ? '' : 'at least '
    const one = answer.feasible === '1' ? 'timetable' : 'timetables'
    return `${least}${grouped(answer.feasible)} ${one}, ${least}${grouped(answer.feasibleDistinct)} with different times`
}

/** @param {Answer | undefined} answer */
function boundWords(answer) {
    if (!answer || answer.timetables.length === 0) return ''
    const best = answer.timetables.length === 1 ? 'The best:' : `The best ${answer.timetables.length}:`
    return answer.optimal
        ? best
        : `The search stopped early: every timetable left out has a penalty of at least ${answer.bound ?? 'that of these'}.`
}

/** @param {HTMLElement} element @param {Planning} planning @param {{ readonly value: Planning['found']['value'] }} here */
function noneWhy(element, { courses, own, change }, here) {
    const conflicts = computed(() => here.value?.answer.conflicts)
    const said = computed(() =>
        conflicts.value && sentencesOf(conflicts.value, courses.value, own.value, here.value && countOf(here.value.request))
    )
    const ways = computed(() => conflicts.value ? waysOut(conflicts.value, courses.value, own.value) : [])
    effect(() => {
        element.hidden = !conflicts.value
        part(element, 'out').hidden = ways.value.length === 0
    })
    const most = 12
    fill(element, {
        most: () => said.value?.most ?? '',
        more: () => {
            const rest = (said.value?.reasons.length ?? 0) - most
            const others = conflicts.value?.otherRelaxations ?? 0
            return [
                rest > 0 ? `There are ${counted(rest, 'other reason')} like these.` : '',
                others > 0 ? `There are ${counted(others, 'other way')}.` : '',
                said.value?.more ?? '',
            ].filter(Boolean).join(' ')
        },
    })
    keyed(part(element, 'reasons'), () => [...new Set(said.value?.reasons)].slice(0, most), (words) => words, (words) => {
        return fill(copyOf('tt-reason'), { words: words.value })
    })
    keyed(part(element, 'ways'), () => ways.value, ({ action }) => action, (way) => {
        const row = fill(copyOf('tt-way'), {
            action: () => way.value.action,
            count: () => `${grouped(way.value.words)} ${way.value.words === '1' ? 'timetable' : 'timetables'}`,
        })
        const button = /** @type {HTMLButtonElement} */ (part(row, 'button'))
        effect(() => void (button.disabled = way.value.apply === undefined))
        button.addEventListener('click', () => {
            if (way.value.apply) change(way.value.apply)
        })
        return row
    })
}
