// The topic of ntfy to which notifications go.

import { apart } from '../events/words.js'
import { words } from '../platform/times.js'
import { effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { asked } from '../rooms/asking.js'
import { field, onDo, onSend } from './forms.js'
import { listCourses } from './push.js'

/** @import { NtfyPatch, NtfyState } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Section } from './forms.js' */

const PATH = '/v1/me/ntfy'
const TOPICS = /** @type {const} */ (['notices', 'mentions', 'replies', 'reminders'])

/** @param {World} world @returns {Section} */
export function ntfySection({ call, copy, now, zone }) {
    const element = copyOf('settings-ntfy')
    const [form, choices] = ['set', 'choices'].map((name) => /** @type {HTMLFormElement} */ (part(element, name)))
    if (!form || !choices) throw new Error('there is no form')
    const state = new Signal(/** @type {NtfyState | undefined} */ (undefined))

    /** @param {NtfyState} ntfy */
    function show(ntfy) {
        state.value = ntfy
        const settings = ntfy.topic?.settings
        if (!settings || !choices) return
        for (const topic of TOPICS) field(choices, topic).checked = settings.topics.includes(topic)
        field(choices, 'mustRead').checked = settings.mustRead
        field(choices, 'showsText').checked = settings.showsText
    }
    const read = () => call('GET', PATH).then(({ body }) => show(body), () => undefined)
    const { isLive } = copy
    effect(() => {
        void isLive.value
        if (untracked(() => state.value) === undefined) void read()
    })
    effect(() => {
        const topic = state.value?.topic
        const say = (/** @type {string} */ time) => words(new Date(time), { now: now.value, zone })
        const sent = topic?.sentAt ? `last message ${say(topic.sentAt)}` : 'no message yet'
        fill(element, {
            where: topic
                ? `Your topic is on ${apart(topic.host)}; ${topic.fault === null ? sent : apart(topic.fault)}.`.replace(
                    '..',
                    '.',
                )
                : 'You have no topic yet.',
        })
        part(element, 'own').hidden = !topic
        part(element, 'from').hidden = !copy.courses().value?.length
    })
    const left = () => state.value?.topic?.settings.exceptCourses ?? []
    listCourses(part(element, 'courses'), copy, left)
    onSend(form, async () => {
        const body = { url: field(form, 'url').value.trim(), currentPassword: field(form, 'currentPassword').value }
        await call('PUT', PATH, { body })
        await read()
        return 'Saved. Send a test now.'
    })
    onSend(choices, async () => {
        const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (choices.querySelectorAll('input[name=course]'))
        const listed = new Map([...boxes].map(({ value, checked }) => [value, checked]))
        /** @type {NtfyPatch} */
        const body = {
            topics: TOPICS.filter((topic) => field(choices, topic).checked),
            mustRead: field(choices, 'mustRead').checked,
            showsText: field(choices, 'showsText').checked,
            // A course that is not listed, such as one of a past term, stays left out.
            exceptCourses: [
                ...untracked(left).filter((id) => !listed.has(id)),
                ...[...listed].filter(([, checked]) => !checked).map(([id]) => id),
            ],
        }
        await call('PATCH', PATH, { body })
        await read()
        return 'Saved.'
    })
    onDo(element, element, 'test', async () => {
        await call('POST', `${PATH}/test`)
        return 'A message is on its way.'
    })
    onDo(element, element, 'remove', async () => {
        const words = 'Nothing more is sent to it. To use it again, its address and your password are needed.'
        if (await asked({ title: 'Remove the topic?', words, action: 'Remove' }) === undefined) return undefined
        await call('DELETE', PATH)
        await read()
        return 'Removed the topic.'
    })
    return { element, shown: () => void (state.value && read()) }
}
