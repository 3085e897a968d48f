// The room before all others: sign in, make an account, set a new password.

import { apart } from '../events/words.js'
import { effect, Signal } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { fieldSentence } from '../rooms/fields.js'
import { invitationCode, previewed } from './invitation.js'
import { Refused } from './server.js'

/** @import { Session, SessionState } from './session.js' */

/** @import { FactorNeeded } from '../contract.d.ts' */

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
        intro:
            'A link comes by mail to a verified address. Or ask the operator for a one-time code. All your devices are signed out.',
        password: 'New password (at least 10 characters)',
        send: 'Set the password',
        complete: 'new-password',
    },
}

const PROVE = 'Type the code that your authenticator app shows, or a recovery code.'
const USE = 'Use your passkey. Or type a code of your authenticator app, or a recovery code.'
const ELSEWHERE =
    'Your passkey is of another name of this server: open the page by that name in place of a number. Or type a recovery code.'
const ADD =
    'This server needs more than a password: scan this with an authenticator app on your phone, or type its key into one; then type the code that it shows. Or make a passkey on this device.'

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

/** @param {FactorNeeded} factor */
function factorWords(factor) {
    if (factor.key) return ADD
    if (!factor.kinds.includes('passkey')) return PROVE
    return factor.passkey ? USE : ELSEWHERE
}

/** Whether there may be passkeys: the rest is said once they are asked for. */
const hasPasskeys = 'PublicKeyCredential' in globalThis

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
    /** What is needed beside the right password. */
    const needed = new Signal(/** @type {FactorNeeded | undefined} */ (undefined))
    const hasCampus = new Signal(false)
    const FACTOR = { title: 'Second factor', send: 'Go on', password: '', complete: /** @type {AutoFill} */ ('off') }
    const code = invitationCode()
    if (code) {
        way.value = 'register'
        previewed(code).then(({ words, preview }) => {
            note.value = preview.used
                ? 'This invitation was used already. Ask for a new one.'
                : `${words} Have you an account? Sign in.`
        }, (error) => (note.value = error instanceof Error ? error.message : String(error)))
    }
    const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name))
    const send = /** @type {HTMLButtonElement} */ (part(root, 'send'))

    effect(() => {
        const factor = needed.value
        const now = factor ? { ...FACTOR, intro: factorWords(factor) } : WAYS[way.value]
        fill(root, { title: now.title, intro: note.value || now.intro, 'password-words': now.password, send: now.send })
        part(root, 'intro').hidden = !(note.value || now.intro)
        part(root, 'name-label').hidden = way.value !== 'register'
        part(root, 'code-label').hidden = way.value !== 'reset' && !factor
        for (const name of ['email-label', 'password-label', 'shows-label']) part(root, name).hidden = Boolean(factor)
        part(root, 'key').hidden = !factor?.key
        fill(root, { 'code-words': factor ? 'Code' : 'One-time code', key: factor?.key ?? '' })
        part(root, 'campus').hidden = !hasCampus.value || Boolean(factor)
        part(root, 'mail').hidden = way.value !== 'reset' || Boolean(factor)
        part(root, 'passkey').hidden = !hasPasskeys || (factor ? !factor.passkey && !factor.newPasskey : way.value !== 'signIn')
        fill(root, {
            passkey: factor?.newPasskey ? 'Make a passkey here' : factor ? 'Use your passkey' : 'Sign in with a passkey',
        })
        field('password').autocomplete = now.complete
        for (const name of /** @type {Way[]} */ (Object.keys(WAYS))) {
            part(root, name).hidden = factor ? name !== 'signIn' : name === way.value
        }
        document.title = `${now.title} · NoteIt`
    })
    const exit = /** @type {HTMLAnchorElement} */ (part(root, 'campus-exit'))
    effect(() => {
        exit.hidden = !session.campusExit.value
        exit.href = session.campusExit.value
    })
    const shows = /** @type {HTMLInputElement} */ (part(root, 'shows'))
    shows.addEventListener('change', () => (field('password').type = shows.checked ? 'text' : 'password'))
    for (const name of /** @type {Way[]} */ (Object.keys(WAYS))) {
        part(root, name).addEventListener('click', () => {
            note.value = ''
            needed.value = undefined
            part(root, 'picture').replaceChildren()
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
            if (needed.value) return field('code').focus()
            field(way.value === 'reset' ? 'code' : 'password').focus()
        }
        if (error instanceof TypeError || error instanceof ReferenceError) reportError(error)
    }

    /** Asks for what is needed beside the password, if anything is. @param {FactorNeeded | undefined} factor */
    function goOn(factor) {
        if (!factor) return
        note.value = ''
        needed.value = factor
        if (factor.uri) void picture(factor.uri)
        field('code').value = field('password').value = ''
        field('code').focus()
    }

    /** @param {string} uri */
    async function picture(uri) {
        const { qrPicture } = await import('../settings/qr.js')
        // The person may have gone back meanwhile.
        if (needed.value?.uri === uri) part(root, 'picture').replaceChildren(qrPicture(uri) ?? '')
    }

    /**
     * Sends a code or the answer of a passkey. Recovery codes are shown until the person has them.
     * @param {FactorNeeded} factor @param {Parameters<Session['prove']>[1]} proof
     */
    async function prove(factor, proof) {
        const { codes, enter } = await session.prove(factor.challenge, proof)
        if (codes.length === 0) return
        // The key is in the app by now.
        needed.value = undefined
        part(root, 'picture').replaceChildren()
        field('code').value = ''
        form.hidden = part(root, 'ways').hidden = true
        part(root, 'codes').hidden = false
        fill(root, {
            list: codes.join(' '),
            title: 'Recovery codes',
            intro: 'Each signs in once if the phone is lost. They are not shown again.',
        })
        part(root, 'enter').addEventListener('click', enter)
        part(root, 'enter').focus()
    }

    /** The campus's sign-on comes first, where there is one. */
    async function offerCampus() {
        const { isBack, leaveForCampus, offered, purpose } = await import('./campus.js')
        const [trouble, beside] = [part(root, 'campus-trouble'), part(root, 'campus-new')]
        const attempt = async (/** @type {() => Promise<unknown>} */ run) => {
            trouble.textContent = ''
            beside.hidden = true
            try {
                await run()
            } catch (error) {
                trouble.textContent = error instanceof Error ? error.message : String(error)
                beside.hidden = !(error instanceof Refused && error.about('newAccount'))
            }
        }
        const { name, only } = await offered().catch(() => ({ name: null, only: false }))
        if (name === null) return
        fill(root, { 'campus-enter': `Sign in with ${apart(name)}`, 'campus-exit': `Sign out of ${apart(name)} too` })
        hasCampus.value = true
        part(root, 'campus-enter').addEventListener('click', () => void attempt(() => leaveForCampus('')))
        beside.addEventListener('click', () => void attempt(() => leaveForCampus('new account')))
        const passwords = part(root, 'passwords')
        if (only) {
            passwords.hidden = false
            form.hidden = part(root, 'ways').hidden = true
            passwords.addEventListener('click', () => {
                passwords.hidden = true
                form.hidden = part(root, 'ways').hidden = false
            })
        }
        if (isBack()) {
            await attempt(async () => {
                const factor = await session.returnFromCampus(purpose() === 'new account')
                if (factor) form.hidden = false
                goOn(factor)
            })
        }
    }
    void offerCampus()

    /** Asks the browser for a passkey: for one that it has, or for a new one where a factor must be added. */
    async function passkey() {
        const factor = needed.value
        if (!factor) return await session.signInByPasskey()
        const { makePasskey, usePasskey } = await import('./passkey.js')
        if (factor.newPasskey) await prove(factor, { newPasskey: await makePasskey(factor.newPasskey) })
        else if (factor.passkey) await prove(factor, { passkey: await usePasskey(factor.passkey) })
    }
    const passkeyButton = /** @type {HTMLButtonElement} */ (part(root, 'passkey'))
    passkeyButton.addEventListener('click', async () => {
        part(root, 'trouble').textContent = ''
        passkeyButton.disabled = true
        try {
            await passkey()
        } catch (error) {
            tell(error)
        } finally {
            passkeyButton.disabled = false
        }
    })

    part(root, 'mail').addEventListener('click', async () => {
        const email = field('email').value.trim()
        if (tellFields(new Map(email ? [] : [['email', 'Fill this in.']]))) return
        part(root, 'trouble').textContent = ''
        try {
            await session.mailReset(email)
            note.value = 'If this is the verified address of an account, a mail with a link and a code is on its way.'
        } catch (error) {
            tell(error)
        }
    })

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
            if (needed.value) await prove(needed.value, { code: field('code').value })
            else if (way.value === 'signIn') goOn(await session.signIn(email, password))
            else if (way.value === 'register') {
                const displayName = field('displayName').value.trim()
                goOn(await session.register({ email, password, displayName, ...(code ? { invitation: code } : {}) }))
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
    // At a desk one types at once; on a phone the keyboard would cover the page.
    if (!reason && matchMedia('(pointer: fine)').matches) {
        queueMicrotask(() => {
            if (document.activeElement === document.body) field(way.value === 'register' ? 'displayName' : 'email').focus()
        })
    }
    return root
}
