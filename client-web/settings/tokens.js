// Tokens with which scripts and bots act as their person, within a scope.

import { apart, codeOf } from '../events/words.js'
import { effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { words } from '../platform/times.js'
import { field, listed, onEnd, onSend } from './forms.js'
import { showSecret } from './secret.js'

/** @import { ApiToken } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Section } from './forms.js' */

const PATH = '/v1/me/tokens'

/** @param {World} world @returns {Section} */
export function tokensSection(world) {
    const { call, copy, now, zone } = world
    const element = copyOf('settings-tokens')
    const say = (/** @type {string} */ time) => words(new Date(time), { now: now.value, zone })
    /** @param {ApiToken} token */
    function about({ scope, course, expiresAt, lastUsed }) {
        const where = course ? ` in ${apart(codeOf(course))}` : ''
        const end = new Date(expiresAt) > now.value ? `ends ${say(expiresAt)}` : 'has ended'
        return `may ${scope}${where} · ${end} · ${lastUsed ? `last used ${say(lastUsed)}` : 'never used'}`
    }
    const { items, read } = listed(world, element, PATH, (/** @type {{ readonly value: ApiToken }} */ token) => {
        const row = copyOf('settings-row')
        fill(row, { title: () => token.value.name, about: () => about(token.value), action: 'Revoke' })
        onEnd(element, row, token, { noun: 'token', words: 'Scripts that use it stop at once.' }, async (id) => {
            await call('DELETE', `${PATH}/${encodeURIComponent(id)}`)
            await read()
        })
        return row
    })
    const form = /** @type {HTMLFormElement} */ (part(element, 'add'))
    const [scope, course] = ['scope', 'course'].map((name) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(name)))
    effect(() => {
        const all = (copy.courses().value ?? []).map(({ id, title }) => new Option(`${codeOf(id)} ${title}`, id))
        const before = course?.value ?? ''
        course?.replaceChildren(new Option('All of mine', ''), ...all)
        if (course && all.some(({ value }) => value === before)) course.value = before
    })
    onSend(form, async () => {
        const name = field(form, 'name').value.trim()
        const { body } = await call('POST', PATH, {
            body: {
                name,
                scope: scope?.value,
                course: course?.value || null,
                days: Number(field(form, 'days').value),
                currentPassword: field(form, 'currentPassword').value,
            },
        })
        showSecret(part(element, 'made'), {
            title: `The token “${apart(name)}”`,
            label: 'Token',
            secret: body.token,
            about: 'It is not shown again. The script sends it as: Authorization: Bearer TOKEN',
        })
        field(form, 'name').value = ''
        await read()
        return `Made the token “${apart(name)}”.`
    })
    return { element, shown: () => void (items.value && read()) }
}
