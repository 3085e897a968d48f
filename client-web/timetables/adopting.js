// Joining all sections of a timetable, in place of others of its courses. It shows what goes and what comes, and asks.

import { ask } from '../platform/dialogs.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { untracked } from '../platform/signals.js'
import { apart, counted } from '../events/words.js'
import { clashes } from '../catalog/meetings.js'
import { input } from '../rooms/asking.js'
import { takenIn } from './own.js'
import { listed } from './reasons.js'
import { nameOf, spanOf, timesOf } from './week.js'
import { rivalsOf } from './wishes.js'

/** @import { Enrollment, JoinRequest } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Entry } from './week.js' */

/** @param {Entry} entry */
const named = ({ course, section }) => apart(`${nameOf(course)} ${section.code}`)
/** @param {readonly Entry[]} entries @param {readonly Entry[]} others */
const except = (entries, others) => entries.filter(({ section }) => !others.some((other) => other.section.id === section.id))

/** What a person should know before they join. @param {readonly Entry[]} entries @param {readonly Entry[]} present @param {readonly Entry[]} leaving @returns {string[]} */
export function warningsOf(entries, present, leaving) {
    const full = entries.filter(({ section: { capacity, enrolled } }) =>
        capacity !== null && enrolled !== null && enrolled >= capacity
    )
        .map((entry) =>
            `${named(entry)} is full by the registrar’s count: ${entry.section.enrolled} of ${entry.section.capacity}.`
        )
    const rivals = (/** @type {Entry} */ one, /** @type {Entry} */ other) =>
        one.course.id === other.course.id && rivalsOf(one.course, one.section.crn).includes(Number(other.section.crn))
    const among = entries.flatMap((entry, index) =>
        entries.slice(0, index).flatMap((other) => {
            if (rivals(entry, other)) {
                return [`${named(other)} and ${named(entry)} are both ${apart(entry.section.kind)}; people take one of them.`]
            }
            return clashes(entry.section, [other.section]).length > 0
                ? [`${named(other)} and ${named(entry)} clash: they meet at the same time.`]
                : []
        })
    )
    const held = except(present, [...entries, ...leaving]).flatMap((own) => {
        if (entries.some((entry) => rivals(entry, own))) return [`You stay in ${named(own)} as well.`]
        const other = entries.find((entry) => clashes(entry.section, [own.section]).length > 0)
        return other ? [`You are in ${named(own)}, which clashes with ${named(other)}.`] : []
    })
    return [...full, ...among, ...held]
}

/**
 * Asks, and joins. The timetable may not be saved yet: `save` does that, and gives its id.
 * @param {World} world @param {{ name: string, term: string, entries: readonly Entry[], save: () => Promise<string> }} what
 * @returns {Promise<string>} what became of it; empty if the person went back
 */
export async function adopt({ copy, call }, { name, term, entries, save }) {
    const present = untracked(() => takenIn(copy.courses().value ?? [], copy.enrollments().value ?? [], term))
    const courses = new Set(entries.map(({ course }) => course.id))
    const come = except(entries, present)
    const rest = except(present.filter(({ course }) => courses.has(course.id)), entries)
    const dialog = /** @type {HTMLDialogElement} */ (copyOf('tt-adopt'))
    const keep = input(dialog, 'keep')
    const span = spanOf([...entries, ...present].map(({ section }) => section))
    const line = (/** @type {'goes' | 'comes'} */ way, /** @type {Entry} */ entry) => {
        const row = fill(copyOf('tt-change'), {
            sign: way === 'goes' ? 'leave' : 'join',
            words: `${named(entry)} ${entry.section.kind}`,
            times: timesOf(entry.section, span),
        })
        row.className = way
        return row
    }
    const draw = () => {
        const leaving = keep.checked ? [] : rest
        part(dialog, 'changes').replaceChildren(
            ...leaving.map((entry) => line('goes', entry)),
            ...come.map((entry) => line('comes', entry)),
        )
        part(dialog, 'warnings').replaceChildren(
            ...warningsOf(entries, present, leaving).map((words) => fill(copyOf('tt-reason'), { words })),
        )
        const parts = [
            come.length > 0 ? `Join ${counted(come.length, 'section')}` : '',
            leaving.length > 0 ? `leave ${come.length > 0 ? leaving.length : counted(leaving.length, 'section')}` : '',
        ].filter(Boolean).join(' and ')
        fill(dialog, { action: `${parts.slice(0, 1).toUpperCase()}${parts.slice(1)}` })
        part(dialog, 'action').hidden = !parts
    }
    fill(dialog, { title: `Join ${apart(name)}?` })
    dialog.setAttribute('aria-label', `Join ${apart(name)}?`)
    part(dialog, 'keeping').hidden = rest.length === 0
    part(dialog, 'same').hidden = come.length > 0
    keep.addEventListener('change', draw)
    draw()
    if (await ask(dialog) !== 'yes') return ''
    const leaving = keep.checked ? [] : rest
    const id = await save()
    const { body } = await call('POST', `/v1/me/schedules/${encodeURIComponent(id)}/adopt`, {
        body: leaving.length > 0 ? { drop: leaving.map(({ section }) => section.id) } : {},
    })
    return toldOf(come, leaving, body?.items ?? [], body?.waiting ?? [])
}

/** @param {readonly Entry[]} coming @param {readonly Entry[]} leaving @param {readonly Enrollment[]} places @param {readonly JoinRequest[]} waiting */
export function toldOf(coming, leaving, places, waiting) {
    const asked = coming.filter(({ section }) => waiting.some((one) => one.section === section.id))
    const stayed = leaving.filter(({ section }) => places.some((place) => place.section === section.id))
    const left = except(leaving, stayed)
    return [
        coming.length > asked.length ? `Joined ${counted(coming.length - asked.length, 'section')}.` : '',
        left.length > 0 ? `Left ${listed(left.map(named))}.` : '',
        asked.length > 0 ? `You have asked to be let into ${listed(asked.map(named))}; the staff decide.` : '',
        stayed.length > 0 ? `You stay in ${listed(stayed.map(named))} until you are let in.` : '',
    ].filter(Boolean).join(' ')
}
