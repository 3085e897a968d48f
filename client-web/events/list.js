// The list of a course: what passes the filters, in due-date sections.

import { dayWords as wordsOf } from '../rooms/days.js'
import { isOpen } from './words.js'

/** @import { EventMark } from '../contract.d.ts' */
/** @import { EventRow } from '../copy/overlay.js' */

/** @typedef {{ kind: string, tag: string, open: boolean, mine: boolean, unread: boolean, past: boolean }} Filters */
/** @typedef {{ account: string | undefined, marks: ReadonlyMap<string, EventMark>, news: ReadonlyMap<string, 1 | 2> }} Reader */
/** @typedef {{ key: string, title: string, events: EventRow[] }} Section */

/** @param {Record<string, string>} query what stands after `?` in an address @returns {Filters} */
export function filtersOf({ kind = '', tag = '', open, mine, unread, past }) {
    return { kind, tag, open: Boolean(open), mine: Boolean(mine), unread: Boolean(unread), past: Boolean(past) }
}

/** The same as the end of an address; empty without filters. @param {Filters} filters */
export function queryOf(filters) {
    const pairs = Object.entries(filters).flatMap(([name, value]) => value ? [[name, value === true ? '1' : value]] : [])
    return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

/** @param {EventRow} event @param {Filters} filters @param {Reader} reader */
export function passes(event, { kind, tag, open, mine, unread }, { account, marks, news }) {
    if (kind && event.kind !== kind) return false
    if (tag && !event.tags.includes(tag)) return false
    if (open && !isOpen(event)) return false
    if (mine && event.author.id !== account && !marks.get(event.id)?.mine) return false
    return !unread || news.has(event.id)
}

/** @type {Map<string, Intl.DateTimeFormat>} */
const days = new Map()

/** `2026-11-27`, the day of a time in a zone. @param {string | Date} time @param {string} zone */
export function dayOf(time, zone) {
    const format = days.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone })
    days.set(zone, format)
    return format.format(typeof time === 'string' ? new Date(time) : time)
}

/** `Fri 27 Nov`, with the year if it is another one. @param {string} day @param {Date} now @param {string} zone */
export function dayWords(day, now, zone) {
    const [today = '', tomorrow] = [now, new Date(now.getTime() + 86_400_000)].map((time) => dayOf(time, zone))
    const words = wordsOf(day, today)
    return day === today ? `Today, ${words}` : day === tomorrow ? `Tomorrow, ${words}` : words
}

/**
 * Pinned events first, then those that are due, soonest first, then those without a due date, newest first. What was due
 * before today comes last, newest first, if it is asked for.
 * @param {readonly EventRow[]} events @param {{ now: Date, zone: string, past: boolean }} how
 * @returns {Section[]}
 */
export function sectionsOf(events, { now, zone, past }) {
    const today = dayOf(now, zone)
    /** @type {Map<string, EventRow[]>} */
    const groups = new Map()
    /** Of each time once: many posts are due at the same. @type {Map<string | null, string>} */
    const days = new Map([[null, '']])
    for (const event of events) {
        const day = days.get(event.due) ?? dayOf(event.due ?? '', zone)
        days.set(event.due, day)
        const key = event.pinned ? 'pinned' : !day ? 'undated' : day < today ? 'past' : day
        const group = groups.get(key)
        if (group) group.push(event)
        else groups.set(key, [event])
    }
    const due = (/** @type {EventRow} */ event) => event.due ?? ''
    /** @param {string} key @param {string} title @param {(one: EventRow, other: EventRow) => number} order */
    const section = (key, title, order) => {
        const found = groups.get(key)
        return found ? [{ key, title, events: found.sort(order) }] : []
    }
    const soonest = (/** @type {EventRow} */ one, /** @type {EventRow} */ other) =>
        due(one) === due(other) ? one.number - other.number : due(one) < due(other) ? -1 : 1
    const newest = (/** @type {EventRow} */ one, /** @type {EventRow} */ other) => other.number - one.number
    return [
        ...section('pinned', 'Pinned', newest),
        ...[...groups.keys()].filter((key) => /^\d/.test(key)).sort().flatMap((day) =>
            section(day, dayWords(day, now, zone), soonest)
        ),
        ...section('undated', 'No due date', newest),
        ...(past ? section('past', 'Past', (one, other) => soonest(other, one)) : []),
    ]
}

/** The first rows of all sections together. Sections that are whole stay the same. @param {Section[]} sections @param {number} count @returns {Section[]} */
export function firstOf(sections, count) {
    let left = count
    return sections.flatMap((section) => {
        const own = left
        left -= section.events.length
        if (own <= 0) return []
        return left >= 0 ? [section] : [{ ...section, events: section.events.slice(0, own) }]
    })
}
