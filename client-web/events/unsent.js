// What waits in the outbox, or was refused: why, and what can be done about it.

import { listWaiting } from '../files/waiting.js'
import { asked, attempt, onClick, THROW_AWAY } from '../rooms/asking.js'
import { computed, effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { draw } from '../text/draw.js'
import { composer } from './composer.js'
import { opens } from './reply_form.js'
import { kindOf, stateWords } from './words.js'

/** @import { EventRow, ReplyRow } from '../copy/overlay.js' */
/** @import { World } from '../shell/world.js' */

/** An event that the server does not have yet. @param {World} world @param {{ readonly value: EventRow }} event */
export function waitingRow(world, event) {
    const row = copyOf('waiting-row')
    const body = computed(() => event.value.body)
    fill(row, { title: () => event.value.title })
    effect(() => part(row, 'kind').replaceChildren(kindOf(event.value.kind)))
    effect(() => part(row, 'body').replaceChildren(draw(body.value)))
    const change = opens(row, (done) => composer(world, event.value.course, { event: event.value, done }))
    part(row, 'waits').append(waits(world, () => event.value, change))
    return row
}

/**
 * Why something is not sent yet, and what can be done about it. It is hidden while nothing waits.
 * @param {World} world @param {() => EventRow | ReplyRow | null | undefined} read
 * @param {() => void} change opens a form with the text
 */
export function waits({ outbox }, read, change) {
    const made = copyOf('waiting')
    const state = part(made, 'state')
    const waiting = computed(() => read()?.waiting)
    effect(() => {
        const now = waiting.value
        made.hidden = !now
        made.classList.toggle('refused', now?.state === 'refused')
        for (const name of ['retry', 'change']) part(made, name).hidden = now?.state !== 'refused'
        part(made, 'drop').hidden = now?.state === 'sending'
        state.textContent = now ? stateWords(now) : ''
    })
    listWaiting(outbox, part(made, 'waitingFiles'), () => waiting.value?.entry.files ?? [])
    onClick(made, 'retry', () => {
        const entry = waiting.value?.entry
        if (entry) void attempt(state, () => outbox.retry(entry))
    })
    onClick(made, 'drop', async () => {
        const entry = waiting.value?.entry
        if (entry && await asked(THROW_AWAY) !== undefined) await attempt(state, () => outbox.drop(entry))
    })
    onClick(made, 'change', change)
    return made
}
