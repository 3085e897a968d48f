// The steps of a task, to tick off. A tick is sent at once; without the server it is taken back, and says why.

import { keyed } from '../platform/lists.js'
import { effect, untracked } from '../platform/signals.js'
import { copyOf, fill } from '../platform/templates.js'
import { attempt, input } from '../rooms/asking.js'

/** @import { Task } from '../contract.d.ts' */
/** @import { TaskRow } from '../copy/overlay.js' */
/** @import { Study } from '../study/room.js' */

/** @param {Study} study @param {HTMLElement} list @param {{ readonly value: TaskRow }} task */
export function showSteps({ world, trouble }, list, task) {
    /** Ticks, one after another: each goes on from the answer to the one before it, where the copy does not have that yet. */
    let turn = Promise.resolve()
    /** @type {Task | undefined} */
    let answered
    const steps = () => (task.value.steps ?? []).map((step, index) => ({ ...step, index }))
    effect(() => void (list.hidden = steps().length === 0))
    keyed(list, steps, ({ index }) => String(index), (step) => {
        const row = copyOf('study-step')
        const box = input(row, 'done')
        fill(row, { text: () => step.value.text })
        effect(() => {
            box.checked = step.value.done
            box.disabled = task.value.waiting !== undefined
            row.classList.toggle('done', step.value.done)
        })
        box.addEventListener('change', () => {
            const { index } = untracked(() => step.value)
            const isDone = box.checked
            turn = turn.then(async () => {
                const copied = untracked(() => task.value)
                const { id, rev, steps } = answered && answered.rev > copied.rev ? answered : copied
                const body = { steps: (steps ?? []).map((one, at) => at === index ? { ...one, done: isDone } : one) }
                const request = { body, headers: { 'If-Match': `"${rev}"` } }
                const isKept = await attempt(trouble, async () => {
                    answered = (await world.call('PATCH', `/v1/me/tasks/${encodeURIComponent(id)}`, request)).body
                })
                if (!isKept) box.checked = !isDone
            })
        })
        return row
    })
}
