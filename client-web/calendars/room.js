// The calendar: a day, a week or a month. It draws from the copy; the server is asked for imported events alone.

import { keyed } from '../platform/lists.js'
import { computed, effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { attempt, onClick } from '../rooms/asking.js'
import { addDays, at, dayOf, dayWords, isDay, wallOf } from '../rooms/days.js'
import { listenToDragging, minuteAt } from '../rooms/dragging.js'
import { moveFocus } from '../rooms/moving.js'
import { drawHours, drawStrip, hoursOf, leastOf, narrow, sheetOf } from '../rooms/sheet.js'
import { termsOf } from '../catalog/terms.js'
import { counted } from '../events/words.js'
import { askTask } from '../tasks/form.js'
import { entryRow } from './entry.js'
import { askEvent, askMove } from './form.js'
import { itemsOn } from './items.js'
import { noteOf, toldBy } from './told.js'
import { away, daysOf, titleOf, viewOf, VIEWS } from './view.js'

/** @import { MakeRoom } from '../shell/rooms.js' */
/** @import { Item } from './items.js' */
/** @import { Sheet } from '../rooms/sheet.js' */

/** Entries in a cell of a month; the others are counted. */
const MOST = 4

/** @type {MakeRoom} */
export function room(place, world) {
    const { copy, outbox, now, zone, say } = world
    const element = copyOf('calendar-room')
    const [trouble, sheet] = [part(element, 'trouble'), part(element, 'sheet')]
    const isNarrow = narrow()
    const terms = termsOf(world)
    const today = computed(() => dayOf(now.value, zone))
    const view = computed(() => viewOf(place.value.query, isNarrow.value))
    const day = computed(() => {
        const named = place.value.parameters['day'] ?? ''
        return isDay(named) ? named : today.value
    })
    const days = computed(() => daysOf(view.value, day.value))
    const told = toldBy(world, () => days.value)
    const found = computed(() =>
        itemsOn(world, terms.value, told.value?.items, { from: days.value[0] ?? day.value, to: days.value.at(-1) ?? day.value })
    )
    const isGrid = computed(() => view.value === 'day' || (view.value === 'week' && !isNarrow.value))
    const sheets = computed(() => {
        return days.value.map((day) => sheetOf(found.value.items, day, zone, leastOf(isNarrow.value)))
    })
    const hours = computed(() => hoursOf(sheets.value))

    /** @param {string} to @param {typeof VIEWS[number]} [as] */
    const addressOf = (to, as = view.value) => `/calendar/${to}?view=${as}`
    const focusDay = () =>
        element.querySelector(view.value === 'day' ? '.strip [aria-current]' : `[data-day="${day.value}"] [data-part=date]`)
    /** Goes to a day; the focus follows unless it is on a button that stays. @param {string} to @param {typeof VIEWS[number]} [as] */
    const go = (to, as) => {
        const isStaying = document.activeElement instanceof HTMLButtonElement && !sheet.contains(document.activeElement)
        world.go(addressOf(to, as), { replaces: true })
        const link = focusDay()
        if (!isStaying && link instanceof HTMLElement) link.focus()
        else say(titleOf(view.value, day.value, today.value))
    }
    const step = (/** @type {1 | -1} */ by) => go(away(view.value, day.value, by))

    effect(() => {
        const name = isGrid.value ? 'grid' : view.value === 'month' ? 'month' : 'list'
        sheet.className = `sheet ${name}`
        sheet.dataset['view'] = view.value
        sheet.style.setProperty('--count', String(Math.min(7, days.value.length)))
        const { first, last } = hours.value
        drawHours(sheet, part(sheet, 'hours'), { first, last: isGrid.value ? last : first })
    })
    keyed(part(sheet, 'days'), () => sheets.value, ({ day }) => day, (sheet) =>
        dayRow(sheet, () => ({
            isPlain: view.value === 'month' && isNarrow.value,
            most: view.value === 'month' ? MOST : Infinity,
        })))
    // On a phone, a month has dots, and the chosen day stands below.
    const chosen = computed(() =>
        view.value === 'month' && isNarrow.value ? sheets.value.filter((one) => one.day === day.value) : []
    )
    keyed(part(element, 'chosen'), () => chosen.value, ({ day }) => day, (sheet) =>
        dayRow(sheet, () => ({
            isPlain: false,
            most: Infinity,
        })))

    /** @param {{ readonly value: Sheet<Item> }} sheet @param {() => { isPlain: boolean, most: number }} how */
    function dayRow(sheet, how) {
        const row = copyOf('calendar-day')
        const link = /** @type {HTMLAnchorElement} */ (part(row, 'date'))
        const all = computed(() => [...sheet.value.whole, ...sheet.value.timed])
        effect(() => {
            const name = sheet.value.day
            row.dataset['day'] = name
            row.classList.toggle('today', name === today.value)
            row.classList.toggle('other', view.value === 'month' && name.slice(0, 7) !== day.value.slice(0, 7))
            row.classList.toggle('here', name === day.value && view.value !== 'day')
            // The day that is shown alone has its link above.
            if (view.value === 'day') link.removeAttribute('href')
            else link.href = addressOf(name, view.value === 'month' && isNarrow.value ? 'month' : 'day')
            if (name === day.value) link.setAttribute('aria-current', 'date')
            else link.removeAttribute('aria-current')
            const [weekday = '', number = '', ...rest] = dayWords(name, today.value).split(' ')
            const isList = view.value === 'week' && isNarrow.value
            fill(row, { weekday, number: isList ? [number, ...rest].join(' ') : number })
            part(row, 'count').textContent = `${isList ? '' : rest.join(' ')}${name === today.value ? ', today' : ''}, ${
                counted(all.value.length, 'entry', 'entries')
            }`
        })
        const isMonth = () => view.value === 'month' && !how().isPlain
        const shown = (/** @type {Sheet<Item>} */ { whole, timed }) => {
            if (how().isPlain) return []
            return isMonth() ? [...whole, ...timed].slice(0, how().most) : whole
        }
        keyed(part(row, 'whole'), () => shown(sheet.value), ({ key }) => key, (slice) => entryRow(world, slice))
        keyed(
            part(row, 'timed'),
            () => how().isPlain || isMonth() ? [] : sheet.value.timed,
            ({ key }) => key,
            (slice) => entryRow(world, slice),
        )
        effect(() => {
            const rest = isMonth() ? all.value.length - how().most : 0
            const dots = part(row, 'dots')
            const kinds = how().isPlain ? all.value.slice(0, MOST) : []
            dots.replaceChildren(
                rest > 0 ? `and ${rest} more` : '',
                ...kinds.map(({ item }) => {
                    const dot = document.createElement('i')
                    dot.className = `${item.kind} ${item.event?.kind ?? ''}`
                    return dot
                }),
            )
            const { minutes } = wallOf(now.value, zone)
            row.style.setProperty('--now', String(minutes / 60))
        })
        return row
    }

    const week = computed(() => view.value === 'day' ? daysOf('week', day.value) : [])
    drawStrip(part(element, 'strip'), () => week.value, day, today, (name) => addressOf(name, 'day'))

    fill(element, {
        title: () => titleOf(view.value, day.value, today.value),
        backWords: () => `The ${view.value} before`,
        onWords: () => `The ${view.value} after`,
        note: () => noteOf(world, told.value, found.value.isWhole),
        empty: () =>
            copy.courses().value?.length
                ? 'Nothing is on these days. Press “New event” to put something of your own there.'
                : 'Nothing is on these days. Find your courses: their classes and due dates stand here.',
    })
    effect(() => {
        const isKnown = copy.allEvents().value !== undefined
        part(element, 'empty').hidden = !isKnown || view.value === 'month' || found.value.items.length > 0
        part(element, 'strip').hidden = view.value !== 'day'
        for (const name of VIEWS) part(element, name).ariaPressed = String(name === view.value)
    })

    const find = (/** @type {string} */ key) =>
        sheets.value.flatMap(({ whole, timed }) => [...whole, ...timed]).find((slice) => slice.key === key)?.item
    /** The entry that has the focus. */
    const focused = () => {
        const row = document.activeElement?.closest('li.entry')
        return row instanceof HTMLElement ? find(row.dataset['key'] ?? '') : undefined
    }
    /** The day that has the focus, else the one of the address. */
    const near = () =>
        /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest('li.cell'))?.dataset['day'] ?? day.value
    const makeEventAt = (/** @type {string} */ day, /** @type {number} */ minutes) =>
        void askEvent(world, { start: at(day, minutes, zone), end: at(day, minutes + 60, zone) })
    const makeEvent = () => {
        const hour = near() === today.value ? Math.min(22, Math.floor(wallOf(now.value, zone).minutes / 60) + 1) : 9
        makeEventAt(near(), hour * 60)
    }
    // An hour without an entry is where a new event begins.
    sheet.addEventListener('click', ({ target, clientY }) => {
        if (!isGrid.value || !(target instanceof HTMLElement) || !target.matches('.timed')) return
        const minutes = Math.floor(minuteAt(target, clientY, hours.value.first) / 30) * 30
        const day = /** @type {HTMLElement | null} */ (target.closest('li.cell'))?.dataset['day']
        if (day) makeEventAt(day, Math.min(23 * 60, minutes))
    })
    const makeTask = () => void askTask(world, { due: near() === today.value ? '' : `${near()} 17:00` })
    onClick(element, 'newEvent', makeEvent)
    onClick(element, 'newTask', makeTask)
    onClick(element, 'back', () => step(-1))
    onClick(element, 'on', () => step(1))
    onClick(element, 'today', () => go(today.value))
    for (const name of VIEWS) onClick(element, name, () => go(day.value, name))
    const move = (/** @type {Item} */ item, /** @type {{ day: string, minutes?: number | undefined }} */ to) =>
        void askMove(world, item, to)
    listenToDragging(sheet, find, { zone: () => zone, first: () => untracked(() => hours.value.first), drop: move })
    const across = (/** @type {number} */ by) => {
        const isRightToLeft = getComputedStyle(element).direction === 'rtl'
        go(addDays(near(), isRightToLeft ? -by : by))
    }
    const down = (/** @type {1 | -1} */ by) => {
        if (view.value === 'month') go(addDays(near(), 7 * by))
        else moveFocus(element, ENTRIES, by)
    }
    return {
        element,
        title: () => `Calendar: ${titleOf(view.value, day.value, today.value)}`,
        keys: [
            { key: 'n', words: 'Next day, week or month', run: () => step(1) },
            { key: 'p', words: 'Previous day, week or month', run: () => step(-1) },
            { key: 't', words: 'Today', run: () => go(today.value) },
            { key: 'd', words: 'Day', run: () => go(near(), 'day') },
            { key: 'w', words: 'Week', run: () => go(near(), 'week') },
            { key: 'm', words: 'Month', run: () => go(near(), 'month') },
            { key: 'ArrowRight', words: 'To the day on the right', run: () => across(1) },
            { key: 'ArrowLeft', words: 'To the day on the left', run: () => across(-1) },
            { key: 'ArrowDown', words: 'Next entry; in a month, a week on', run: () => down(1) },
            { key: 'ArrowUp', words: 'Previous entry; in a month, a week back', run: () => down(-1) },
            { key: 'j', words: 'Next entry', run: () => void moveFocus(element, ENTRIES, 1) },
            { key: 'k', words: 'Previous entry', run: () => void moveFocus(element, ENTRIES, -1) },
            { key: 'N', words: 'New event', run: makeEvent },
            { key: 'T', words: 'New task', run: makeTask },
            {
                key: 'v',
                words: 'Move the entry to another day or time',
                run: () => {
                    const item = focused()
                    if (item?.moves) move(item, { day: dayOf(item.start, zone) })
                },
            },
            {
                key: 'x',
                words: 'Tick the entry off',
                run: () => {
                    const item = focused()
                    if (item?.event) void attempt(trouble, () => outbox.mark(item.event?.id ?? '', { done: !item.done }))
                    else if (item?.kind === 'task' && item.task && !item.task.recurrence) {
                        void attempt(trouble, () => outbox.tick(/** @type {any} */ (item.task), !item.done))
                    }
                },
            },
        ],
    }
}

const ENTRIES = 'li.entry > :is(a, button)'
