// What the copy does not have of some days: imported events, and rules that the page does not read.

import { computed, effect, Signal } from '../platform/signals.js'
import { addDays } from '../rooms/days.js'

/** @import { CalendarItem } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */

/** In which zone times are, and what is missing. @param {World} world @param {boolean} isTold @param {boolean} isWhole */
export function noteOf({ copy, zone }, isTold, isWhole) {
    const imports = copy.calendarImports().value ?? []
    const failed = imports.filter(({ lastError }) => lastError !== null)
    return [
        `Times are those of ${zone}.`,
        imports.length > 0 && !isTold ? 'Events of imported calendars are shown when the server is reached.' : '',
        !isWhole && !isTold ? 'Some entries repeat in a way that needs the server.' : '',
        ...(isTold ? failed.map(({ name }) => `The calendar ${name} could not be read again.`) : []),
    ].filter(Boolean).join(' ')
}

/**
 * What the server tells of some days; undefined if it is not reached. It is asked only for what the copy does not have.
 * @param {World} world @param {() => string[]} days @returns {Signal<readonly CalendarItem[] | undefined>}
 */
export function toldBy({ copy, call }, days) {
    const told = new Signal(/** @type {readonly CalendarItem[] | undefined} */ (undefined))
    /** Asked again when an import was read again, or the server is reached again. */
    const question = computed(() => {
        const imports = copy.calendarImports().value ?? []
        const repeats = copy.personalEvents().value?.some(({ rule, series }) => rule ?? series?.rule)
        if (imports.length === 0 && !repeats) return ''
        const all = days()
        return JSON.stringify([
            addDays(all[0] ?? '', -1),
            addDays(all.at(-1) ?? '', 1),
            imports.map(({ id, rev, lastSynced }) => [id, rev, lastSynced]),
            copy.isLive.value,
        ])
    })
    effect(() => {
        if (!question.value) {
            told.value = undefined
            return
        }
        const [from, to] = JSON.parse(question.value)
        let isOver = false
        call('GET', `/v1/me/calendar?from=${from}&to=${to}`).then(({ body }) => {
            if (!isOver) told.value = Array.isArray(body?.items) ? body.items : undefined
        }, () => {
            if (!isOver) told.value = undefined
        })
        return () => void (isOver = true)
    })
    return told
}
