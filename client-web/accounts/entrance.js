// The room before all others: sign in, make an account, set a new password.

import { effect, Signal } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { fieldSentence } from '../rooms/fields.js'
import { Refused } from './server.js'

/** @import { Session, SessionState } from './session.js' */

/** @typedef {'signIn' | 'register' | 'reset'} Way */

/** @type {Record<Way, { title: string, intro: string, password: string, send: string, complete: AutoFill }>} */
const WAYS = {
    signIn: {
        title: 'Sign in',
        intro: 'Questions, due dates, notices and files of your courses, in step on every device.',
        password: 'Password',
        send: 'Sign in',
        complete: 'current-password',
    },
    register: {
        title: 'Make an account',
        intro: 'Your classmates see your name. Your email is seen by the staff of your courses alone.',
        password: 'Password (at least 10 characters)',
        send: 'Make the account',
        complete: 'new-password',
    },
    reset: {
        title: 'Set a new password',
        intro: 'Ask the operator of this server for a one-time code. It works for a day. All your devices are signed out.',
        password: 'New password (at least 10 characters)',
        send: 'Set the password',
        complete: 'new-password',
    },
}

/** The fields from above. */
const NAMES = ['displayName', 'email', 'code', 'password']

/** What the server calls the fields. @type {Record<string, string>} */
const FIELDS = { newPassword: 'password' }

/** Why somebody is here who was signed in. */
const REASONS = {
    left: '',
    gone: 'Your account is deleted.',
    ended: 'You were signed out, on another device or because the session ended. What you had not sent is kept here.',
}

/**
 * @param {Session} session @param {SessionState['reason']} reason
 * @returns {HTMLElement}
 */
export function entrance(session, reason) {
    const root = copyOf('entrance')
    const form = /** @type {HTMLFormElement} */ (root.querySelector('form'))
    /** @type {Signal<Way>} */
    const way = new Signal(/** @type {Way} */ ('signIn'))
    const note = new Signal(reason ? REASONS[reason] : '')
    const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name))
    const send = /** @type {HTMLButtonElement} */ (part(root, 'send'))

    effect(() => {
        const now = WAYS[way.value]
        fill(root, { title: now.title, intro: note.value || now.intro, 'password-words': now.password, send: now.send })
        part(root, 'intro').hidden = !(note.value || now.intro)
        part(root, 'name-label').hidden = way.value !== 'register'
        part(root, 'code-label').hidden = way.value !== 'reset'
        field('password').autocomplete = now.complete
        for (const name of /** @type {Way[]} */ (Object.keys(WAYS))) part(root, name).hidden = name === way.value
        document.title = `${now.title} · NoteIt`
    })
    for (const name of /** @type {Way[]} */ (Object.keys(WAYS))) {
        part(root, name).addEventListener('click', () => {
            note.value = ''
            way.value = name
            field(name === 'register' ? 'displayName' : 'email').focus()
        })
    }

    /** Says at fields what is wrong, and goes to the first of them. @param {Map<string, string>} told @returns {boolean} whether there is one */
    function tellFields(told) {
        const wrong = NAMES.filter((name) => told.has(name))
        for (const name of wrong) {
            fill(form, { [name]: told.get(name) ?? '' })
            field(name).setAttribute('aria-invalid', 'true')
        }
        const [first] = wrong
        if (first) field(first).focus()
        return wrong.length > 0
    }

    /** @param {unknown} error */
    function tell(error) {
        const told = error instanceof Refused ? (error.problem.errors ?? []) : []
        if (tellFields(new Map(told.map(({ field, detail }) => [FIELDS[field] ?? field, fieldSentence(field, detail)])))) return
        part(root, 'trouble').textContent = error instanceof Error ? error.message : String(error)
        // Which of the two is wrong is told to nobody; it is mostly the password.
        if (error instanceof Refused && error.status === 401) {
            field(way.value === 'reset' ? 'code' : 'password').focus()
        }
        if (error instanceof TypeError || error instanceof ReferenceError) reportError(error)
    }

    form.addEventListener('submit', async (event) => {
        event.preventDefault()
        for (const name of NAMES) {
            part(form, name).textContent = ''
            field(name).removeAttribute('aria-invalid')
        }
        part(root, 'trouble').textContent = ''
        const empty = NAMES.filter((name) => !field(name).closest('label')?.hidden && !field(name).value.trim())
        if (tellFields(new Map(empty.map((name) => [name, 'Fill this in.'])))) return
        send.disabled = true
        const [email, password] = [field('email').value.trim(), field('password').value]
        try {
            if (way.value === 'signIn') await session.signIn(email, password)
            else if (way.value === 'register') {
                await session.register({ email, password, displayName: field('displayName').value.trim() })
            } else {
                await session.resetPassword({ email, code: field('code').value.trim(), newPassword: password })
                field('password').value = ''
                note.value = 'The password is set. Sign in with it.'
                way.value = 'signIn'
            }
        } catch (error) {
            tell(error)
        } finally {
            send.disabled = false
        }
    })
    return root
}
