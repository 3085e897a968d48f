// A timetable: its facts, its week, its sections, and what one can do with it.

import { keyed } from '../platform/lists.js'
import { computed, effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { apart } from '../events/words.js'
import { weekGrid } from './grid.js'
import { listed } from './reasons.js'
import {
    blocksOf,
    dayNames,
    DAYS,
    factsOf,
    grouped,
    hundredths,
    meanOf,
    nameOf,
    spanOf,
    spanWords,
    timesOf,
    walksOf,
} from './week.js'
import { clockWords } from '../rooms/days.js'

/** @import { ScheduleAnswer } from '../contract.d.ts' */
/** @import { Timetable } from './planning.js' */
/** @import { Block, Entry } from './week.js' */
/** @import { Own } from './wishes.js' */

/** @typedef {NonNullable<ScheduleAnswer['scores']>[number]} Score */
/**
 * What a card shows. `found` is what the server says of a timetable of a search.
 * @typedef {{ title: string, about: string, entries: readonly Entry[], isNew: ReadonlySet<string>, locked: readonly number[],
 *   hours: [number, number], colours: readonly string[], busy: readonly Own[],
 *   found?: { timetable: Timetable, scores: readonly Score[], assumed: ScheduleAnswer['assumed'], isChanged: boolean } }} Shown
 */

/**
 * @param {() => Shown} shown
 * @param {{ open?: (entry: Entry, button: HTMLElement) => void, buttons: { words: string, run: (place: HTMLElement) => unknown, isMain?: boolean, label?: () => string }[] }} how
 */
export function timetableCard(shown, { open, buttons }) {
    const card = copyOf('tt-card')
    const blocks = computed(() => blocksOf(shown().entries))
    fill(card, {
        title: () => shown().title,
        about: () => shown().about,
        notes: () => notesOf(shown(), blocks.value).join('\n'),
        crns: () => shown().entries.map(({ section }) => section.crn).join(' '),
    })
    keyed(part(card, 'facts'), () => factRows(shown()), ([name]) => name, (fact) => {
        const row = fill(copyOf('tt-fact'), { name: fact.value[0], value: () => fact.value[1] })
        effect(() => void (row.title = fact.value[2] ?? ''))
        return row
    })
    const grid = weekGrid(part(card, 'week'), {
        blocks: () =>
            blocks.value.map((block) => ({
                ...block,
                isNew: shown().isNew.has(block.entry.section.id),
                isLocked: shown().locked.includes(Number(block.entry.section.crn)),
            })),
        hours: () => shown().hours,
        colours: () => shown().colours,
        busy: () => shown().busy,
        ...(open ? { open } : {}),
    })
    keyed(
        part(card, 'sections'),
        () => shown().entries,
        ({ section }) => section.id,
        (entry) => sectionLine(entry, shown, open),
    )
    part(card, 'buttons').append(...buttons.map(({ words, run, isMain, label }) => {
        const button = document.createElement('button')
        button.textContent = words
        if (isMain) button.className = 'main'
        if (label) effect(() => void (button.ariaLabel = label()))
        button.addEventListener('click', () => run(part(card, 'trouble')))
        return button
    }))
    return { element: card, grid }
}

/** @param {Shown} shown @returns {[name: string, value: string, more?: string][]} */
function factRows({ entries, found }) {
    const facts = factsOf(entries)
    const parts = found?.timetable.parts
    const known = (/** @type {'rating' | 'grade'} */ what) =>
        meanOf((found?.scores ?? []).flatMap((score) => found?.timetable.crns.includes(score.crn) ? score[what] ?? [] : []))
    const outside = parts?.minutesOutsidePreferred ?? 0
    /** @type {[string, string, string?][]} */
    const rows = [
        ['Days', dayNames(facts.days) || 'no fixed time'],
        ['Hours', facts.first ? `${facts.first}–${facts.last}` : '–'],
        [
            'Gaps',
            spanWords(parts?.idleMinutes ?? facts.idle),
            'Between the first and the last class of each day, over the week',
        ],
        [
            'Seats',
            facts.seats ? (facts.seats.free === 0 ? 'full' : String(facts.seats.free)) : 'not known',
            facts.seats ? `The fewest: ${apart(facts.seats.words)}` : '',
        ],
        ['Credits', facts.credits || 'not known'],
        ['Campus', facts.campuses.map(apart).join(', ') || 'not known'],
    ]
    if (found) {
        rows.splice(4, 0, ['Rating', known('rating') || 'not known', 'Of 5'], [
            'Grade',
            known('grade') || 'not known',
            'Average, of 4',
        ])
    }
    if (parts?.walkingMinutes) {
        rows.push(['On the way', spanWords(parts.walkingMinutes), 'From each class to the next, over the week'])
    }
    if (outside) rows.push(['Outside hours', spanWords(outside), 'Class time outside your preferred hours'])
    if (parts && found) {
        rows.push([
            'Penalty',
            found.isChanged && found.timetable.cost < 0 ? '…' : grouped(String(found.timetable.cost)),
            'Lower is better',
        ])
    }
    return rows
}

/** @param {Shown} shown @param {readonly Block[]} blocks @returns {string[]} */
function notesOf({ entries, found, busy }, blocks) {
    const walks = walksOf(blocks)
    const [shortest] = walks
    const notes = shortest
        ? [`${shortest.minutes} minutes from ${apart(shortest.from)} to ${apart(shortest.to)} on ${DAYS[shortest.day]} at ${
            clockWords(shortest.at)
        }${walks.length > 1 ? ', the shortest of the ways between buildings' : ''}.`]
        : []
    const { campuses } = factsOf(entries)
    const all = [...new Set([...campuses, ...busy.flatMap(({ campus }) => campus ?? [])])]
    if (campuses.length > 0 && all.length > 1) {
        const beside = all.length > campuses.length ? ', with the classes that you are in' : ''
        notes.push(`On ${all.length} campuses${beside}: ${all.map(apart).join(', ')}.`)
    }
    if (!found) return notes
    const { timetable, assumed } = found
    const named = (/** @type {number} */ crn) => entries.find(({ section }) => section.crn === String(crn))
    for (const { course, crns } of timetable.alternatives) {
        const known = entries.find((entry) => entry.course.id === course)?.course
        const choices = crns.slice(0, 6).map((set) => {
            const sections = set.flatMap((crn) => known?.sections.find((section) => section.crn === String(crn)) ?? [])
            const people = [...new Set(sections.flatMap(({ instructors }) => instructors))]
            return apart(`${sections.map(({ code }) => code).join('+')}${people.length > 0 ? ` (${people.join(', ')})` : ''}`)
        })
        notes.push(
            `Same times in ${known ? apart(nameOf(known)) : course}: ${choices.join(', ')}${
                crns.length > 6 ? ', and more' : ''
            }.`,
        )
    }
    const courses = new Set(entries.map(({ course }) => course.id)).size
    for (
        const [what, crns, value, scale] of /** @type {const} */ ([
            ['rating', timetable.unrated, assumed.rating, 5],
            ['grade average', timetable.ungraded, assumed.grade, 4],
        ])
    ) {
        if (crns.length === 0 || crns.length >= courses) continue
        const codes = crns.flatMap((crn) => named(crn) ?? []).map(({ course }) => apart(nameOf(course)))
        notes.push(`No ${what} is known of ${listed(codes)}: it counts as ${hundredths(value)} of ${scale}.`)
    }
    return notes
}

/** @param {{ readonly value: Entry }} entry @param {() => Shown} shown @param {((entry: Entry, button: HTMLElement) => void) | undefined} open */
function sectionLine(entry, shown, open) {
    const row = copyOf('tt-line')
    const score = computed(() => shown().found?.scores.find(({ crn }) => String(crn) === entry.value.section.crn))
    fill(row, {
        code: () => apart(`${nameOf(entry.value.course)} ${entry.value.section.code}`),
        kind: () => apart(entry.value.section.kind),
        times: () => apart(timesOf(entry.value.section, spanOf(shown().entries.map(({ section }) => section)))),
        about: () => {
            const { instructors, capacity, enrolled } = entry.value.section
            return [
                instructors.map(apart).join(', ') || 'no instructor named',
                score.value?.rating ? `rating ${hundredths(score.value.rating)}` : '',
                score.value?.grade ? `grade ${hundredths(score.value.grade)}` : '',
                capacity === null ? '' : enrolled === null ? `${capacity} seats` : `${enrolled} of ${capacity} seats taken`,
                `CRN ${entry.value.section.crn}`,
            ].filter(Boolean).join(' · ')
        },
    })
    effect(() => {
        const colour = Math.max(0, shown().colours.indexOf(entry.value.course.id)) % 7
        row.className = `tt-line c${colour}${shown().isNew.has(entry.value.section.id) ? ' differs' : ''}`
    })
    const button = part(row, 'open')
    button.hidden = !open
    button.addEventListener('click', () => open?.(entry.value, button))
    return row
}
