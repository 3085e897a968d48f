// What comes by mail: the address and its verification, a digest, mail at once, quiet hours.

import { apart } from '../events/words.js'
import { effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { field, onDo, onSend } from './forms.js'

/** @import { MailPatch, MailState } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Section } from './forms.js' */

const TOPICS = /** @type {const} */ (['notices', 'mentions', 'replies', 'reminders'])

/** @param {World} world @returns {Section} */
export function mailSection({ call, copy }) {
    const element = copyOf('settings-mail')
    const form = /** @type {HTMLFormElement} */ (part(element, 'form'))
    const [digest, day] = ['digest', 'digestDay'].map((name) => /** @type {HTMLSelectElement} */ (part(form, name)))
    const state = new Signal(/** @type {MailState | undefined} */ (undefined))

    /** @param {MailState} mail */
    function show(mail) {
        state.value = mail
        const { settings } = mail
        if (digest) digest.value = settings.digest
        if (day) day.value = settings.digestDay
        field(form, 'digestAt').value = settings.digestAt
        for (const topic of TOPICS) field(form, topic).checked = settings.atOnce.includes(topic)
        field(form, 'mustRead').checked = settings.mustRead
        field(form, 'quietStart').value = settings.quiet?.start.replace('24:', '00:') ?? ''
        field(form, 'quietEnd').value = settings.quiet?.end.replace('24:', '00:') ?? ''
        field(form, 'language').value = settings.language
    }

    const read = () => call('GET', '/v1/me/mail').then(({ body }) => show(body), () => undefined)
    const { isLive } = copy
    effect(() => {
        void isLive.value
        if (untracked(() => state.value) === undefined) void read()
    })
    effect(() => {
        const mail = state.value
        fill(element, { address: apart(mail?.address ?? '') })
        form.hidden = mail === undefined
        part(element, 'unread').hidden = mail !== undefined
        part(element, 'none').hidden = mail?.available !== false
        part(element, 'byHand').hidden = mail?.available !== false || mail.verified
        part(element, 'unverified').hidden = !mail?.available || mail.verified
        part(element, 'verified').hidden = !mail?.verified
    })

    onDo(element, element, 'verify', async () => {
        await call('POST', '/v1/me/mail/verification')
        return 'A mail with a link is on its way. Open it, and come back.'
    })
    onSend(form, async () => {
        const [start, end] = [field(form, 'quietStart').value, field(form, 'quietEnd').value]
        if (!start !== !end) throw new Error('Give both the begin and the end of the quiet hours, or neither')
        /** @type {MailPatch} */
        const wanted = {
            digest: /** @type {MailState['settings']['digest']} */ (digest?.value),
            digestAt: field(form, 'digestAt').value,
            digestDay: /** @type {MailState['settings']['digestDay']} */ (day?.value),
            atOnce: TOPICS.filter((topic) => field(form, topic).checked),
            mustRead: field(form, 'mustRead').checked,
            quiet: start ? { start, end } : null,
            language: field(form, 'language').value.trim(),
        }
        const { body } = await call('PATCH', '/v1/me/mail', { body: wanted })
        show(body)
        return 'Saved.'
    })
    /** Whether the address is verified by now. What was typed stays. */
    const look = () => call('GET', '/v1/me/mail').then(({ body }) => void (state.value = body), () => undefined)
    return { element, shown: () => void (state.value && !state.value.verified && look()) }
}
