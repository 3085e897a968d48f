// Appearance, taking all data along, signing out, and deleting the account.

import { effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { asked, onClick } from '../rooms/asking.js'
import { save, sizeOf } from '../files/shown.js'
import { counted } from '../events/words.js'
import { chooseTheme, theme } from '../shell/themes.js'
import { field, onDo, onSend } from './forms.js'

/** @import { World } from '../shell/world.js' */
/** @import { Section } from './forms.js' */

/** @returns {Section} */
export function appearanceSection() {
    const element = copyOf('settings-appearance')
    const boxes = /** @type {HTMLInputElement[]} */ (Array.from(element.querySelectorAll('input')))
    for (const box of boxes) {
        effect(() => void (box.checked = box.value === theme.value))
        box.addEventListener('change', () => {
            chooseTheme(box.value)
            part(element, 'done').textContent = 'Saved, on this device.'
        })
    }
    return { element }
}

/** @param {World} world @returns {Section} */
export function exportSection({ download, now }) {
    const element = copyOf('settings-export')
    let isCollecting = false
    onDo(element, element, 'export', async () => {
        if (isCollecting) return part(element, 'done').textContent ?? ''
        isCollecting = true
        part(element, 'done').textContent = 'Collecting your data …'
        try {
            const archive = await download('/v1/me/export')
            const name = `noteit-${now.value.toISOString().slice(0, 10)}.tar`
            save(archive, name)
            return `Saved ${name}: all your data, ${sizeOf(archive.size)}.`
        } catch (error) {
            part(element, 'done').textContent = ''
            throw error
        } finally {
            isCollecting = false
        }
    })
    return { element }
}

/** @param {World} world @returns {Section} */
export function leaveSection({ call, copy, outbox, signOut, gone }) {
    const element = copyOf('settings-leave')
    fill(element, { email: () => copy.account.value?.email ?? '' })
    onClick(element, 'signOut', () => void signOut().catch(reportError))
    const form = /** @type {HTMLFormElement} */ (part(element, 'delete'))
    onSend(form, async () => {
        const currentPassword = field(form, 'currentPassword').value
        const waiting = outbox.entries.value.length
        const answer = await asked({
            title: 'Delete your account for good?',
            words: `This deletes the account ${copy.account.value?.email ?? ''}. Nobody can undo it.` +
                (waiting > 0
                    ? ` ${counted(waiting, 'thing')} that you wrote here ${waiting === 1 ? 'was' : 'were'} not sent.`
                    : ''),
            action: 'Delete the account',
        })
        if (answer === undefined) return undefined
        await call('DELETE', '/v1/me', { body: { currentPassword } })
        gone()
        return 'Your account is deleted.'
    })
    return { element }
}
