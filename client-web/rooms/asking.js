// Asking before something that cannot be taken back, and telling what went wrong.

import { ask } from '../platform/dialogs.js'
import { copyOf, fill, part } from '../platform/templates.js'

/** Before a text is deleted that waits in the outbox. */
export const THROW_AWAY = {
    title: 'Throw this away?',
    words: 'It was not sent, neither the text nor its files. It cannot be brought back.',
    action: 'Throw away',
}

/**
 * Asks a question. What was typed in its field is the answer; without a field the answer is empty.
 * `wrong` says what is wrong with an answer, or nothing: until then the question stays.
 * @param {{ title: string, words: string, action: string, field?: string, value?: string, wrong?: (answer: string) => string | undefined }} question
 * @returns {Promise<string | undefined>} undefined if the person went back
 */
export async function asked({ title, words, action, field, value = '', wrong }) {
    const dialog = /** @type {HTMLDialogElement} */ (copyOf('asking'))
    fill(dialog, { title, words, action })
    const input = /** @type {HTMLInputElement} */ (part(dialog, 'input'))
    part(dialog, 'field').hidden = field === undefined
    if (field !== undefined) fill(dialog, { label: field })
    input.value = value
    dialog.setAttribute('aria-label', title)
    dialog.querySelector('form')?.addEventListener('submit', (event) => {
        const why = event.submitter === part(dialog, 'action') && wrong?.(input.value)
        if (!why) return
        event.preventDefault()
        fill(dialog, { wrong: why })
        input.ariaInvalid = 'true'
        input.focus()
    })
    return await ask(dialog) === 'yes' ? input.value : undefined
}

/**
 * Does something, and says in an element what went wrong. A fault of the page is reported, too.
 * @param {HTMLElement} trouble has the role `alert` @param {() => Promise<unknown>} run
 * @returns {Promise<boolean>} whether it went well
 */
export async function attempt(trouble, run) {
    trouble.textContent = ''
    try {
        await run()
        return true
    } catch (error) {
        trouble.textContent = error instanceof Error ? error.message : String(error)
        if (error instanceof TypeError || error instanceof ReferenceError) reportError(error)
        return false
    }
}

/** @param {ParentNode} root @param {string} name @param {() => void} run */
export function onClick(root, name, run) {
    part(root, name).addEventListener('click', run)
}

/** A part that is an input. @param {ParentNode} root @param {string} name */
export function input(root, name) {
    const found = part(root, name)
    if (found instanceof HTMLInputElement) return found
    throw new Error(`${name} is not an input`)
}
