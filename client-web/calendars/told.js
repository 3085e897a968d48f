// What the copy does not have of some days: imported events, and rules that the page does not read. What was seen is here without
// a network.

import { computed, effect, Signal } from '../platform/signals.js'
import { full } from '../platform/times.js'
import { addDays } from '../rooms/days.js'

/** @import { CalendarItem } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */

/** Answers for this many spans of days are kept, newest first. */
const MOST = 12
/** Under which key of the drafts. */
export const TOLD = 'kept /calendar told'

/** What the server told of some days, and when. `isOld` if it was asked again and not reached. @typedef {{ from: string, to: string, at: string, items: readonly CalendarItem[], isOld?: boolean }} Told */

/** In which zone times are, and what is missing. @param {World} world @param {Told | undefined} told @param {boolean} isWhole */
export function noteOf({ copy, now, zone }, told, isWhole) {
    const imports = copy.calendarImports().value ?? []
    const failed = imports.filter(({ lastError }) => lastError !== null)
    const what = imports.length > 0 ? 'Events of imported calendars' : 'Some entries that repeat'
    return [
        `Times are those of ${zone}.`,
        told?.isOld ? `${what} are as of ${full(new Date(told.at), { now: now.value, zone })}: the server is not reached.` : '',
        imports.length > 0 && !told ? 'Events of imported calendars are shown when the server is reached.' : '',
        !isWhole && !told ? 'Some entries repeat in a way that needs the server.' : '',
        ...(told ? failed.map(({ name }) => `The calendar ${name} could not be read again.`) : []),
    ].filter(Boolean).join(' ')
}

/**
 * What the server tells of some days, now or the last time; undefined if neither is known. It is asked only for what the copy does
 * not have.
 * @param {World} world @param {() => string[]} days @returns {Signal<Told | undefined>}
 */
export function toldBy({ copy, call, drafts }, days) {
    const told = new Signal(/** @type {Told | undefined} */ (undefined))
    const isRead = new Signal(false)
    /** @type {readonly Told[]} */
    let kept = []
    void drafts.text(TOLD).then((text) => {
        kept = answersIn(text)
        isRead.value = true
    })
    /** @param {readonly Told[]} all */
    const keep = (all) => {
        if (JSON.stringify(all) === JSON.stringify(kept)) return
        kept = all
        void (all.length > 0 ? drafts.keep(TOLD, JSON.stringify(all)) : drafts.forget(TOLD))
    }
    /** What the copy does not have, of things that are still there. Undefined until the copy is read. */
    const there = computed(() => {
        const [imports, own, tasks] = [copy.calendarImports().value, copy.personalEvents().value, copy.tasks().value]
        return imports && own && tasks && JSON.stringify([imports, own, tasks].map((rows) => rows.map(({ id }) => id)))
    })
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
        if (isRead.value && there.value) keep(thereOf(kept, there.value))
    })
    effect(() => {
        if (!isRead.value) return
        if (!question.value) {
            told.value = undefined
            return
        }
        const [from, to] = JSON.parse(question.value)
        const before = kept.find((answer) => answer.from <= from && to <= answer.to)
        if (before) told.value = before
        let isOver = false
        call('GET', `/v1/me/calendar?from=${from}&to=${to}`).then(({ body }) => {
            if (isOver) return
            if (!Array.isArray(body?.items)) return void (told.value = undefined)
            const answer = { from, to, at: new Date().toISOString(), items: body.items }
            told.value = answer
            const others = kept.filter((other) => other.from < from || to < other.to)
            if (there.value) keep(thereOf([answer, ...others].slice(0, MOST), there.value))
        }, () => {
            if (!isOver) told.value = before && { ...before, isOld: true }
        })
        return () => void (isOver = true)
    })
    return told
}

/** @param {readonly Told[]} answers @param {string} there ids of imports, of events of one's own and of tasks @returns {readonly Told[]} */
function thereOf(answers, there) {
    const [imports, ...own] = JSON.parse(there)
    const [calendars, others] = [new Set(imports), new Set(own.flat())]
    return answers.map((answer) => ({
        ...answer,
        items: answer.items.filter(({ kind, id, calendar }) => {
            return kind === 'import' ? calendars.has(calendar) : ['personal', 'task'].includes(kind) && others.has(id)
        }),
    }))
}

/** @param {string} text @returns {readonly Told[]} */
function answersIn(text) {
    try {
        const found = JSON.parse(text || '[]')
        return Array.isArray(found) ? found.filter(({ items }) => Array.isArray(items)) : []
    } catch {
        // It is of another version.
        return []
    }
}
