// What waits in the outbox, or was refused: why, and what can be done about it.

import { listWaiting } from '../files/waiting.js'
import { asked, attempt, onClick, THROW_AWAY } from '../rooms/asking.js'
import { computed, effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { draw } from '../text/draw.js'
import { composer } from './composer.js'
import { opens } from './reply_form.js'
import { kindOf, stateWords } from './words.js'

/** @import { Entry } from '../copy/outbox.js' */
/** @import { EventRow, ReplyRow } from '../copy/overlay.js' */
/** @import { Signal } from '../platform/signals.js' */
/** @import { World } from '../shell/world.js' */

/**
 * An event that the server does not have yet.
 * @param {World} world @param {{ readonly value: EventRow }} event @param {Signal<readonly EventRow[]>} changing those whose forms
 *     are open
 */
export function waitingRow(world, event, changing) {
    const row = copyOf('waiting-row')
    const body = computed(() => event.value.body)
    fill(row, { title: () => event.value.title })
    effect(() => part(row, 'kind').replaceChildren(kindOf(event.value.kind)))
    effect(() => part(row, 'body').replaceChildren(draw(body.value)))
    const without = (/** @type {string} */ id) => untracked(() => changing.value).filter((other) => other.id !== id)
    const change = opens(row, (done) => {
        const shown = event.value
        changing.value = [...without(shown.id), shown]
        effect(() => () => void (changing.value = without(shown.id)))
        return composer(world, shown.course, { event: shown, done })
    })
    const became = computed(() => {
        const { waiting, number } = event.value
        if (number > 0) return 'This was sent meanwhile. What you write here changes the post.'
        return waiting ? '' : 'This was thrown away meanwhile. What you have written stays here until you close it.'
    })
    effect(() => {
        fill(row, { became: became.value })
        part(row, 'became').hidden = !became.value
        if (became.value) world.say(became.value)
    })
    part(row, 'waits').append(waits(world, () => event.value, change, ({ id }) => void (changing.value = without(id))))
    return row
}

/**
 * Why something is not sent yet, and what can be done about it. It is hidden while nothing waits.
 * @param {World} world @param {() => EventRow | ReplyRow | null | undefined} read
 * @param {() => void} change opens a form with the text @param {(entry: Entry) => void} [drops] called before it is thrown away
 */
export function waits({ outbox }, read, change, drops = () => {}) {
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
        if (!entry || await asked(THROW_AWAY) === undefined) return
        drops(entry)
        await attempt(state, () => outbox.drop(entry))
    })
    onClick(made, 'change', change)
    return made
}
