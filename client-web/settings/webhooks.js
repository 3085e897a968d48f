// Webhooks: the addresses of bots to which the server posts what changes.

import { apart, codeOf } from '../events/words.js'
import { effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { words } from '../platform/times.js'
import { field, listed, onDo, onEnd, onSend } from './forms.js'
import { showSecret } from './secret.js'

/** @import { Webhook } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Section } from './forms.js' */

const PATH = '/v1/me/webhooks'

/** @param {World} world @returns {Section} */
export function webhooksSection(world) {
    const { call, copy, now, zone } = world
    const element = copyOf('settings-webhooks')
    /** @param {Webhook} webhook */
    function about({ host, course, state, fault, nextTry }) {
        const next = nextTry ? ` · tried again ${words(new Date(nextTry), { now: now.value, zone })}` : ''
        return `${apart(host)}${course ? ` · ${apart(codeOf(course))}` : ''} · ${state}${next}${
            fault ? ` · ${apart(fault)}` : ''
        }`
    }
    const { items, read } = listed(world, element, PATH, (/** @type {{ readonly value: Webhook }} */ webhook) => {
        const row = copyOf('settings-webhook')
        fill(row, { title: () => webhook.value.name, about: () => about(webhook.value) })
        const path = () => `${PATH}/${encodeURIComponent(webhook.value.id)}`
        part(row, 'test').ariaLabel = `Test ${apart(webhook.value.name)}`
        onDo(element, row, 'test', async () => {
            const { body } = await call('POST', `${path()}/test`)
            await read()
            if (!body.taken) throw new Error(body.fault)
            return `${apart(webhook.value.host)} took the ping.`
        })
        onEnd(element, row, webhook, { verb: 'Remove', noun: 'webhook', words: 'Nothing more is sent to it.' }, async () => {
            await call('DELETE', path())
            await read()
        })
        return row
    })
    const form = /** @type {HTMLFormElement} */ (part(element, 'add'))
    const course = /** @type {HTMLSelectElement} */ (form.elements.namedItem('course'))
    effect(() => {
        const all = (copy.courses().value ?? []).map(({ id, title }) => new Option(`${codeOf(id)} ${title}`, id))
        const before = course.value
        course.replaceChildren(new Option('All of mine', ''), ...all)
        if (all.some(({ value }) => value === before)) course.value = before
    })
    onSend(form, async () => {
        const name = field(form, 'name').value.trim()
        const { body } = await call('POST', PATH, {
            body: {
                name,
                url: field(form, 'url').value.trim(),
                course: course.value || null,
                currentPassword: field(form, 'currentPassword').value,
            },
        })
        showSecret(part(element, 'made'), {
            title: `The secret of “${apart(name)}”`,
            label: 'Secret',
            secret: body.secret,
            about: 'It is not shown again. The bot verifies each message with it (Standard Webhooks).',
        })
        field(form, 'name').value = ''
        await read()
        return `Added the webhook “${apart(name)}”.`
    })
    return { element, shown: () => void (items.value && read()) }
}
