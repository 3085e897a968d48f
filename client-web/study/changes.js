// The smallest change that would place a task, as the server found it, and what it is in the settings.

import { clockWords, dayWords, minutesOf, wallOf } from '../rooms/days.js'
import { letterOf, NAMES } from './windows.js'
import { hoursWords } from './words.js'

/** @import { NewStudySettings, StudyChange, StudySettings } from '../contract.d.ts' */
/** @import { Clock } from './words.js' */

/**
 * @typedef {{ is: 'hours', day: string, minutes: number } | { is: 'deadline', time: string }
 *   | { is: 'dailyLimit' | 'minimumBlock' | 'maximumBlock', minutes: number }} Change
 */

/** Undefined if there is none, or none that a button can make. @param {StudyChange | null | undefined} change @returns {Change | undefined} */
export function changeOf(change) {
    if (!change) return undefined
    const { setting, day, minutes, time } = change
    switch (setting) {
        case 'hours':
            return day && minutes ? { is: 'hours', day, minutes } : undefined
        case 'deadline':
            return time ? { is: 'deadline', time } : undefined
        case 'dailyLimit':
        case 'minimumBlock':
        case 'maximumBlock':
            return minutes ? { is: setting, minutes } : undefined
        default:
            return undefined
    }
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

/** What a button does, in words; empty if nothing can be done. @param {StudySettings} settings @param {Change} change @param {Clock} clock */
export function changeWords(settings, change, { zone, today }) {
    switch (change.is) {
        case 'hours': {
            const name = NAMES.find(([letter]) => letter === letterOf(change.day))?.[1]
            const until = endOf(settings, change)
            return until ? `Study until ${until.end} on ${name}s` : ''
        }
        case 'deadline': {
            const { day, minutes } = wallOf(new Date(change.time), zone)
            return `Move the deadline to ${dayWords(day, today)} ${clockWords(minutes)}`
        }
        case 'dailyLimit':
            return `Allow ${hoursWords(change.minutes)} of study a day`
        case 'minimumBlock':
            return `Allow blocks as short as ${hoursWords(change.minutes)}`
        case 'maximumBlock':
            return `Allow blocks as long as ${hoursWords(change.minutes)}`
    }
}
