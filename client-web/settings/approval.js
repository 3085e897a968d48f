// Approving a device that waits for it: `/device#WDJB-MJHT`. The code goes to the server in a body alone, so no log has it.

import { apart } from '../events/words.js'
import { effect, Signal } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { follow } from '../platform/times.js'
import { attempt, onClick, onSubmit } from '../rooms/asking.js'
import { field } from './forms.js'

/** @import { WaitingDevice } from '../contract.d.ts' */
/** @import { MakeRoom } from '../shell/rooms.js' */

/** Eight letters in two groups, as the device shows them. @param {string} text */
function groups(text) {
    const letters = text.replace(/[^a-z]/gi, '').toUpperCase()
    return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters
}

/** @type {MakeRoom} */
export function room(place, { call, copy, go, now, say, zone }) {
    const element = copyOf('approval')
    const [form, question, trouble] = [
        /** @type {HTMLFormElement} */ (part(element, 'form')),
        part(element, 'question'),
        part(element, 'trouble'),
    ]
    const code = new Signal('')
    /** @type {Signal<WaitingDevice | undefined>} */
    const waiting = new Signal(/** @type {WaitingDevice | undefined} */ (undefined))
    const done = new Signal('')
    const device = () => apart(waiting.value?.device ?? 'a device without a name')
    const where = () => apart(waiting.value?.address ?? 'an unknown address')

    /** @param {string} asked */
    const look = (asked) =>
        attempt(trouble, async () => {
            const { body } = await call('POST', '/v1/sessions/device/preview', { body: { userCode: asked } })
            if (code.value === asked) waiting.value = body
        })
    effect(() => {
        const asked = groups(place.value.fragment)
        code.value = field(form, 'code').value = asked
        waiting.value = undefined
        done.value = ''
        if (asked) void look(asked).then((isThere) => isThere && part(question, 'ask').focus())
    })
    onSubmit(form, trouble, async () => {
        const typed = groups(field(form, 'code').value)
        if (!typed) {
            field(form, 'code').focus()
            throw new Error('Type the code that the device shows.')
        }
        if (typed === code.value) await look(typed)
        else go(`/device#${typed}`, { replaces: true })
    })

    fill(element, {
        done: () => done.value,
        code: () => code.value,
        device,
        where,
        warning: () => `Only approve if you started this yourself, on ${device()} from ${where()}.`,
        account: () => apart(copy.account.value?.email ?? ''),
    })
    effect(() => {
        question.hidden = !waiting.value || done.value !== ''
        form.hidden = waiting.value !== undefined
        part(element, 'over').hidden = done.value === ''
    })
    follow(
        /** @type {HTMLTimeElement} */ (part(question, 'asked')),
        () => new Date(waiting.value?.createdAt ?? now.value),
        () => ({ now: now.value, zone }),
    )

    /** @param {boolean} approve */
    const answer = (approve) =>
        attempt(trouble, async () => {
            await call('POST', '/v1/sessions/device/answer', { body: { userCode: code.value, approve } })
            done.value = approve
                ? `Approved: ${device()} is signed in within a few seconds. You may close this page.`
                : `Refused: ${device()} is not signed in.`
            say(done.value)
            part(element, 'heading').focus()
        })
    onClick(question, 'approve', () => void answer(true))
    onClick(question, 'refuse', () => void answer(false))
    return { element, title: () => 'Sign in a device', keys: [] }
}
