// Study time in words, as in the terminal.

import { addDays, clockWords, dayOf, dayWords, wallOf } from '../rooms/days.js'
import { codeOf } from '../events/words.js'
import { NAMES } from './windows.js'

/** @import { StudyBlock, Task } from '../contract.d.ts' */

/** On which clock times are told, and the day that it is there. @typedef {{ zone: string, today: string }} Clock */

const MINUTE = 60_000

/** `1h 30m`. @param {number} minutes */
export function hoursWords(minutes) {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
    if (hours === 0) return rest === 0 ? '0' : `${rest}m`
    return rest === 0 ? `${hours}h` : `${hours}h ${String(rest).padStart(2, '0')}m`
}

/** Minutes of `90m`, `1h30`, `1h 30m`, `1.5h`; a number alone is minutes. Undefined if it is not a length. @param {string} text */
export function minutesIn(text) {
    const words = text.toLowerCase().replace(/\s/g, '').replace(/(hours?|hrs?)/, 'h').replace(/(minutes?|mins?)$/, 'm')
    const found = /^(?:(\d{1,4}(?:\.\d{1,2})?)h)?(?:(\d{1,6})m?)?$/.exec(words)
    if (!found || !words) return undefined
    const [, hours, minutes] = found
    return Math.round(Number(hours ?? 0) * 60) + Number(minutes ?? 0)
}

/** @param {{ start: string, end: string }} block */
export const lengthOf = ({ start, end }) => Math.round((Date.parse(end) - Date.parse(start)) / MINUTE)

/** `16:00`. @param {Date | string} time @param {string} zone */
export const clockOf = (time, zone) => clockWords(wallOf(new Date(time), zone).minutes)

/** `Fri 27 Nov 17:00`. @param {Date | string} time @param {Clock} clock */
export function shortWords(time, { zone, today }) {
    return `${dayWords(dayOf(new Date(time), zone), today)} ${clockOf(time, zone)}`
}

/** `Fri 27 Nov 16:00–16:40`. @param {{ start: string, end: string }} block @param {Clock} clock */
export function spanWords({ start, end }, clock) {
    const isOneDay = dayOf(new Date(start), clock.zone) === dayOf(new Date(end), clock.zone)
    return `${shortWords(start, clock)}–${isOneDay ? clockOf(end, clock.zone) : shortWords(end, clock)}`
}

/** `at 17:00`, `tomorrow 9:00`, `Fri 27 Nov 17:00`. @param {string} time @param {Clock} clock */
export function whenWords(time, clock) {
    const day = dayOf(new Date(time), clock.zone)
    if (day === clock.today) return `at ${clockOf(time, clock.zone)}`
    return day === addDays(clock.today, 1) ? `tomorrow ${clockOf(time, clock.zone)}` : shortWords(time, clock)
}

/** The study of a day that is not missed: `3h 20m of study, 40m done`; empty without any. @param {readonly StudyBlock[]} blocks */
export function studyWords(blocks) {
    const study = blocks.filter(({ kind, missed }) => kind === 'study' && !missed)
    const sum = (/** @type {readonly StudyBlock[]} */ some) => some.reduce((minutes, block) => minutes + lengthOf(block), 0)
    const done = sum(study.filter(({ done }) => done))
    return study.length === 0 ? '' : `${hoursWords(sum(study))} of study${done > 0 ? `, ${hoursWords(done)} done` : ''}`
}

/**
 * What to do now and what comes next: study before anything else.
 * @param {readonly StudyBlock[]} blocks @param {Date} now
 */
export function nowAndNext(blocks, now) {
    const rank = (/** @type {StudyBlock} */ { kind }) => ['study', 'fixed', 'class', 'break'].indexOf(kind)
    const [open, time] = [blocks.filter(({ done, missed, end }) => !done && !missed && new Date(end) > now), now.getTime()]
    const current =
        open.filter(({ start }) => Date.parse(start) <= time).sort((one, other) =>
            rank(one) - rank(other) || Date.parse(other.start) - Date.parse(one.start)
        )[0]
    const next =
        open.filter(({ start, kind }) => Date.parse(start) > time && kind !== 'break').sort((one, other) =>
            Date.parse(one.start) - Date.parse(other.start) || rank(one) - rank(other) || (one.id < other.id ? -1 : 1)
        )[0]
    return { current, next }
}

/** Of a block, with its course. @param {StudyBlock} block */
export function nameOf({ kind, title, course }) {
    if (kind === 'break') return 'break'
    return title + (course && kind !== 'class' ? ` (${codeOf(course)})` : '')
}

/** When work is done anew: `every day`, `once a week`, `on Mon, Wed`. @param {string} every */
export function everyWords(every) {
    if (every === 'day') return 'every day'
    if (every === 'week') return 'once a week'
    return `on ${[...every].map((letter) => NAMES.find(([one]) => one === letter)?.[1].slice(0, 3) ?? letter).join(', ')}`
}

/** `30m of 1h 30m`; the estimate alone before anything is studied; `20m every day`. @param {Pick<Task, 'minutes' | 'minutesDone' | 'every'>} task */
export function workWords({ minutes, minutesDone, every }) {
    if (minutes !== null && every) return `${hoursWords(minutes)} ${everyWords(every)}`
    if (minutes === null) return minutesDone > 0 ? `${hoursWords(minutesDone)} done` : ''
    return minutesDone > 0 ? `${hoursWords(minutesDone)} of ${hoursWords(minutes)}` : hoursWords(minutes)
}

/** `by Fri 27 Nov 17:00`, `Mon 23 Nov 12:30–13:00`, `12:30–13:00 daily`. @param {Task} task @param {Clock} clock */
export function timeWords({ start, end, deadline, recurrence }, clock) {
    if (!start || !end) return deadline ? `by ${shortWords(deadline, clock)}` : ''
    if (!recurrence) return spanWords({ start, end }, clock)
    return `${clockOf(start, clock.zone)}–${clockOf(end, clock.zone)} ${repeatWords(recurrence.rule, clock)}`
}

const UNITS = {
    DAILY: ['daily', 'days'],
    WEEKLY: ['weekly', 'weeks'],
    MONTHLY: ['monthly', 'months'],
    YEARLY: ['yearly', 'years'],
}
/** @type {Record<string, string>} */
const DAYS = { MO: 'Mon', TU: 'Tue', WE: 'Wed', TH: 'Thu', FR: 'Fri', SA: 'Sat', SU: 'Sun' }

/** `weekly on Tue, Thu, until Fri 18 Dec`; a rule that has more in it is told as it stands. @param {string} rule @param {Clock} clock */
export function repeatWords(rule, { zone, today }) {
    const parts = Object.fromEntries(rule.toUpperCase().split(';').map((part) => part.split('=')))
    const { FREQ = '', INTERVAL = '1', BYDAY, COUNT, UNTIL, WKST: _, ...rest } = parts
    const [one, many] = /** @type {Record<string, string[]>} */ (UNITS)[FREQ] ?? []
    const days = String(BYDAY ?? '').split(',').filter(Boolean).map((day) => DAYS[day])
    const until = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(UNTIL ?? '')
    const isPlain = Object.keys(rest).length === 0 && one && !days.includes(undefined) && (UNTIL === undefined || until)
    if (!isPlain || (days.length > 0 && FREQ !== 'WEEKLY')) return rule
    const last = until?.[4]
        ? dayOf(new Date(`${until[1]}-${until[2]}-${until[3]}T${until[4]}:${until[5]}:${until[6]}Z`), zone)
        : `${until?.[1]}-${until?.[2]}-${until?.[3]}`
    return [
        INTERVAL === '1' ? one : `every ${INTERVAL} ${many}`,
        days.length > 0 ? ` on ${days.join(', ')}` : '',
        COUNT ? `, ${COUNT} times` : '',
        until ? `, until ${dayWords(last, today)}` : '',
    ].join('')
}
