// The plan: blocks on the hours of a week, on a phone of one day.

import { keyed } from '../platform/lists.js'
import { computed, effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { save as saveFile } from '../files/shown.js'
import { attempt, onClick } from '../rooms/asking.js'
import { addDays, at, daysBetween, dayWords, firstWeekday, isDay, minutesOf, wallOf, weekOf } from '../rooms/days.js'
import { listenToDragging } from '../rooms/dragging.js'
import { moveFocus } from '../rooms/moving.js'
import { drawHours, drawStrip, hoursOf, leastOf, narrow, sheetOf } from '../rooms/sheet.js'
import { askMove, blockRow, isOpen, itemOf, toggleTimer } from './block.js'
import { hoursOn, openOf } from './windows.js'
import { studyWords } from './words.js'

/** @import { Sheet } from '../rooms/sheet.js' */
/** @import { Item } from './block.js' */
/** @import { Pane, Study } from './room.js' */

/** How far back, and ahead, the copy has a plan, in days. */
const [BACK, AHEAD] = [7, 27]
const BLOCKS = 'li.entry > [data-part=open]'
/** How far a thumb goes to another day, in pixels. */
const SWIPE = 60

/** @param {{ readonly value: { query: Record<string, string | undefined> } }} place @param {Study} study @returns {Pane} */
export function planPane(place, study) {
    const { world, zone, today, settings, acts } = study
    const { copy, now } = world
    const element = copyOf('study-plan')
    const sheet = part(element, 'sheet')
    const isNarrow = narrow()
    const day = computed(() => {
        const named = place.value.query['day'] ?? ''
        return isDay(named) ? named : today.value
    })
    const week = computed(() => Array.from({ length: 7 }, (_, index) => addDays(weekOf(day.value, firstWeekday()), index)))
    const days = computed(() => isNarrow.value ? [day.value] : week.value)
    const plan = computed(() => copy.studyPlan().value)
    const items = computed(() => (plan.value?.blocks ?? []).filter(({ kind }) => kind !== 'break').map(itemOf).sort(inOrder))
    const sheets = computed(() => {
        return days.value.map((day) => sheetOf(items.value, day, zone.value, leastOf(isNarrow.value)))
    })
    /** All hours in which one studies are drawn, so that blocks can be put there. */
    const hours = computed(() => {
        const open = days.value.flatMap((day) => hoursOn(settings.value, day))
        const { first, last } = hoursOf(sheets.value)
        return {
            first: Math.min(first, ...open.map(({ start }) => Math.floor(minutesOf(start) / 60))),
            last: Math.max(last, ...open.map(({ end }) => Math.ceil(minutesOf(end) / 60))),
        }
    })

    const titleOf = () =>
        isNarrow.value ? dayWords(day.value, today.value) : `Week of ${dayWords(days.value[0] ?? '', today.value)}`
    /** @param {string} to */
    const go = (to) => {
        const isInside = sheet.contains(document.activeElement)
        world.go(to === today.value ? '/study' : `/study?day=${to}`, { replaces: true })
        const heading = sheet.querySelector(`[data-day="${to}"] h2`)
        if (isInside && heading instanceof HTMLElement) heading.focus()
        else world.say(titleOf())
    }
    const step = (/** @type {1 | -1} */ by) => go(addDays(day.value, by * (isNarrow.value ? 1 : 7)))

    effect(() => {
        sheet.dataset['view'] = isNarrow.value ? 'day' : 'week'
        sheet.style.setProperty('--count', String(days.value.length))
        drawHours(sheet, part(sheet, 'hours'), hours.value)
    })
    keyed(part(sheet, 'days'), () => sheets.value, ({ day }) => day, dayRow)

    /** @param {{ readonly value: Sheet<Item> }} sheet */
    function dayRow(sheet) {
        const row = copyOf('study-day')
        const timed = part(row, 'timed')
        effect(() => {
            const name = sheet.value.day
            row.dataset['day'] = name
            row.classList.toggle('today', name === today.value)
            const [weekday = '', number = '', ...rest] = dayWords(name, today.value).split(' ')
            const sum = studyWords(sheet.value.timed.map(({ item }) => item.block))
            fill(row, {
                weekday,
                number,
                rest: `${rest.join(' ')}${name === today.value ? ', today' : ''}`,
                sum: sum.replace(' of study', ''),
            })
            part(row, 'sum').ariaLabel = sum
            timed.style.backgroundImage = `repeating-linear-gradient(var(--line) 0 1px, transparent 1px var(--hour)), ${
                openOf(hoursOn(settings.value, name), hours.value)
            }`
        })
        effect(() => row.style.setProperty('--now', String(wallOf(now.value, zone.value).minutes / 60)))
        keyed(timed, () => [...sheet.value.whole, ...sheet.value.timed], ({ key }) => key, (slice) => blockRow(study, slice))
        return row
    }

    drawStrip(part(element, 'strip'), () => isNarrow.value ? week.value : [], day, today, (name) => `/study?day=${name}`)
    fill(element, {
        title: titleOf,
        backWords: () => `The ${isNarrow.value ? 'day' : 'week'} before`,
        onWords: () => `The ${isNarrow.value ? 'day' : 'week'} after`,
        empty: () => emptyWords(),
        note: () => `Times are those of ${zone.value}.${study.isLive.value ? '' : ' This is the plan that was last seen.'}`,
    })
    function hasHours() {
        return Object.values(settings.value?.hours ?? {}).some((hours) => (hours ?? []).length > 0)
    }
    function emptyWords() {
        if (plan.value === undefined || settings.value === undefined) return ''
        if (!hasHours()) {
            return 'You have no study hours yet. Your work is planned into the hours of the week that you give.'
        }
        const far = days.value.map((name) => daysBetween(today.value, name))
        if (far.every((count) => count > AHEAD || count < -BACK)) return 'The plan goes from a week ago to four weeks ahead.'
        if (!copy.tasks().value?.some(({ done, kind }) => !done && kind === 'flexible')) {
            return 'Nothing is left to plan. Press “New task”: say how much work it is and when it is due.'
        }
        return sheets.value.some(({ timed }) => timed.some(({ item }) => item.block.kind === 'study'))
            ? ''
            : isNarrow.value
            ? 'No study is planned on this day.'
            : 'No study is planned in this week.'
    }
    effect(() => {
        part(element, 'empty').hidden = emptyWords() === ''
        part(element, 'toSettings').hidden = settings.value === undefined || hasHours()
        part(element, 'strip').hidden = !isNarrow.value
    })
    onClick(element, 'back', () => step(-1))
    onClick(element, 'on', () => step(1))
    onClick(element, 'today', () => go(today.value))
    onClick(element, 'picture', () => {
        const monday = untracked(() => weekOf(day.value, 1))
        void attempt(study.trouble, async () => {
            saveFile(await world.download(`/v1/me/study-timetable/picture?from=${monday}`), `study-${monday}.svg`)
            acts.tell('The picture of the week is saved.')
        })
    })

    const find = (/** @type {string} */ key) => untracked(() => items.value.find((item) => item.key === key))
    listenToDragging(sheet, find, {
        zone: () => zone.value,
        first: () => untracked(() => hours.value.first),
        drop: (item, { day, minutes }) =>
            void acts.move(item.block, at(day, minutes ?? wallOf(item.start, zone.value).minutes, zone.value)),
    })
    listenToSwipes(sheet, (by) => isNarrow.value && step(by))

    /** Acts of keys, one after another: each reads the block as the act before it left it. */
    let turn = Promise.resolve()
    let waiting = 0
    /** The block of the last of them: on its way to another day it has no focus. */
    let last = ''
    /** @param {(block: import('../copy/overlay.js').BlockRow) => unknown} run what is written has a promise */
    const onChosen = (run) => () => {
        const row = document.activeElement?.closest('li.entry')
        const lost = document.activeElement === document.body ? last : ''
        const key = row instanceof HTMLElement ? row.dataset['key'] ?? '' : lost
        if (find(key)?.block.kind !== 'study') return world.say('Choose a study block first, with j and k.')
        last = key
        waiting += 1
        turn = turn.then(async () => {
            const block = find(key)?.block
            if (block) await run(block)
            // A block that went to another day takes the focus with it.
            const open = sheet.querySelector(`li.entry[data-key="${CSS.escape(key)}"] > [data-part=open]`)
            if (document.activeElement === document.body && open instanceof HTMLElement) open.focus()
        }).catch(reportError).then(() => {
            waiting -= 1
            if (waiting === 0) last = ''
        })
    }
    const nudge = (/** @type {number} */ minutes) =>
        onChosen((block) => isOpen(block) && acts.move(block, new Date(Date.parse(block.start) + minutes * 60_000)))
    /** By days of the calendar, so at the same time. */
    const across = (/** @type {1 | -1} */ by) =>
        onChosen((block) => {
            const { day, minutes } = wallOf(new Date(block.start), zone.value)
            return isOpen(block) && acts.move(block, at(addDays(day, by), minutes, zone.value))
        })
    return {
        element,
        title: titleOf,
        keys: {
            n: () => step(1),
            p: () => step(-1),
            t: () => go(today.value),
            j: () => void moveFocus(element, BLOCKS, 1),
            k: () => void moveFocus(element, BLOCKS, -1),
            s: onChosen((block) => void toggleTimer(study, block)),
            x: onChosen((block) => acts.done(block, !block.done)),
            m: onChosen((block) => acts.missed(block, !block.missed)),
            v: onChosen((block) => void (isOpen(block) && askMove(study, block))),
            i: onChosen((block) => isOpen(block) && acts.pin(block, !block.pinned)),
            '[': nudge(-15),
            ']': nudge(15),
            '{': across(-1),
            '}': across(1),
        },
    }
}

/** @param {Item} one @param {Item} other */
const inOrder = (one, other) =>
    one.start.getTime() - other.start.getTime() || one.end.getTime() - other.end.getTime() || (one.key < other.key ? -1 : 1)

/** A thumb that goes aside goes to the day on that side. @param {HTMLElement} sheet @param {(by: 1 | -1) => void} step */
function listenToSwipes(sheet, step) {
    /** @type {Touch | undefined} */
    let from
    sheet.addEventListener('touchstart', ({ touches }) => (from = touches.length === 1 ? touches[0] : undefined), {
        passive: true,
    })
    sheet.addEventListener('touchend', ({ changedTouches }) => {
        const to = changedTouches[0]
        if (!from || !to) return
        const [across, down] = [to.clientX - from.clientX, to.clientY - from.clientY]
        from = undefined
        if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(down)) return
        const isForward = (across < 0) === (getComputedStyle(sheet).direction !== 'rtl')
        step(isForward ? 1 : -1)
    }, { passive: true })
}
