// Making a task: work of some minutes, which the study timetable places.

import { copyOf, part } from '../platform/templates.js'
import { full } from '../platform/times.js'
import { askForm, fillForm } from '../rooms/form.js'
import { codeOf } from '../events/words.js'
import { timeOf } from '../events/due.js'

/** @import { World } from '../shell/world.js' */

/** Asks for a task. @param {World} world @param {{ due?: string }} [known] as people write it */
export async function askTask({ copy, outbox, drafts, now, zone, say }, { due = '' } = {}) {
    const dialog = /** @type {HTMLDialogElement} */ (copyOf('task-form'))
    const courses = /** @type {HTMLSelectElement} */ (part(dialog, 'courses'))
    courses.append(...(copy.courses().value ?? []).map(({ id }) => new Option(codeOf(id), id)))
    fillForm(dialog, { due })
    const field = /** @type {HTMLInputElement} */ (part(dialog, 'due'))
    const understand = () => {
        const time = timeOf(field.value, now.value)
        part(dialog, 'understood').textContent = field.value.trim() === ''
            ? ''
            : time
            ? full(time, { now: now.value, zone })
            : 'Write a day and a time, such as fri 17:00 or 2026-12-04 17:00.'
        return time
    }
    field.addEventListener('input', understand)
    const isMade = await askForm(dialog, async ({ title = '', course, minutes }) => {
        const deadline = understand()
        if (field.value.trim() && !deadline) throw new Error('The due time is not understood.')
        const fields = { title, kind: /** @type {const} */ ('flexible'), minutes: Number(minutes) }
        await outbox.task({
            ...fields,
            ...(course ? { course } : {}),
            ...(deadline ? { deadline: deadline.toISOString() } : {}),
        })
    }, { drafts, key: '/tasks#new' })
    if (isMade) say('The task is added.')
}
