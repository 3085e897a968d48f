// The session of this browser. The access token is in memory alone; the refresh token is a cookie that no script can read.
// All tabs share one refresh, because a refresh token works once.

import { Signal, untracked } from '../platform/signals.js'
import { alone, PAUSE } from './alone.js'
import { newID, Refused, request, Unreachable } from './server.js'

/** @import { Account, FactorNeeded, NewAccount, PasskeyAssertion, PasskeyRegistration, PasswordReset } from '../contract.d.ts' */
/** @import { Turn } from './alone.js' */
/** @import { Answer, Call, Options } from './server.js' */

const LOCK = 'noteit-session'
/** That somebody signed out, and the server does not know yet: the cookie must go before anything else is asked. */
const LEAVING = 'noteit-leaving'
/** Names what begins with a sign-in and ends with a sign-out: what is still on its way then signs nobody in. */
const VISIT = 'noteit-visit'
/** Who signed in here, where that is known: else there is no cookie to ask with, and no answer of 401 in the console. */
const HERE = 'noteit-here'
/** That the session may come from the campus's sign-on, which has a sign-out of its own. */
const CAMPUS = 'noteit-campus'
/** The end of an address to which a learning platform leads somebody who is signed in by the cookie that came with it. */
const LAUNCHED = '#launched'
/** Since when a page renews. It stays if that page was left meanwhile: the next cookie is on its way then, and this one is used. */
const RENEWING = 'noteit-renewing'
const ON_ITS_WAY = 2_000
/** The same of a tab that sleeps, in pauses of `alone.js`: then its request has had its time, and the cookie is good once more. */
const SLEPT = 4
/** The token is renewed before it ends. */
const MARGIN = 30_000
const NOBODY = { type: 'about:blank', title: 'Signed out', status: 401, detail: 'Nobody is signed in.' }

/**
 * - `unknown`: not asked yet, or the server is not reached
 * - `in`: signed in
 * - `out`: nobody is signed in; `reason` says why if somebody was
 * @typedef {{ is: 'unknown' | 'in' | 'out', account?: Account, reason?: 'left' | 'ended' | 'gone' }} SessionState
 */

/** @typedef {{ token: string, account: Account, until: number }} Access */

export class Session {
    /** @type {Signal<SessionState>} */
    state = new Signal(/** @type {SessionState} */ ({ is: 'unknown' }))
    /** @type {Access | undefined} */
    #access
    /** @type {Promise<void> | undefined} */
    #refreshing
    /** Where one signs out at the campus too, after a sign-out here. @type {Signal<string>} */
    campusExit = new Signal('')
    /** The visit that was over last. @type {string | null} */
    #over = null
    /** For tests. */
    pause = PAUSE
    #channel
    #locks

    /** @param {{ channel?: BroadcastChannel, locks?: LockManager | null }} [parts] for tests */
    constructor({ channel = new BroadcastChannel('noteit-session'), locks = navigator.locks } = {}) {
        this.#channel = channel
        this.#locks = locks
        channel.onmessage = ({ data }) => {
            // A tab that renewed meanwhile may say so after the sign-out.
            if (!data.access) this.#end(data.reason, data.visit)
            else if (data.visit !== this.#over) this.#take(data.access)
        }
    }

    /** Who was signed in here last, if that is known; else it is nobody's id. */
    get last() {
        return localStorage.getItem(HERE) ?? ''
    }

    /** Whether somebody signed out here. A tab may hear of it before it finds it in what all tabs share. */
    get #isLeft() {
        const visit = localStorage.getItem(VISIT)
        return !this.last || localStorage.getItem(LEAVING) !== null || (visit !== null && visit === this.#over)
    }

    /** Asks who is signed in. Answers once it is known, or the server is not reached. */
    async begin() {
        try {
            if (globalThis.location?.hash === LAUNCHED) this.#launched()
            if (localStorage.getItem(LEAVING)) return await this.signOut()
            if (!this.last) return this.#end(undefined)
            await this.#renew()
        } catch (error) {
            if (!(error instanceof Unreachable) && !(error instanceof Refused)) throw error
        }
    }

    /**
     * The cookie is that of whoever came now. But any link may end so, and the cookie is the old one then: a sign-out that waits
     * comes first.
     */
    #launched() {
        history.replaceState(history.state, '', location.pathname + location.search)
        arrived('yes')
    }

    /** Sends a request as the account. Throws `Refused`, also if nobody is signed in, or `Unreachable`. @type {Call} */
    call = async (method, path, options = {}) => {
        if (!this.#access || this.#access.until < Date.now()) await this.#renew()
        const used = this.#access
        try {
            return await request(method, path, { ...options, token: used?.token ?? '' })
        } catch (error) {
            if (!(error instanceof Refused) || error.status !== 401) throw error
            if (this.#access === used) this.#access = undefined
            if (!this.#access) await this.#renew()
            return await request(method, path, { ...options, token: this.#access?.token ?? '' })
        }
    }

    /** The access token, for what `call` does not send. */
    async access() {
        if (!this.#access || this.#access.until < Date.now()) await this.#renew()
        return { token: this.#access?.token ?? '' }
    }

    /** One refresh at a time, in all tabs. */
    #renew() {
        return (this.#refreshing ??= this.#renewed(this.#access).finally(() => (this.#refreshing = undefined)))
    }

    /** @param {Access | undefined} before */
    async #renewed(before) {
        // A tab that slept in the middle of it begins again: others have renewed meanwhile, or signed in or out.
        while (!this.#isLeft) if (await this.#alone((turn) => this.#renewOnce(before, turn))) return
        const { is } = untracked(() => this.state.value)
        // Another tab has not said why yet. What was written here is kept unless somebody left.
        const why = localStorage.getItem(LEAVING) ? 'left' : 'ended'
        if (is !== 'out') this.#end(is === 'in' || before ? why : undefined)
        throw new Refused(NOBODY)
    }

    /** @param {Access | undefined} before @param {Turn} turn @returns {Promise<boolean>} false if another tab did it meanwhile */
    async #renewOnce(before, turn) {
        // Another tab may have done it meanwhile.
        if (this.#access && this.#access !== before && this.#access.until > Date.now()) return true
        if (this.#isLeft) return false
        try {
            const answer = await refreshed(turn, SLEPT * this.pause)
            if (!answer || this.#isLeft) return false
            this.#signed(answer)
            return true
        } catch (error) {
            if (!(error instanceof Refused) || error.isPassing) throw error
            const was = untracked(() => this.state.value.is) === 'in' || before
            this.leave(was ? 'ended' : undefined)
            throw error
        }
    }

    /** @template T @param {(turn: Turn) => Promise<T>} work @returns {Promise<T>} */
    #alone(work) {
        return alone(this.#locks, LOCK, work, this.pause)
    }

    /** @param {Answer} answer */
    #signed({ body }) {
        const access = {
            token: body.accessToken,
            account: body.account,
            until: Date.now() + Math.max(body.expiresIn * 1000 - MARGIN, body.expiresIn * 500),
        }
        const visit = arrived(access.account.id)
        this.#take(access)
        this.#channel.postMessage({ access, visit })
    }

    /** @param {Access} access */
    #take(access) {
        this.#access = access
        this.state.value = { is: 'in', account: access.account }
    }

    /** @param {SessionState['reason']} reason @param {string | null} [visit] that is over */
    #end(reason, visit = null) {
        this.#over = visit ?? this.#over
        this.#access = undefined
        this.state.value = reason ? { is: 'out', reason } : { is: 'out' }
    }

    /** Tells all tabs that nobody is signed in. @param {SessionState['reason']} [reason] */
    leave(reason) {
        const visit = localStorage.getItem(VISIT)
        for (const key of [HERE, VISIT]) localStorage.removeItem(key)
        this.#channel.postMessage({ reason, visit })
        this.#end(reason, visit)
    }

    /** Answers what is needed beside the password, if anything is. @param {string} email @param {string} password */
    async signIn(email, password) {
        const body = { email, password, device: deviceName(), cookie: true }
        return await this.#enter('/v1/sessions', body)
    }

    /** Signs in with a passkey alone, which the browser asks for. */
    async signInByPasskey() {
        const { body: { challenge, options } } = await request('POST', '/v1/sessions/passkey/options')
        const { usePasskey } = await import('./passkey.js')
        const passkey = await usePasskey(options)
        await this.#enter('/v1/sessions/passkey', { challenge, passkey, device: deviceName(), cookie: true })
    }

    /** @param {Omit<NewAccount, 'device'>} account */
    async register(account) {
        const body = { ...account, device: deviceName(), cookie: true }
        return await this.#enter('/v1/accounts', body)
    }

    /** Signs in as the person whom the campus let in; answers as `signIn`. @param {boolean} newAccount beside the one that has the email */
    async returnFromCampus(newAccount) {
        localStorage.setItem(CAMPUS, 'yes')
        return await this.#enter('/v1/sign-on/session', { device: deviceName(), newAccount })
    }

    /** @param {string} path @param {unknown} body @returns {Promise<FactorNeeded | undefined>} */
    async #enter(path, body) {
        /** @type {FactorNeeded | undefined} */
        let needed
        let isLost = false
        await this.#alone(async ({ lost }) => {
            const answer = await request('POST', path, { body })
            if (answer.status === 202) return void (needed = answer.body)
            isLost = Boolean(lost?.aborted)
            if (isLost) return
            localStorage.removeItem(LEAVING)
            this.#signed(answer)
        })
        if (!isLost) return needed
        // It slept meanwhile. The cookie says who is in by now, unless somebody signed out without a network.
        if (localStorage.getItem(LEAVING)) await this.signOut()
        else {
            arrived(this.last || 'yes')
            await this.#renew()
        }
        return needed
    }

    /**
     * The second half of a sign-in. With recovery codes, `enter` waits until the person has them.
     * @param {string} challenge @param {{ code: string } | { passkey: PasskeyAssertion } | { newPasskey: PasskeyRegistration }} proof
     * @returns {Promise<{ codes: string[], enter: () => void }>}
     */
    async prove(challenge, proof) {
        const body = { challenge, ...proof, device: deviceName(), cookie: true }
        const answer = await request('POST', '/v1/sessions/factor', { body })
        localStorage.removeItem(LEAVING)
        const [codes, enter] = [answer.body.recoveryCodes ?? [], () => this.#signed(answer)]
        if (codes.length === 0) enter()
        return { codes, enter }
    }

    /** Asks for a mail with a link and a code. @param {string} email */
    async mailReset(email) {
        await request('POST', '/v1/accounts/reset-mail', { body: { email } })
    }

    /** @param {PasswordReset} reset */
    async resetPassword(reset) {
        await request('POST', '/v1/accounts/reset', { body: reset })
    }

    /** Signs out, in all tabs at once. Answers once the server knows, or is not reached: then it is told when it is. */
    async signOut() {
        // First: whoever closes the page now has signed out.
        localStorage.setItem(LEAVING, 'yes')
        const access = this.#access
        this.campusExit.value = ''
        this.leave('left')
        try {
            await this.#alone((turn) => this.#tell(access, turn))
        } catch (error) {
            if (error instanceof Refused && !error.isPassing) localStorage.removeItem(LEAVING)
            else if (!(error instanceof Unreachable) && !(error instanceof Refused)) throw error
        }
    }

    /** Tells the server of a sign-out, unless another tab did. @param {Access | undefined} access that is left @param {Turn} turn */
    async #tell(access, turn) {
        if (!localStorage.getItem(LEAVING)) return
        const end = async (/** @type {string} */ token) => {
            const exit = localStorage.getItem(CAMPUS) ? await campusExit(token) : ''
            await request('DELETE', '/v1/sessions/current', { token })
            localStorage.removeItem(CAMPUS)
            this.campusExit.value = exit
        }
        try {
            if (!access || access.until < Date.now()) throw new Refused(NOBODY)
            await end(access.token)
        } catch (error) {
            if (!(error instanceof Refused) || error.status !== 401) throw error
            const answer = await refreshed(turn, SLEPT * this.pause)
            if (!answer) return
            await end(answer.body.accessToken)
        }
        if (!turn.lost?.aborted) localStorage.removeItem(LEAVING)
    }

    close() {
        this.#channel.close()
    }
}

/** Somebody is here from now on. @param {string} account @returns {string} the name of the visit */
function arrived(account) {
    const visit = localStorage.getItem(VISIT) ?? newID()
    localStorage.setItem(HERE, account)
    localStorage.setItem(VISIT, visit)
    return visit
}

/** Where one signs out at the campus too; empty if the session does not come from there. @param {string} token */
async function campusExit(token) {
    try {
        return (await request('GET', '/v1/me/sign-on', { token })).body.signOutURL ?? ''
    } catch {
        return ''
    }
}

/** The name of this device in the list of sessions. */
function deviceName() {
    const agent = navigator.userAgent
    const browser = [['Firefox', /Firefox/], ['Edge', /Edg/], ['Chrome', /Chrom/], ['Safari', /Safari/]]
        .find(([, pattern]) => /** @type {RegExp} */ (pattern).test(agent))?.[0] ?? 'Browser'
    const system = [['Android', /Android/], ['iPhone', /iPhone/], ['iPad', /iPad/], ['Windows', /Windows/], ['Mac', /Mac/], [
        'Linux',
        /Linux/,
    ]].find(([, pattern]) => /** @type {RegExp} */ (pattern).test(agent))?.[0]
    return system ? `${browser} on ${system}` : String(browser)
}

/**
 * Renews with the newest cookie, also right after a page that was left in the middle of it.
 * @param {Turn} turn @param {number} slept milliseconds that the request of a tab that sleeps has
 * @returns {Promise<Answer | undefined>} undefined if another tab took its place or signed out: whatever was answered counts no more
 */
async function refreshed({ isTaken, lost }, slept) {
    const age = Date.now() - Number(localStorage.getItem(RENEWING))
    const most = isTaken ? Math.max(ON_ITS_WAY, slept) : ON_ITS_WAY
    if (age >= 0 && age < most) await new Promise((resolve) => setTimeout(resolve, most - age))
    if (lost?.aborted) return undefined
    const [own, visit] = [String(Date.now()), localStorage.getItem(VISIT)]
    localStorage.setItem(RENEWING, own)
    // Also known before the tab hears that it lost its turn.
    const isOwn = () => !lost || !lost.aborted && localStorage.getItem(RENEWING) === own
    const counts = () => isOwn() && localStorage.getItem(VISIT) === visit
    try {
        const answer = await request('POST', '/v1/sessions/refresh', { body: {}, outlives: true })
        return counts() ? answer : undefined
    } catch (error) {
        if (counts()) throw error
        return undefined
    } finally {
        if (isOwn()) localStorage.removeItem(RENEWING)
    }
}
