// Asking before something that cannot be taken back, and telling what went wrong.

import { ask } from '../platform/dialogs.js'
import { copyOf, fill, part } from '../platform/templates.js'

/** Before a text is deleted that waits in the outbox. */
export const THROW_AWAY = {
    title: 'Throw this away?',
    words: 'It was not sent, neither the text nor its files. It cannot be brought back.',
    action: 'Throw away',
}

/** Before what somebody wrote and did not save goes. */
export const THROW_BEGUN = { title: 'Throw this away?', words: 'It cannot be brought back.', action: 'Throw away' }

/** What was typed in answer to a question, by what had the focus. It goes with that row, so with its account. @type {WeakMap<Element, { title: string, text: string }>} */
let typed = new WeakMap()

/**
 * Asks a question. What was typed in its field is the answer; without a field the answer is empty. If what was to be done
 * fails (`attempt`), the same question has the same text again.
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
    const from = document.activeElement?.closest('main *') ?? document.querySelector('main > *')
    const before = from && typed.get(from)
    input.value = before?.title === title ? before.text : value
    dialog.setAttribute('aria-label', title)
    dialog.querySelector('form')?.addEventListener('submit', (event) => {
        const why = event.submitter === part(dialog, 'action') && wrong?.(input.value)
        if (!why) return
        event.preventDefault()
        fill(dialog, { wrong: why })
        input.ariaInvalid = 'true'
        input.focus()
    })
    if (await ask(dialog) !== 'yes') return undefined
    if (field !== undefined && from) typed.set(from, { title, text: input.value })
    return input.value
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
        typed = new WeakMap()
        return true
    } catch (error) {
        trouble.textContent = error instanceof Error ? error.message : String(error)
        if (error instanceof TypeError || error instanceof ReferenceError) reportError(error)
        return false
    }
}

/**
 * Sends a form, once at a time: whoever presses twice sends once.
 * @param {HTMLElement} form @param {HTMLElement} trouble has the role `alert` @param {() => Promise<unknown>} run
 */
export function onSubmit(form, trouble, run) {
    let isSending = false
    form.addEventListener('submit', async (event) => {
        event.preventDefault()
        if (isSending) return
        isSending = true
        await attempt(trouble, run)
        isSending = false
    })
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

/**
 * Copies what a field holds, or selects it, at a click.
 * @param {ParentNode} root @param {string} name of the button @param {HTMLInputElement} field @param {Element} told
 */
export function onCopy(root, name, field, told) {
    onClick(root, name, async () => {
        try {
            // There is no clipboard where the page came without TLS.
            await navigator.clipboard.writeText(field.value)
            told.textContent = 'Copied.'
        } catch {
            field.select()
            told.textContent = 'It is selected. Copy it with Ctrl C, or by holding a finger on it.'
        }
    })
}
