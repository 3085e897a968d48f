// The campus account by which one signs in.

import { goThere } from '../accounts/campus.js'
import { apart } from '../events/words.js'
import { keyed } from '../platform/lists.js'
import { effect, Signal } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { words } from '../platform/times.js'
import { field, onSend } from './forms.js'

/** @import { SignOnLinks } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Section } from './forms.js' */

const PATH = '/v1/me/sign-on'

/** @param {World} world @returns {Section} */
export function campusSection({ call, now, zone }) {
    const element = copyOf('settings-campus')
    const known = new Signal(/** @type {SignOnLinks | undefined} */ (undefined))
    const form = /** @type {HTMLFormElement} */ (part(element, 'add'))

    async function read() {
        try {
            known.value = (await call('GET', PATH)).body
            part(element, 'state').textContent = ''
        } catch (error) {
            part(element, 'state').textContent = error instanceof Error ? error.message : String(error)
        }
    }
    effect(() => {
        const { name = null, linked = [] } = known.value ?? {}
        part(element, 'none').hidden = !known.value || name !== null || linked.length > 0
        form.hidden = name === null || linked.length > 0
        fill(form, { link: `Link ${apart(name ?? '')}` })
    })
    keyed(part(element, 'rows'), () => known.value?.linked ?? [], ({ id }) => id, (link) => {
        const row = copyOf('settings-campus-link')
        fill(row, {
            title: () => known.value?.name ?? link.value.issuer,
            about: () => {
                const { subject, lastUsed } = link.value
                const used = lastUsed ? `last used ${words(new Date(lastUsed), { now: now.value, zone })}` : 'not used yet'
                return `${apart(subject)}, ${used}`
            },
        })
        const end = /** @type {HTMLFormElement} */ (part(row, 'end'))
        onSend(end, async () => {
            const currentPassword = field(end, 'currentPassword').value
            await call('DELETE', `${PATH}/${encodeURIComponent(link.value.id)}`, { body: { currentPassword } })
            part(element, 'done').textContent = 'The link has ended: your password signs you in.'
            await read()
            return ' '
        })
        return row
    })
    onSend(form, async () => {
        const { body } = await call('POST', PATH, { body: { currentPassword: field(form, 'currentPassword').value } })
        goThere(body.url, 'link')
        return ' '
    })
    void read()
    return { element, shown: () => void read() }
}
