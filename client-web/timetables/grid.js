// A week as a picture: a list of days for a screen reader, a grid of hours for the eye.

import { keyed } from '../platform/lists.js'
import { computed, effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { apart } from '../events/words.js'
import { clockWords } from '../rooms/days.js'
import { DAYS, daysIn, nameOf } from './week.js'

/** @import { Block, Entry } from './week.js' */
/** @import { Own } from './wishes.js' */

/** A block as it is drawn; `side` 1 is another person's or timetable's. @typedef {Block & { isNew?: boolean, isLocked?: boolean, side?: 0 | 1, sides?: 1 | 2 }} Drawn */
/** How many colours there are. */
const COLOURS = 7

/**
 * @param {HTMLElement} place
 * @param {{ blocks: () => readonly Drawn[], hours: () => [first: number, last: number], colours: () => readonly string[],
 *   busy?: () => readonly Own[], free?: () => readonly { day: number, free: [from: number, to: number][] }[],
 *   open?: (entry: Entry, button: HTMLElement) => void }} how `colours`: ids of courses in the order of the colours
 */
export function weekGrid(place, { blocks, hours, colours, busy = () => [], free = () => [], open }) {
    const grid = copyOf('tt-week')
    const days = computed(() => {
        const last = Math.max(4, ...blocks().map(({ day }) => day))
        return Array.from({ length: last + 1 }, (_, day) => day)
    })
    effect(() => {
        const [first, last] = hours()
        grid.style.setProperty('--first', String(first))
        grid.style.setProperty('--hours', String(last - first))
        grid.style.setProperty('--days', String(days.value.length))
        part(grid, 'hours').replaceChildren(...Array.from({ length: last - first }, (_, hour) => {
            const line = document.createElement('span')
            line.textContent = String(first + hour)
            return line
        }))
    })
    keyed(part(grid, 'days'), () => days.value, (day) => day, (day) => {
        const column = fill(copyOf('tt-day'), { name: DAYS[day.value] ?? '' })
        const own = computed(() => blocks().filter((block) => block.day === day.value))
        effect(() => void (part(column, 'none').hidden = own.value.length > 0))
        keyed(
            part(column, 'blocks'),
            () => own.value,
            ({ key, side }) => `${side ?? 0} ${key}`,
            (block) => blockRow(block, colours, open),
        )
        // What is only behind the classes is told in words elsewhere.
        effect(() => {
            const [first, last] = hours()
            const behind = [
                ...busy().filter(({ days }) => daysIn(days).includes(day.value)).map(({ start, end, title }) => {
                    const [from, to] = [start, end].map((time) => Number(time.slice(0, 2)) + Number(time.slice(3)) / 60)
                    return { from: from ?? 0, to: to ?? 0, words: title, name: 'busy' }
                }),
                ...free().filter((one) => one.day === day.value).flatMap(({ free }) =>
                    free.map(([from, to]) => ({ from: from / 60, to: to / 60, words: '', name: 'free' }))
                ),
            ].map((one) => ({ ...one, from: Math.max(first, one.from), to: Math.min(last, one.to) })).filter(({ from, to }) =>
                from < to
            )
            part(column, 'behind').replaceChildren(...behind.map(({ from, to, words, name }) => {
                const box = document.createElement('i')
                box.className = name
                box.textContent = words
                box.style.setProperty('--from', String(from))
                box.style.setProperty('--to', String(to))
                return box
            }))
        })
        return column
    })
    place.replaceChildren(grid)
    return grid
}

/** @param {{ readonly value: Drawn }} block @param {() => readonly string[]} colours @param {((entry: Entry, button: HTMLElement) => void) | undefined} open */
function blockRow(block, colours, open) {
    const row = copyOf('tt-block')
    const button = part(row, 'button')
    const words = computed(() => {
        const { entry: { course, section }, slot: { meeting, dates }, place, from, to } = block.value
        return {
            code: nameOf(course),
            kind: `${meeting.kind ?? section.kind} ${section.code}`,
            times: `${clockWords(from)}–${clockWords(to)}`,
            place,
            dates,
            who: section.instructors.join(', '),
        }
    })
    fill(row, {
        code: () => apart(words.value.code),
        kind: () => apart(words.value.kind),
        times: () => words.value.times,
        place: () => apart(words.value.place),
        dates: () => words.value.dates,
        sign: () => [block.value.isLocked ? '■' : '', block.value.isNew ? '≠' : ''].join(''),
    })
    effect(() => {
        const { from, to, lane, lanes, side = 0, sides = 1, isNew, isLocked, entry } = block.value
        const [width, place] = [lanes * sides, side * lanes + lane]
        for (const [name, value] of Object.entries({ from: from / 60, to: to / 60, lane: place, lanes: width })) {
            row.style.setProperty(`--${name}`, String(value))
        }
        const colour = Math.max(0, colours().indexOf(entry.course.id)) % COLOURS
        row.className = ['tt-block', `c${colour}`, isNew ? 'differs' : '', side === 1 ? 'other' : ''].filter(Boolean).join(' ')
        const { code, kind, times, place: where, dates, who } = words.value
        const told = [code, kind, times, dates, where, who].filter(Boolean).map(apart).join(', ')
        button.ariaLabel = `${told}${isLocked ? ', locked' : ''}${isNew ? ', differs' : ''}${
            side === 1 ? ', the other timetable' : ''
        }`
        button.title = button.ariaLabel
        row.dataset['key'] = block.value.key
    })
    if (open) button.addEventListener('click', () => open(block.value.entry, button))
    else button.setAttribute('disabled', '')
    return row
}
