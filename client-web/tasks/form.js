// Making, changing and deleting a task: work of some minutes, which the study timetable places, or a fixed time, which may repeat.

import { Refused } from '../accounts/server.js'
import { ask } from '../platform/dialogs.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { full } from '../platform/times.js'
import { asked } from '../rooms/asking.js'
import { addDays, at, clockWords, dayOf, dayWords, isDay, minutesOf, wallOf } from '../rooms/days.js'
import { namesOf, termsOf } from '../catalog/terms.js'
import { askForm, fillForm } from '../rooms/form.js'
import { understoodIn } from '../rooms/understood.js'
import { apart, codeOf } from '../events/words.js'
import { timeOf, written } from '../events/due.js'
import { everyWords } from '../study/words.js'

/** @import { NewTask, Task, TaskOverlap, TaskPatch } from '../contract.d.ts' */
/** @import { TaskRow } from '../copy/overlay.js' */
/** @import { World } from '../shell/world.js' */

/** @typedef {Record<string, string>} Values */

const REPEATS = ['', 'FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=WEEKLY;INTERVAL=2', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'FREQ=MONTHLY']

const EVERY = ['', 'day', 'MTWRF', 'week']

/** Tasks repeat on the clock of the study settings. @param {World} world */
const zoneOf = ({ copy, zone }) => copy.studySettings().value?.timeZone ?? zone

/** @param {TaskRow} task */
const pathOf = (task) => `/v1/me/tasks/${encodeURIComponent(task.id)}`

/**
 * Asks for a task, or for changes of one.
 * @param {World} world
 * @param {{ due?: string, task?: TaskRow | undefined, occurrence?: string | undefined }} [known] `due`: as people write it;
 * `occurrence`: the start of the one that was chosen
 */
export async function askTask(world, { due = '', task, occurrence } = {}) {
    const { copy, drafts, now, zone, say } = world
    const which = task?.recurrence ? await askWhich(world, task, 'Change', occurrence) : ''
    if (which === undefined) return
    const dialog = /** @type {HTMLDialogElement} */ (copyOf('task-form'))
    const courses = copy.courses().value ?? []
    const others = (copy.tasks().value ?? []).filter(({ id, kind, done }) => kind === 'flexible' && !done && id !== task?.id)
    const select = (/** @type {string} */ name) => /** @type {HTMLSelectElement} */ (part(dialog, name))
    const nameOf = namesOf(courses, termsOf(world).value)
    select('courses').append(...courses.map(({ id }) => new Option(nameOf(id), id)))
    if (task?.course && !courses.some(({ id }) => id === task.course)) {
        select('courses').append(new Option(codeOf(task.course), task.course))
    }
    select('after').append(...others.map(({ id, title }) => new Option(title, id)))
    if (task && task.after.length > 1) select('after').append(new Option('as now', task.after.join(' ')))
    const rule = task?.recurrence?.rule ?? ''
    if (!REPEATS.includes(rule)) select('repeat').append(new Option('as now', rule))
    const every = task?.every ?? ''
    if (!EVERY.includes(every)) select('every').append(new Option(everyWords(every), every))
    const before = valuesOf(world, task, which ? occurrenceOf(which) : undefined)
    fillForm(dialog, { ...before, ...(due ? { due } : {}) })
    fill(dialog, { heading: task ? 'Change the task' : 'New task', send: task ? 'Keep' : 'Add' })
    part(dialog, 'delete').hidden = !task
    part(dialog, 'dueField').hidden = Boolean(task?.event)
    // One occurrence does not repeat.
    part(dialog, 'repeatField').hidden = which !== '' && !which.includes('following')
    const more = /** @type {HTMLDetailsElement} */ (part(dialog, 'rest'))
    more.open = Boolean(task?.notes || task?.earliest || task?.spaced || task?.after.length || task?.steps)

    const [dueTime, earliestTime] = [part(dialog, 'dueTime'), part(dialog, 'earliestTime')]
    const times = { due: understoodIn(dueTime, say), earliest: understoodIn(earliestTime, say) }
    const understand = (/** @type {'due' | 'earliest'} */ name) => {
        const field = /** @type {HTMLInputElement} */ (part(dialog, name))
        const time = timeOf(field.value, now.value)
        times[name].show(
            field.value.trim() === ''
                ? ''
                : time
                ? `${full(time, { now: now.value, zone })}${zoneOf(world) === zone ? '' : ` in ${zone}`}`
                : 'Write a day and a time, such as fri 17:00 or 2026-12-04 17:00.',
        )
    }
    const follow = () => {
        const isFixed = select('kind').value === 'fixed'
        for (const name of ['work', 'workMore']) part(dialog, name).hidden = isFixed
        part(dialog, 'fixed').hidden = !isFixed
        for (const field of part(dialog, 'work').querySelectorAll('input')) field.disabled = isFixed
        for (const field of part(dialog, 'fixed').querySelectorAll('input')) field.disabled = !isFixed
        for (const name of /** @type {const} */ (['due', 'earliest'])) understand(name)
    }
    dialog.addEventListener('input', follow)
    follow()
    part(dialog, 'delete').addEventListener('click', async () => {
        dialog.close()
        if (task) await deleteTask(world, task, occurrence)
    })
    let mayOverlap = false
    const isSent = await askForm(dialog, async (values) => {
        const patch = patchOf(world, values, before, task)
        try {
            if (task) await change(world, task, patch, which, mayOverlap)
            else await make(world, patch, mayOverlap)
        } catch (error) {
            const overlaps = error instanceof Refused && /** @type {any} */ (error.problem).overlaps
            if (!Array.isArray(overlaps) || overlaps.length === 0) throw named(error)
            mayOverlap = true
            fill(dialog, { send: 'Keep both' })
            throw new Error(`At this time is ${overlapWords(world, overlaps)}. Press “Keep both”, or change the time.`)
        }
    }, task ? undefined : { drafts, key: '/tasks#new' })
    if (isSent) say(task ? 'The task is changed.' : 'The task is added.')
}

/** Asks, and deletes a task, or one occurrence, or it and those after. @param {World} world @param {TaskRow} task @param {string} [occurrence] */
export async function deleteTask(world, task, occurrence) {
    const which = task.recurrence ? await askWhich(world, task, 'Delete', occurrence) : ''
    if (which === undefined) return
    const question = {
        title: `Delete “${task.title}”?`,
        words: 'It cannot be taken back. What you studied for it stays in your record.',
        action: 'Delete',
    }
    if (which === '' && await asked(question) === undefined) return
    const { waiting } = task
    if (waiting?.entry.kind === 'task' && !world.outbox.revisionOf(waiting.entry)) await world.outbox.drop(waiting.entry)
    else await world.call('DELETE', `${pathOf(task)}${which}`)
    world.say('Deleted.')
}

/**
 * Which of a task that repeats: this one, this and those after, or all.
 * @param {World} world @param {TaskRow} task @param {'Change' | 'Delete'} verb @param {string} [occurrence]
 * @returns {Promise<string | undefined>} the query of the request; undefined if the person went back
 */
async function askWhich(world, task, verb, occurrence) {
    const zone = zoneOf(world)
    const coming = (world.copy.studyPlan().value?.blocks ?? []).find(({ task: id, end }) =>
        id === task.id && new Date(end) > world.now.value
    )
    const start = occurrence ?? coming?.start
    const dialog = /** @type {HTMLDialogElement} */ (copyOf('task-which'))
    const day = start ? dayWords(dayOf(new Date(start), zone), dayOf(world.now.value, zone)) : ''
    fill(dialog, { title: `${verb} “${task.title}”?`, one: `Only ${day}`, following: `${day} and all after it` })
    for (const name of ['one', 'following']) part(dialog, name).hidden = !start
    const answer = await ask(dialog)
    if (answer === 'all') return ''
    if (!answer || !start) return undefined
    return `?${new URLSearchParams({ occurrence: start, ...(answer === 'following' ? { following: 'true' } : {}) })}`
}

/** @param {string} query */
const occurrenceOf = (query) => new URLSearchParams(query).get('occurrence') ?? undefined

/** What the form shows of a task. @param {World} world @param {TaskRow | undefined} task @param {string} [occurrence] @returns {Values} */
function valuesOf(world, task, occurrence) {
    const zone = zoneOf(world)
    const length = task?.start && task.end ? Date.parse(task.end) - Date.parse(task.start) : 3_600_000
    const first = occurrence ?? task?.start
    const start = first ? new Date(first) : at(dayOf(world.now.value, zone), 18 * 60, zone)
    const from = wallOf(start, zone)
    return {
        title: task?.title ?? '',
        kind: task?.kind ?? 'flexible',
        due: written(task?.deadline),
        minutes: String(task?.minutes ?? 60),
        course: task?.course ?? '',
        day: from.day,
        from: clockWords(from.minutes),
        to: clockWords(wallOf(new Date(start.getTime() + length), zone).minutes),
        repeat: occurrence && !task?.recurrence ? '' : task?.recurrence?.rule ?? '',
        priority: task?.priority ?? 'medium',
        earliest: written(task?.earliest),
        spaced: task?.spaced ? String(task.spaced) : '',
        every: task?.every ?? '',
        steps: (task?.steps ?? []).map(({ text }) => text).join('\n'),
        after: task?.after.join(' ') ?? '',
        notes: task?.notes ?? '',
    }
}

/**
 * What differs from before. Throws an `Error` that says which field is not understood.
 * @param {World} world @param {Values} values @param {Values} before @param {TaskRow | undefined} task @returns {TaskPatch}
 */
function patchOf(world, values, before, task) {
    const zone = zoneOf(world)
    const isOther = (/** @type {string[]} */ ...names) =>
        values.kind !== before.kind || names.some((name) => values[name] !== (before[name] ?? '').trim())
    /** @type {TaskPatch} */
    const patch = {}
    if (isOther('title')) patch.title = values.title ?? ''
    if (isOther('notes')) patch.notes = values.notes ?? ''
    if (isOther('priority')) patch.priority = /** @type {Task['priority']} */ (values.priority)
    if (isOther('course')) patch.course = values.course || null
    if (isOther('steps')) patch.steps = stepsOf(values.steps ?? '', task)
    if (values.kind !== before.kind) patch.kind = /** @type {Task['kind']} */ (values.kind)
    if (values.kind === 'flexible') {
        if (isOther('minutes')) patch.minutes = Number(values.minutes)
        for (const [name, field] of /** @type {const} */ ([['due', 'deadline'], ['earliest', 'earliest']])) {
            const time = timeOf(values[name] ?? '', world.now.value)
            if (values[name] && !time) throw new Error(`The ${name === 'due' ? 'due' : 'earliest'} time is not understood.`)
            if (isOther(name)) patch[field] = time?.toISOString() ?? null
        }
        if (isOther('spaced')) patch.spaced = Number(values.spaced) || null
        if (isOther('every')) patch.every = values.every || null
        if (isOther('after')) patch.after = (values.after ?? '').split(' ').filter(Boolean)
        return patch
    }
    if (isOther('day', 'from', 'to')) {
        const { day = '', from = '', to = '' } = values
        if (!isDay(day) || !from || !to) throw new Error('Choose a day, a start and an end.')
        const isNext = minutesOf(to) <= minutesOf(from)
        patch.start = at(day, minutesOf(from), zone).toISOString()
        patch.end = at(isNext ? addDays(day, 1) : day, minutesOf(to), zone).toISOString()
    }
    if (isOther('repeat')) patch.recurrence = values.repeat ? { rule: values.repeat } : null
    return patch
}

/** The steps of lines; one with the same text is as done as it was. @param {string} text @param {TaskRow | undefined} task */
function stepsOf(text, task) {
    const lines = text.split('\n').map((line) => line.trim()).filter(Boolean)
    return lines.map((text) => ({ text, done: task?.steps?.find((step) => step.text === text)?.done ?? false }))
}

/** @param {World} world @param {TaskPatch} patch @param {boolean} mayOverlap */
async function make({ outbox, call, newID }, patch, mayOverlap) {
    const given = Object.entries(patch).filter(([, value]) => value !== null && value !== '' && `${value}` !== '')
    const task = /** @type {NewTask} */ ({ kind: 'flexible', ...Object.fromEntries(given) })
    if (task.kind === 'flexible') return await outbox.task({ minutes: 60, ...task })
    // Whether it overlaps is known to the server alone.
    return await call('POST', `/v1/me/tasks${mayOverlap ? '?overlap=allow' : ''}`, { body: { ...task, id: newID() } })
}

/** @param {World} world @param {TaskRow} task @param {TaskPatch} patch @param {string} which @param {boolean} mayOverlap */
async function change({ call, outbox }, task, patch, which, mayOverlap) {
    const { waiting } = task
    const answered = waiting && outbox.revisionOf(waiting.entry)
    if (waiting?.entry.kind === 'task' && !answered) {
        return await outbox.retry(waiting.entry, { ...waiting.entry.body, ...patch })
    }
    if (Object.keys(patch).length === 0) return
    const query = mayOverlap ? `${which}${which ? '&' : '?'}overlap=allow` : which
    await call('PATCH', `${pathOf(task)}${query}`, { body: patch, headers: { 'If-Match': `"${answered ?? task.rev}"` } })
}

/** @type {Record<string, string>} */
const FIELDS = {
    title: 'The title',
    minutes: 'The work',
    deadline: 'The due time',
    earliest: 'The earliest time',
    start: 'The start',
    end: 'The end',
    spaced: 'The number of days',
    after: 'The task before it',
    every: 'How often',
    steps: 'The steps',
    'recurrence.rule': 'The rule',
    recurrence: 'The rule',
    notes: 'The notes',
}

/** @param {unknown} error */
function named(error) {
    if (!(error instanceof Refused)) return error
    if (error.status === 412) {
        return new Error('It was changed meanwhile; nothing was overwritten. Look at it, then change it again.')
    }
    const [first] = error.problem.errors ?? []
    return first ? new Error(`${FIELDS[first.field] ?? 'A field'} ${first.detail}.`) : error
}

/** @param {World} world @param {TaskOverlap[]} overlaps */
function overlapWords(world, overlaps) {
    const zone = zoneOf(world)
    return overlaps.slice(0, 3).map(({ title, start, end }) =>
        `${apart(title)}, ${momentWords(world, start)}–${clockWords(wallOf(new Date(end), zone).minutes)}`
    ).join('; ')
}

/** `Tue 24 Nov 18:00`, also in a zone that this browser does not know. @param {World} world @param {string} time */
function momentWords(world, time) {
    const zone = zoneOf(world)
    const { day, minutes } = wallOf(new Date(time), zone)
    return `${dayWords(day, dayOf(world.now.value, zone))} ${clockWords(minutes)}`
}
