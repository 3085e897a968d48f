// Second factors: apps that show codes, passkeys, and recovery codes.

import { makePasskey, noPasskeys } from '../accounts/passkey.js'
import { apart, counted } from '../events/words.js'
import { keyed } from '../platform/lists.js'
import { effect, Signal } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { words } from '../platform/times.js'
import { asked } from '../rooms/asking.js'
import { field, forgetSecrets, onDo, onSend } from './forms.js'
import { qrPicture } from './qr.js'
import { showSecret } from './secret.js'

/** @import { FactorKey, SecondFactor, SecondFactors } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Section } from './forms.js' */

const PATH = '/v1/me/factors'

/** @param {World} world @returns {Section} */
export function factorsSection({ call, now, zone }) {
    const element = copyOf('settings-factors')
    const known = new Signal(/** @type {SecondFactors | undefined} */ (undefined))
    const form = (/** @type {string} */ name) => /** @type {HTMLFormElement} */ (part(element, name))
    const [begin, add, passkey, renew] = /** @type {const} */ ([form('begin'), form('add'), form('passkey'), form('renew')])
    const missing = noPasskeys()
    passkey.hidden = Boolean(missing)
    part(element, 'no-passkeys').hidden = !missing
    fill(element, { 'no-passkeys': missing })

    async function read() {
        try {
            known.value = (await call('GET', PATH)).body
            part(element, 'state').textContent = ''
        } catch (error) {
            part(element, 'state').textContent = error instanceof Error ? error.message : String(error)
        }
    }
    /** @param {string[]} codes */
    function showCodes(codes) {
        showSecret(part(element, 'made'), {
            title: 'Recovery codes',
            label: 'Recovery codes',
            secret: codes.join(' '),
            about: 'Each signs in once if the phone is lost. Write them down: they are not shown again.',
        })
    }
    effect(() => {
        const { factors = [], recoveryCodesLeft: left = 0, required = false } = known.value ?? {}
        part(element, 'none').hidden = !known.value || factors.length > 0
        part(element, 'required').hidden = !required
        part(element, 'left').hidden = renew.hidden = factors.length === 0
        fill(element, { left: `${counted(left, 'recovery code')} left.` })
    })
    let challenge = ''
    /** Shows a key, which is in the page alone, or none. @param {FactorKey} [key] */
    function showKey(key) {
        begin.hidden = key !== undefined
        add.hidden = key === undefined
        forgetSecrets(add)
        challenge = key?.challenge ?? ''
        if (!key) return
        field(add, 'key').value = key.key.replaceAll(/(.{4})(?=.)/g, '$1 ')
        const link = /** @type {HTMLAnchorElement} */ (part(add, 'uri'))
        link.href = key.uri
        part(add, 'picture').replaceChildren(qrPicture(key.uri) ?? '')
    }
    /** @param {SecondFactor} factor */
    function about({ kind, lastUsed, backedUp }) {
        const what = kind !== 'passkey' ? 'app' : backedUp ? 'passkey, also on your other devices' : 'passkey'
        const used = lastUsed
            ? `last used ${words(new Date(lastUsed), { now: now.value, zone })}`
            : 'not used since it was added'
        return `${what} · ${used}`
    }
    keyed(part(element, 'rows'), () => known.value?.factors ?? [], ({ id }) => id, (factor) => {
        const row = copyOf('settings-factor')
        fill(row, { title: () => factor.value.name, about: () => about(factor.value) })
        effect(() => {
            part(row, 'rename').ariaLabel = `Rename ${apart(factor.value.name)}`
            part(row, 'remove').ariaLabel = `Remove ${apart(factor.value.name)}`
        })
        onDo(element, row, 'rename', async () => {
            const { id, name: before } = factor.value
            const name = await asked({
                title: `Rename “${apart(before)}”`,
                words: 'A name tells you which one it is.',
                action: 'Rename',
                field: 'Name',
                value: before,
                wrong: (answer) => answer.trim() ? undefined : 'Fill this in.',
            })
            if (name === undefined) return undefined
            await call('PATCH', `${PATH}/${encodeURIComponent(id)}`, { body: { name: name.trim() } })
            await read()
            return `Renamed to “${apart(name.trim())}”.`
        })
        onDo(element, row, 'remove', async () => {
            const { id, name } = factor.value
            const code = await asked({
                title: `Remove “${apart(name)}”?`,
                words: 'With the last one, the recovery codes go too, and the password alone signs in again.',
                action: 'Remove',
                field: 'Code of your app, or a recovery code',
                wrong: (answer) => answer.trim() ? undefined : 'Fill this in.',
            })
            if (code === undefined) return undefined
            await call('DELETE', `${PATH}/${encodeURIComponent(id)}`, { body: { code } })
            await read()
            return `Removed “${apart(name)}”.`
        })
        return row
    })
    onSend(begin, async () => {
        const { body } = await call('POST', `${PATH}/key`, { body: { currentPassword: field(begin, 'currentPassword').value } })
        showKey(body)
        field(add, 'code').focus()
        return ' '
    })
    onSend(add, async () => {
        const name = field(add, 'name').value.trim()
        const code = field(add, 'code')
        const { body } = await call('POST', PATH, { body: { challenge, code: code.value, name } })
        code.value = ''
        showKey()
        part(element, 'done').textContent = `Added “${apart(name)}”: every sign-in asks for its code.`
        await read()
        if (body.recoveryCodes) showCodes(body.recoveryCodes)
        return ' '
    })
    onSend(passkey, async () => {
        const name = field(passkey, 'name').value.trim()
        const proof = { currentPassword: field(passkey, 'currentPassword').value }
        const { body: { challenge, options } } = await call('POST', `${PATH}/passkeys/options`, { body: proof })
        const made = await makePasskey(options)
        const { body } = await call('POST', `${PATH}/passkeys`, { body: { challenge, name, passkey: made } })
        part(element, 'done').textContent = `Added “${apart(name)}”: every sign-in asks for it, and it signs in by itself.`
        await read()
        if (body.recoveryCodes) showCodes(body.recoveryCodes)
        return ' '
    })
    onSend(renew, async () => {
        const { body } = await call('POST', `${PATH}/recovery-codes`, {
            body: { currentPassword: field(renew, 'currentPassword').value },
        })
        await read()
        showCodes(body.recoveryCodes)
        return 'The old codes have ended.'
    })
    void read()
    return {
        element,
        shown: () => {
            // A key that was shown is not shown to whoever comes later.
            showKey()
            void read()
        },
    }
}
