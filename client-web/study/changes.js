// The smallest change that would place a task, out of the server's sentence, and what it is in the settings.

import { addDays, clockWords, dayWords, minutesOf, weekdayOf } from '../rooms/days.js'
import { letterOf, NAMES } from './windows.js'
import { hoursWords } from './words.js'

/** @import { NewStudySettings, StudySettings } from '../contract.d.ts' */

/**
 * @typedef {{ is: 'hours', day: string, minutes: number } | { is: 'deadline', day: string, minutes: number }
 *   | { is: 'dailyLimit' | 'minimumBlock' | 'maximumBlock', minutes: number }} Change
 */

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November']
    .concat('December')
const DAY = '(\\w+day) (\\d+) (\\w+)'
const MORE = new RegExp(
    `(?:^|\\. )((?:One|\\d+) more (?:hours?|minutes?)|\\d+ hours? \\d+ minutes? more) of study on ${DAY} would place it\\.$`,
)
const DEADLINE = new RegExp(`A deadline at (\\d\\d):(\\d\\d) on ${DAY} would place it\\.$`)
const LENGTH = /A (daily limit|minimum block|maximum block) of (.+) would place it\.$/
/** @type {Record<string, 'dailyLimit' | 'minimumBlock' | 'maximumBlock'>} */
const FIELDS = { 'daily limit': 'dailyLimit', 'minimum block': 'minimumBlock', 'maximum block': 'maximumBlock' }

/** Undefined if the sentence names no change, or none that is understood here. @param {string} detail @param {string} today @returns {Change | undefined} */
export function changeOf(detail, today) {
    const more = MORE.exec(detail)
    if (more) {
        const [day, minutes] = [dayIn(more.slice(2), today), minutesIn(more[1] ?? '')]
        return day && minutes ? { is: 'hours', day, minutes } : undefined
    }
    const deadline = DEADLINE.exec(detail)
    if (deadline) {
        const day = dayIn(deadline.slice(3), today)
        return day ? { is: 'deadline', day, minutes: Number(deadline[1]) * 60 + Number(deadline[2]) } : undefined
    }
    const [, name = '', words = ''] = LENGTH.exec(detail) ?? []
    const [is, minutes] = [FIELDS[name], minutesIn(words)]
    return is && minutes ? { is, minutes } : undefined
}

/** `2 hours 45 minutes`, `One more hour`. @param {string} words */
function minutesIn(words) {
    const text = words.replace('One', '1').replace(' more', '')
    const [, hours = '0'] = /(\d+) hour/.exec(text) ?? []
    const [, minutes = '0'] = /(\d+) minute/.exec(text) ?? []
    return Number(hours) * 60 + Number(minutes)
}

/** The first such day from yesterday on. @param {string[]} words weekday, date and month @param {string} today */
function dayIn([weekday = '', date = '', month = ''], today) {
    const wanted = `-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${date.padStart(2, '0')}`
    return Array.from({ length: 400 }, (_, index) => addDays(today, index - 1)).find((day) =>
        day.endsWith(wanted) && WEEKDAYS[weekdayOf(day)] === weekday
    )
}

/** The settings with a change; undefined if they have no such hours. @param {StudySettings} settings @param {Change} change @returns {NewStudySettings | undefined} */
export function settingsWith(settings, change) {
    if (change.is === 'deadline') return undefined
    if (change.is !== 'hours') return { ...settings, [change.is]: change.minutes }
    const until = endOf(settings, change)
    if (!until) return undefined
    const letter = letterOf(change.day)
    const hours = (settings.hours[letter] ?? []).map((span) => span === until.last ? { ...span, end: until.end } : span)
    return { ...settings, hours: { ...settings.hours, [letter]: hours } }
}

/** The last hours of the weekday, and when they would end. @param {StudySettings} settings @param {{ day: string, minutes: number }} change */
function endOf(settings, { day, minutes }) {
    const hours = settings.hours[letterOf(day)] ?? []
    const last = [...hours].sort((one, other) => minutesOf(other.end) - minutesOf(one.end))[0]
    return last && { last, end: clockWords(Math.min(1440, minutesOf(last.end) + minutes)) }
}

/** What a button does, in words; empty if nothing can be done. @param {StudySettings} settings @param {Change} change @param {string} today */
export function changeWords(settings, change, today) {
    switch (change.is) {
        case 'hours': {
            const name = NAMES.find(([letter]) => letter === letterOf(change.day))?.[1]
            const until = endOf(settings, change)
            return until ? `Study until ${until.end} on ${name}s` : ''
        }
        case 'deadline':
            return `Move the deadline to ${dayWords(change.day, today)} ${clockWords(change.minutes)}`
        case 'dailyLimit':
            return `Allow ${hoursWords(change.minutes)} of study a day`
        case 'minimumBlock':
            return `Allow blocks as short as ${hoursWords(change.minutes)}`
        case 'maximumBlock':
            return `Allow blocks as long as ${hoursWords(change.minutes)}`
    }
}
