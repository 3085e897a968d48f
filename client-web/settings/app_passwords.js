// Passwords for calendar programs that sync (CalDAV).

import { apart } from '../events/words.js'
import { effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { words } from '../platform/times.js'
import { field, listed, onEnd, onSend } from './forms.js'
import { showSecret } from './secret.js'

/** @import { AppPassword } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Section } from './forms.js' */

const PATH = '/v1/me/app-passwords'

/** @param {World} world @returns {Section} */
export function appPasswordsSection(world) {
    const { call, copy, now, zone } = world
    const element = copyOf('settings-app-passwords')
    fill(element, { server: `${location.origin}/dav/`, user: () => copy.account.value?.email ?? '' })
    effect(() => void (part(element, 'plain').hidden = location.protocol === 'https:'))
    const { items, read } = listed(world, element, PATH, (/** @type {{ readonly value: AppPassword }} */ password) => {
        const row = copyOf('settings-row')
        fill(row, {
            title: () => password.value.name,
            about: () => {
                const { lastUsed } = password.value
                return lastUsed ? `last used ${words(new Date(lastUsed), { now: now.value, zone })}` : 'never used'
            },
            action: 'Revoke',
        })
        onEnd(element, row, password, { noun: 'password', words: 'Programs that use it are signed out.' }, async (id) => {
            await call('DELETE', `${PATH}/${encodeURIComponent(id)}`)
            await read()
        })
        return row
    })
    const form = /** @type {HTMLFormElement} */ (part(element, 'add'))
    onSend(form, async () => {
        const name = field(form, 'name').value.trim()
        const currentPassword = field(form, 'currentPassword').value
        const { body } = await call('POST', PATH, { body: { name, currentPassword } })
        showSecret(part(element, 'made'), {
            title: `The password of “${apart(name)}”`,
            label: 'App password',
            secret: body.password,
            about: 'It is not shown again. It opens your calendars and nothing else.',
        })
        field(form, 'name').value = ''
        await read()
        return `Made the password “${apart(name)}”.`
    })
    return { element, shown: () => void (items.value && read()) }
}
