// What the sections of the settings share: forms that say what became of them, and lists that only the server has.

import { Refused, Unreachable } from '../accounts/server.js'
import { apart } from '../events/words.js'
import { keyed } from '../platform/lists.js'
import { effect, Signal, untracked } from '../platform/signals.js'
import { part } from '../platform/templates.js'
import { asked, onClick } from '../rooms/asking.js'
import { fieldSentence, sentence } from '../rooms/fields.js'

/** @import { World } from '../shell/world.js' */

/** A part of the settings. `shown` is called whenever somebody comes to it. @typedef {{ element: HTMLElement, shown?: () => void }} Section */

const OFFLINE = 'The server is not reached: this may not be saved. Try again once you are connected; what you typed stays.'
const UNREAD = 'This list is on the server alone, which is not reached. It comes once you are connected.'

/** Why something was not done. @param {unknown} error */
function reason(error) {
    if (error instanceof TypeError || error instanceof ReferenceError) reportError(error)
    if (error instanceof Unreachable) return OFFLINE
    return sentence(error instanceof Error ? error.message : String(error))
}

/** A field of a form. @param {HTMLFormElement} form @param {string} name */
export function field(form, name) {
    const found = form.elements.namedItem(name)
    if (found instanceof HTMLInputElement) return found
    throw new Error(`${name} is not a field`)
}

/** Passwords and addresses that open something leave the page. @param {ParentNode} root */
export function forgetSecrets(root) {
    for (const element of root.querySelectorAll('[data-secret]')) {
        if (element instanceof HTMLInputElement) element.value = ''
        else if (element instanceof HTMLAnchorElement) element.removeAttribute('href')
        else element.replaceChildren()
    }
}

let ids = 0

/**
 * Sends a form when it is submitted, one at a time. Says what `run` answers, or at each field why not. What was not saved stays
 * as it was typed; passwords that were used go.
 * @param {HTMLFormElement} form has the parts `told` and `trouble`, and `why-NAME` for a field
 * @param {() => Promise<string | undefined>} run undefined if the person went back
 */
export function onSend(form, run) {
    const [told, trouble] = [part(form, 'told'), part(form, 'trouble')]
    form.noValidate = true
    form.addEventListener('input', () => (told.textContent = ''))
    let isSending = false
    form.addEventListener('submit', async (submit) => {
        submit.preventDefault()
        if (isSending) return
        isSending = true
        told.textContent = 'Saving …'
        trouble.textContent = ''
        for (const input of form.querySelectorAll('[aria-invalid]')) {
            input.removeAttribute('aria-invalid')
            part(form, `why-${input.getAttribute('name')}`).textContent = ''
        }
        try {
            told.textContent = await run() ?? ''
            if (told.textContent) forgetSecrets(form)
        } catch (error) {
            told.textContent = ''
            tell(form, error)
        } finally {
            isSending = false
        }
    })
}

/** @param {HTMLFormElement} form @param {unknown} error */
function tell(form, error) {
    let isFirst = true
    for (const { field: named, detail } of error instanceof Refused ? error.problem.errors ?? [] : []) {
        const input = form.elements.namedItem(named === '(body)' ? 'file' : named)
        if (!(input instanceof HTMLElement)) continue
        wrong(form, input, fieldSentence(named, detail))
        if (isFirst) input.focus()
        isFirst = false
    }
    if (isFirst) part(form, 'trouble').textContent = reason(error)
}

/** @param {HTMLFormElement} form @param {HTMLElement} input @param {string} words */
function wrong(form, input, words) {
    const why = part(form, `why-${input.getAttribute('name')}`)
    why.id ||= `why-${ids += 1}`
    input.setAttribute('aria-describedby', why.id)
    input.setAttribute('aria-invalid', 'true')
    why.textContent = words
}

/**
 * Does something at a click, and says what `run` answers in the section, or in the row why not.
 * @param {HTMLElement} section @param {HTMLElement} row @param {string} name of the button
 * @param {() => Promise<string | undefined>} run undefined if the person went back
 */
export function onDo(section, row, name, run) {
    onClick(row, name, async () => {
        const [told, trouble] = [part(section, 'done'), part(row, 'trouble')]
        told.textContent = trouble.textContent = ''
        try {
            told.textContent = await run() ?? ''
            // The row may be gone, and the focus with it.
            if (told.textContent && (!row.isConnected || row.contains(document.activeElement))) heading(section)?.focus()
        } catch (error) {
            trouble.textContent = reason(error)
        }
    })
}

/**
 * Ends what a row shows, after a question, when its button `action` is pressed.
 * @param {HTMLElement} section @param {HTMLElement} row @param {{ readonly value: { id: string, name: string } }} item
 * @param {{ verb?: string, noun: string, words: string }} what @param {(id: string) => Promise<unknown>} end
 */
export function onEnd(section, row, item, { verb = 'Revoke', noun, words }, end) {
    part(row, 'action').ariaLabel = `${verb} ${apart(item.value.name)}`
    onDo(section, row, 'action', async () => {
        const { id, name } = item.value
        const what = `the ${noun} “${apart(name)}”`
        if (await asked({ title: `${verb} ${what}?`, words, action: verb }) === undefined) return undefined
        await end(id)
        return `${verb}d ${what}.`
    })
}

/** The heading of a section, which can take the focus. @param {HTMLElement} section */
export function heading(section) {
    const found = section.querySelector('h2')
    if (found) found.tabIndex = -1
    return found
}

/** Lets a field follow what is saved, unless somebody has typed. @param {HTMLInputElement} input @param {() => string | undefined} read */
export function follows(input, read) {
    /** @type {string | undefined} */
    let before
    effect(() => {
        const now = read()
        if (now === undefined) return
        if (before === undefined || input.value === before) input.value = now
        before = now
    })
}

/**
 * A list that is on the server alone, in the part `rows`. It is read again when the connection comes back.
 * @template {{ id: string }} Item
 * @param {World} world @param {HTMLElement} section @param {string} path
 * @param {(item: { readonly value: Item }) => Element} make
 */
export function listed({ call, copy }, section, path, make) {
    const items = new Signal(/** @type {readonly Item[] | undefined} */ (undefined))
    async function read() {
        try {
            /** @type {Item[]} */
            const all = []
            for (let after = '';;) {
                const pairs = [['limit', '200'], ['after', after]].filter(([, value]) => value)
                const { body } = await call('GET', `${path}?${new URLSearchParams(pairs)}`)
                all.push(...body.items)
                after = body.next
                if (!after) break
            }
            items.value = all
            part(section, 'state').textContent = ''
        } catch (error) {
            part(section, 'state').textContent = error instanceof Unreachable ? UNREAD : reason(error)
        }
    }
    const { isLive } = copy
    effect(() => {
        void isLive.value
        if (untracked(() => items.value) === undefined) void read()
    })
    keyed(part(section, 'rows'), () => items.value ?? [], ({ id }) => id, make)
    effect(() => void (part(section, 'none').hidden = items.value?.length !== 0))
    return { items, read }
}
