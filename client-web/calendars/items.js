// What is on some days: classes, holidays, due dates, study blocks, tasks, personal and imported events. From the copy, but
// for imported events and rules that the page does not understand, which the server tells.

import { addDays, at, dayOf, daysBetween, wallOf } from '../rooms/days.js'
import { classesOn } from '../catalog/meetings.js'
import { apart, isOwn } from '../events/words.js'
import { daysOf } from './rules.js'

/** @import { CalendarItem, Term } from '../contract.d.ts' */
/** @import { EventRow, PersonalRow, TaskRow } from '../copy/overlay.js' */
/** @import { World } from '../shell/world.js' */

/**
 * Something at a time. Of whole days, `start` and `end` are midnights.
 * @typedef {object} Item
 * @property {string} key
 * @property {'class' | 'holiday' | 'due' | 'study' | 'task' | 'personal' | 'import'} kind
 * @property {string} title
 * @property {string} where
 * @property {Date} start
 * @property {Date} end
 * @property {boolean} allDay
 * @property {boolean} [done]
 * @property {string} [course]
 * @property {string} [href] where it leads; without one a dialog shows it
 * @property {EventRow} [event] @property {TaskRow} [task] @property {PersonalRow} [personal]
 * @property {string} [calendar] the name of an imported one
 * @property {string} [zone] of a due date: that of its term
 * @property {boolean} [moves] whether the account may move it
 */
/** Days, both included. @typedef {{ from: string, to: string }} Days */

/**
 * @param {World} world @param {readonly Term[]} terms
 * @param {readonly CalendarItem[] | undefined} told what the server tells of these days, if it is reached @param {Days} days
 * @returns {{ items: Item[], isWhole: boolean }} whether the copy has all of it, but for imports
 */
export function itemsOn(world, terms, told, days) {
    const { copy, zone } = world
    const [start, end] = [at(days.from, 0, zone), at(addDays(days.to, 1), 0, zone)]
    const repeating = [...tasksOn(world, days), ...personalOn(world, days)]
    const unread = new Set(repeating.filter(({ isUnread }) => isUnread).map(({ key }) => key.split(' ')[0]))
    const fromServer = (told ?? []).filter(({ kind, id }) => kind === 'import' || unread.has(id)).map((item, index) => ({
        key: `${item.id} told ${item.start} ${index}`,
        kind: item.kind,
        title: item.title,
        where: item.location,
        ...wholeOr(new Date(item.start), new Date(item.end), item.allDay, copy.studySettings().value?.timeZone ?? zone, zone),
        calendar: copy.calendarImports().value?.find(({ id }) => id === item.calendar)?.name ?? '',
    }))
    const known = repeating.filter(({ key, isUnread }) => !isUnread || !told?.some(({ id }) => id === key.split(' ')[0]))
    const all = [
        ...classes(world, terms, days),
        ...holidays(world, terms, days),
        ...due(world, terms),
        ...study(world),
        ...known,
    ]
    const items = [...all, ...fromServer].filter((item) => item.start < end && (item.end > start || item.start >= start))
    return { items: items.sort(inOrder), isWhole: unread.size === 0 }
}

/** @param {Item} one @param {Item} other */
function inOrder(one, other) {
    return one.start.getTime() - other.start.getTime() || one.end.getTime() - other.end.getTime() ||
        (one.title < other.title ? -1 : 1)
}

/** Whole days are the same days in each zone. @param {Date} start @param {Date} end @param {boolean} allDay @param {string} theirs @param {string} zone */
function wholeOr(start, end, allDay, theirs, zone) {
    if (!allDay) return { start, end: end < start ? start : end, allDay }
    const [first, last] = [dayOf(start, theirs), dayOf(end, theirs)]
    return { start: at(first, 0, zone), end: at(last > first ? last : addDays(first, 1), 0, zone), allDay }
}

/** @param {World} world @param {readonly Term[]} terms @param {Days} days @returns {Item[]} */
function classes({ copy, zone }, terms, { from, to }) {
    const [courses, places] = [copy.courses().value ?? [], copy.enrollments().value ?? []]
    return classesOn(courses, places, addDays(from, -1), addDays(to, 1), { terms, zone }).map(
        ({ course, section, meeting, start, end }) => ({
            key: `${section.id} ${start.getTime()} ${section.meetings.indexOf(meeting)}`,
            kind: 'class',
            title: `${course.subject} ${course.number} ${apart(meeting.kind ?? section.kind)} ${apart(section.code)}`,
            where: meeting.place,
            start,
            end,
            allDay: false,
            course: course.id,
            href: `/c/${encodeURIComponent(course.id)}`,
        }),
    )
}

/** @param {World} world @param {readonly Term[]} terms @param {Days} days @returns {Item[]} */
function holidays({ copy, zone }, terms, { from, to }) {
    const mine = new Set(copy.courses().value?.map(({ term }) => term))
    const found = terms.filter(({ id }) => mine.has(id)).flatMap(({ holidays }) => holidays)
    return [...new Map(found.map((holiday) => [`${holiday.day} ${holiday.name}`, holiday]))].filter(([, { day }]) =>
        from <= day && day <= to
    ).map(([key, { day, name }]) => ({
        key: `holiday ${key}`,
        kind: 'holiday',
        title: name,
        where: '',
        start: at(day, 0, zone),
        end: at(addDays(day, 1), 0, zone),
        allDay: true,
    }))
}

/** @param {World} world @param {readonly Term[]} terms @returns {Item[]} */
function due({ copy, zone }, terms) {
    const account = copy.account.value
    return (copy.allEvents().value ?? []).filter(({ due }) => due !== null).map((event) => {
        const theirs = terms.find(({ id }) => id === event.course.slice(0, event.course.indexOf('.')))?.timeZone ?? zone
        const [time, mark] = [new Date(event.due ?? ''), copy.mark(event.id).value]
        // The last minute of a day means the day.
        const { day, minutes } = wallOf(time, theirs)
        return {
            key: event.id,
            kind: 'due',
            title: event.title,
            where: '',
            ...(minutes === 1439
                ? wholeOr(at(day, 0, zone), time, true, zone, zone)
                : { start: time, end: time, allDay: false }),
            done: Boolean(mark?.done),
            course: event.course,
            event,
            zone: theirs,
            href: `/c/${encodeURIComponent(event.course)}${event.number > 0 ? `/${event.number}` : ''}`,
            moves: isOwn(event, account, mark),
        }
    })
}

/** @param {World} world @returns {Item[]} */
function study({ copy }) {
    const blocks = copy.studyPlan().value?.blocks.filter(({ kind, missed }) => kind === 'study' && !missed) ?? []
    return blocks.map((block) => {
        const event = block.event ? copy.event(block.event).value : null
        const task = copy.tasks().value?.find(({ id }) => id === block.task)
        const course = block.course ?? task?.course ?? undefined
        const room = course && `/c/${encodeURIComponent(course)}`
        return {
            key: `block ${block.id}`,
            kind: 'study',
            title: block.title,
            where: '',
            start: new Date(block.start),
            end: new Date(block.end),
            allDay: false,
            done: block.done,
            ...(course ? { course } : {}),
            ...(event ? { href: `/c/${encodeURIComponent(event.course)}/${event.number}` } : room ? { href: room } : {}),
            ...(task ? { task } : {}),
        }
    })
}

/** @param {World} world @param {Days} days @returns {(Item & { isUnread?: boolean })[]} */
function tasksOn({ copy, zone }, days) {
    const clock = copy.studySettings().value?.timeZone ?? zone
    return (copy.tasks().value ?? []).flatMap((task) => {
        const time = task.kind === 'fixed' ? task.start : task.deadline
        if (!time) return []
        const length = task.kind === 'fixed' && task.end ? Math.max(0, Date.parse(task.end) - Date.parse(time)) : 0
        const { rule = null, exceptions = [] } = task.recurrence ?? {}
        const base = { kind: /** @type {const} */ ('task'), title: task.title, where: '', done: task.done, task }
        const course = task.course ? { course: task.course } : {}
        return timesOf(new Date(time), rule, exceptions, clock, length, days).map(({ start, end, isUnread }) => ({
            key: `${task.id} ${start.getTime()}`,
            ...base,
            ...course,
            start,
            end,
            allDay: false,
            isUnread,
        }))
    })
}

/** @param {World} world @param {Days} days @returns {(Item & { isUnread?: boolean })[]} */
function personalOn({ copy, zone }, days) {
    return (copy.personalEvents().value ?? []).flatMap((personal) => {
        const { series, dayZone } = personal
        const first = series?.first ?? personal
        const rule = series ? series.rule : personal.rule
        const item = (/** @type {{ title: string, location: string }} */ { title, location }) => {
            return { kind: /** @type {const} */ ('personal'), title, where: location, personal, moves: !series && !rule }
        }
        const theirs = dayZone ?? zone
        const whole = (/** @type {string} */ time) => at(dayOf(new Date(time), theirs), 0, zone)
        const time = first.allDay ? whole(first.start) : new Date(first.start)
        const exceptions = series?.exceptions ?? []
        const left = first.allDay ? exceptions.map((time) => whole(time).toISOString()) : exceptions
        const length = Math.max(0, Date.parse(first.end) - Date.parse(first.start))
        const count = Math.max(1, daysBetween(dayOf(new Date(first.start), theirs), dayOf(new Date(first.end), theirs)))
        const clock = first.allDay ? zone : series?.timeZone ?? zone
        const own = timesOf(time, rule, left, clock, length, days).map(({ start, end, isUnread }) => ({
            key: `${personal.id} ${start.getTime()}`,
            ...item(first),
            start,
            end: first.allDay ? at(addDays(dayOf(start, zone), count), 0, zone) : end,
            allDay: first.allDay,
            isUnread,
        }))
        const others = (series?.others ?? []).map((other, index) => ({
            key: `${personal.id} other ${index}`,
            ...item(other),
            ...wholeOr(new Date(other.start), new Date(other.end), other.allDay, theirs, zone),
        }))
        return [...own, ...others]
    })
}

/**
 * The times of a series around some days.
 * @param {Date} first @param {string | null} rule @param {readonly string[]} exceptions starts
 * @param {string} zone on whose clock it repeats @param {number} length milliseconds @param {Days} days
 */
function timesOf(first, rule, exceptions, zone, length, { from, to }) {
    const left = new Set(exceptions.map(Date.parse))
    const { day, minutes } = wallOf(first, zone)
    const days = rule === null
        ? [day]
        : daysOf(rule, { day, minutes, zone }, addDays(from, -2 - Math.ceil(length / 86_400_000)), addDays(to, 2))
    return (days ?? [day]).map((found) => {
        const start = found === day ? first : at(found, minutes, zone)
        return { start, end: new Date(start.getTime() + length), isUnread: days === undefined }
    }).filter(({ start }) => !left.has(start.getTime()))
}
