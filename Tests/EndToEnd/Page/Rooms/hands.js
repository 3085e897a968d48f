// What somebody does in a room, and what they see of it.

import { until } from '../testing.js'

/** @param {HTMLElement} main */
export function finders(main) {
    const all = (/** @type {string} */ selector) => /** @type {HTMLElement[]} */ (Array.from(main.querySelectorAll(selector)))
    const one = (/** @type {string} */ selector) => {
        const found = all(selector)[0]
        if (!found) throw new Error(`nothing is ${selector} in ${main.textContent}`)
        return found
    }
    /** The words that are shown, with single spaces. @param {string} selector */
    const texts = (selector) => all(selector).filter((node) => node.checkVisibility()).map((node) => wordsIn(node))
    /** A button that is shown, by its words. @param {string} words @param {ParentNode} [within] */
    const button = (words, within = main) => {
        const found = Array.from(within.querySelectorAll('button, summary, a')).find((node) =>
            node instanceof HTMLElement && wordsIn(node) === words && node.checkVisibility()
        )
        if (!(found instanceof HTMLElement)) throw new Error(`no button ${words} in ${wordsIn(main)}`)
        return found
    }
    return { all, one, texts, button }
}

/** The words that are shown. @param {Node} node */
export const wordsIn = (node) =>
    ((node instanceof HTMLElement ? node.innerText : node.textContent) ?? '').replace(/\s+/g, ' ').trim()

/** Types into a field, as a person does. @param {Element | undefined} field @param {string} text */
export function type(field, text) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)) {
        throw new Error('not a field')
    }
    field.focus()
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** @param {string} key @param {KeyboardEventInit} [how] */
export function press(key, how = {}) {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how }))
}

/** Answers the dialog that is open. @param {string} words of the button @param {string} [text] for its field */
export async function answerDialog(words, text) {
    await pressInDialog(words, text)
    await until(() => !document.querySelector('dialog'))
}

/** Gives an answer that is not taken. @param {string} words @param {string} text @returns {Promise<string>} what is wrong with it */
export async function answerWrongly(words, text) {
    const dialog = await pressInDialog(words, text)
    const alert = dialog.querySelector('[role=alert]')
    await until(() => alert?.textContent)
    const field = dialog.querySelector('input')
    if (field?.ariaInvalid !== 'true' || document.activeElement !== field || field.value !== text) {
        throw new Error('not at its field')
    }
    return alert?.textContent ?? ''
}

/** @param {string} words @param {string} [text] */
async function pressInDialog(words, text) {
    await until(() => document.querySelector('dialog:modal'))
    const dialog = /** @type {HTMLDialogElement} */ (document.querySelector('dialog:modal'))
    const field = dialog.querySelector('input')
    if (text !== undefined && field) field.value = text
    const button = Array.from(dialog.querySelectorAll('button')).find((button) => button.textContent === words)
    if (!button) throw new Error(`the dialog has no ${words}`)
    button.click()
    return dialog
}
