// A form in a dialog. What was typed is kept as a draft until it is sent.

import { ask } from '../platform/dialogs.js'
import { part } from '../platform/templates.js'

/** @import { Drafts } from '../copy/drafts.js' */

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** @param {HTMLElement} form @returns {Field[]} */
const fieldsOf = (form) => /** @type {Field[]} */ (Array.from(form.querySelectorAll('input, select, textarea')))
/** @param {Field} field */
const isBox = (field) => field instanceof HTMLInputElement && field.type === 'checkbox'

/** Puts values into the fields of a form, by their names. @param {HTMLElement} form @param {Record<string, unknown>} values */
export function fillForm(form, values) {
    for (const field of fieldsOf(form)) {
        const value = values[field.name]
        if (field instanceof HTMLInputElement && isBox(field)) field.checked = Boolean(value)
        else if (typeof value === 'string') field.value = value
    }
}

/** @param {HTMLElement} form @returns {Record<string, string>} a tick is `yes` or nothing */
export function valuesOf(form) {
    return Object.fromEntries(
        fieldsOf(form).map((field) => {
            return [
                field.name,
                field instanceof HTMLInputElement && isBox(field) ? (field.checked ? 'yes' : '') : field.value.trim(),
            ]
        }),
    )
}

/**
 * Shows a form until it is sent, or the person goes back. `send` may throw: its message is told and the form stays.
 * @param {HTMLDialogElement} dialog its form has a part `trouble`; a button with the value `yes` sends
 * @param {(values: Record<string, string>) => Promise<unknown>} send
 * @param {{ drafts: Drafts, key: string } | undefined} [draft] where what was typed is kept
 * @returns {Promise<boolean>} whether it was sent
 */
export async function askForm(dialog, send, draft) {
    const form = /** @type {HTMLFormElement} */ (dialog.querySelector('form'))
    const trouble = part(dialog, 'trouble')
    if (draft) {
        try {
            const kept = JSON.parse(await draft.drafts.text(draft.key) || '{}')
            if (kept?.title) fillForm(form, kept)
        } catch {
            // It is of another version.
        }
    }
    form.addEventListener('input', () => void draft?.drafts.keep(draft.key, JSON.stringify(valuesOf(form))))
    let isSent = false
    form.addEventListener('submit', (event) => {
        const button = event.submitter instanceof HTMLButtonElement ? event.submitter : undefined
        if (button && button.value !== 'yes') return
        event.preventDefault()
        if (button) button.disabled = true
        trouble.textContent = ''
        send(valuesOf(form)).then(() => {
            isSent = true
            void draft?.drafts.forget(draft.key)
            dialog.close('yes')
        }, (error) => {
            trouble.textContent = error instanceof Error ? error.message : String(error)
            if (error instanceof TypeError || error instanceof ReferenceError) reportError(error)
        }).finally(() => {
            if (button) button.disabled = false
        })
    })
    await ask(dialog)
    return isSent
}
