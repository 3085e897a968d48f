// Events of the personal calendar as calendar files (RFC 5545). The server takes these alone.

import { at, clockWords, dayOf, minutesOf, wallOf } from '../rooms/days.js'

/** Whole days are from midnight to midnight. @typedef {{ title: string, location: string, start: Date, end: Date, allDay: boolean, rule: string | null }} Written */

/** @param {string} text */
const escaped = (text) => text.replace(/[\\;,]/g, '\\$&').replace(/[\r\n]+/g, '\\n')
/** @param {string} text */
const plain = (text) => text.replace(/\\(.)/g, (_, letter) => (/n/i.test(letter) ? '\n' : letter))
/** @param {Date} date */
const utc = (date) => date.toISOString().replace(/[-:]|\.\d+/g, '')

/** What repeats does so on the clock of a zone. @param {string} name @param {Date} date @param {Written} event @param {string} zone */
function time(name, date, { allDay, rule }, zone) {
    const { day, minutes } = wallOf(date, zone)
    if (allDay) return `${name};VALUE=DATE:${day.replaceAll('-', '')}`
    if (rule === null) return `${name}:${utc(date)}`
    return `${name};TZID=${zone}:${day.replaceAll('-', '')}T${clockWords(minutes).replace(':', '')}00`
}

/** @param {Written} event @param {string} zone @param {Date} now */
function lines(event, zone, now) {
    return [
        `DTSTAMP:${utc(now)}`,
        `SUMMARY:${escaped(event.title)}`,
        ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
        time('DTSTART', event.start, event, zone),
        time('DTEND', event.end, event, zone),
        ...(event.rule ? [`RRULE:${event.rule}`] : []),
    ]
}

/** A file of one event. @param {string} uid @param {Written} event @param {string} zone @param {Date} now */
export function fileOf(uid, event, zone, now) {
    const inner = ['BEGIN:VEVENT', `UID:${uid}`, ...lines(event, zone, now), 'END:VEVENT']
    return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//NoteIt//page//EN', ...inner, 'END:VCALENDAR', ''].join('\r\n')
}

/** @param {string} file */
const linesOf = (file) => file.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
/** @param {string} line */
const nameOf = (line) => (/^[^:;]*/.exec(line)?.[0] ?? '').toUpperCase()
/** @param {string} line */
const valueOf = (line) => line.slice((/^(?:"[^"]*"|[^:"])*/.exec(line)?.[0].length ?? 0) + 1)

/** @typedef {{ uid: string, title: string, start: string, isWhole: boolean }} Listed `isWhole`: not one changed occurrence of a series */

/** The events of a file. @param {string} file @returns {Listed[]} */
export function eventsOf(file) {
    /** @type {Listed[]} */
    const found = []
    /** @type {string[]} */
    const within = []
    for (const line of linesOf(file)) {
        const [name, now] = [nameOf(line), found.at(-1)]
        if (name === 'BEGIN') {
            within.push(valueOf(line).toUpperCase())
            if (within.at(-1) === 'VEVENT') found.push({ uid: '', title: '', start: '', isWhole: true })
        } else if (name === 'END') within.pop()
        else if (now && within.at(-1) === 'VEVENT') {
            if (name === 'UID') now.uid = plain(valueOf(line))
            if (name === 'SUMMARY') now.title = plain(valueOf(line)).trim()
            if (name === 'DTSTART') now.start = line
            if (name === 'RECURRENCE-ID') now.isWhole = false
        }
    }
    return found
}

/** Whether a line `DTSTART` names a moment. @param {string} line @param {Date} start @param {string} zone in which a time without a zone is */
export function isAt(line, start, zone) {
    const [, year, month, date, hour = '00', minute = '00', isUTC] =
        /(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/.exec(line) ?? []
    if (!year) return false
    const day = `${year}-${month}-${date}`
    if (!/T\d{6}Z?$/.test(line)) return dayOf(start, zone) === day
    const theirs = isUTC ? 'UTC' : /TZID="?([^":;]+)/.exec(line)?.[1] ?? zone
    return at(day, minutesOf(`${hour}:${minute}`), theirs).getTime() === Math.floor(start.getTime() / 60_000) * 60_000
}

const OURS = ['DTSTAMP', 'SUMMARY', 'LOCATION', 'DTSTART', 'DTEND', 'DURATION', 'RRULE']

/**
 * A file with other words and times for its event. What other programs wrote there stays.
 * @param {string} file @param {Written} event @param {string} zone @param {Date} now
 * @returns {string | undefined} undefined if the event repeats with exceptions
 */
export function changed(file, event, zone, now) {
    const all = linesOf(file)
    if (all.filter((line) => /^BEGIN:VEVENT$/i.test(line)).length !== 1) return undefined
    if (all.some((line) => ['EXDATE', 'RDATE'].includes(nameOf(line)))) return undefined
    /** @type {string[]} */
    const within = []
    const kept = all.flatMap((line) => {
        const name = nameOf(line)
        if (name === 'BEGIN') within.push(valueOf(line).toUpperCase())
        const isOurs = within.at(-1) === 'VEVENT' && OURS.includes(name)
        if (name === 'END' && within.pop() === 'VEVENT') return [...lines(event, zone, now), line]
        return isOurs ? [] : [line]
    })
    return kept.join('\r\n')
}
