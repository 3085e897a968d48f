// The session of this browser. The access token is in memory alone; the refresh token is a cookie that no script can read.
// All tabs share one refresh, because a refresh token works once.

import { Signal, untracked } from '../platform/signals.js'
import { Refused, request, Unreachable } from './server.js'

/** @import { Account, NewAccount, PasswordReset } from '../contract.d.ts' */
/** @import { Answer, Call, Options } from './server.js' */

const LOCK = 'noteit-session'
/** That somebody signed out without a network: the cookie must go before anything else is asked. */
const LEAVING = 'noteit-leaving'
/** That somebody signed in here: else there is no cookie to ask with, and no answer of 401 in the console. */
const HERE = 'noteit-here'
/** Since when a page renews. It stays if that page was left meanwhile: the next cookie is on its way then, and this one is used. */
const RENEWING = 'noteit-renewing'
const ON_ITS_WAY = 2_000
/** The token is renewed before it ends. */
const MARGIN = 30_000

/**
 * - `unknown`: not asked yet, or the server is not reached
 * - `in`: signed in
 * - `out`: nobody is signed in; `reason` says why if somebody was
 * @typedef {{ is: 'unknown' | 'in' | 'out', account?: Account, reason?: 'left' | 'ended' | 'gone' }} SessionState
 */

export class Session {
    /** @type {Signal<SessionState>} */
    state = new Signal(/** @type {SessionState} */ ({ is: 'unknown' }))
    /** @type {{ token: string, account: Account, until: number } | undefined} */
    #access
    /** @type {Promise<void> | undefined} */
    #refreshing
    #channel
    #locks

    /** @param {{ channel?: BroadcastChannel, locks?: LockManager | null }} [parts] for tests */
    constructor({ channel = new BroadcastChannel('noteit-session'), locks = navigator.locks } = {}) {
        this.#channel = channel
        this.#locks = locks
        channel.onmessage = ({ data }) => {
            if (data.access) this.#take(data.access)
            else this.#end(data.reason)
        }
    }

    /** Asks who is signed in. Answers once it is known, or the server is not reached. */
    async begin() {
        try {
            if (localStorage.getItem(LEAVING)) return await this.signOut()
            if (!localStorage.getItem(HERE)) return this.#end(undefined)
            await this.#renew()
        } catch (error) {
            if (!(error instanceof Unreachable) && !(error instanceof Refused)) throw error
        }
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
        const before = this.#access
        return (this.#refreshing ??= this.#alone(async () => {
            // Another tab may have done it meanwhile.
            if (this.#access && this.#access !== before && this.#access.until > Date.now()) return
            try {
                this.#signed(await refreshed())
            } catch (error) {
                if (!(error instanceof Refused) || error.isPassing) throw error
                const was = untracked(() => this.state.value.is) === 'in' || before
                this.leave(was ? 'ended' : undefined)
                throw error
            }
        }).finally(() => (this.#refreshing = undefined)))
    }

    /** @param {() => Promise<void>} work */
    async #alone(work) {
        if (this.#locks) await this.#locks.request(LOCK, work)
        else await work()
    }

    /** @param {Answer} answer */
    #signed({ body }) {
        const access = {
            token: body.accessToken,
            account: body.account,
            until: Date.now() + Math.max(body.expiresIn * 1000 - MARGIN, body.expiresIn * 500),
        }
        localStorage.setItem(HERE, 'yes')
        this.#take(access)
        this.#channel.postMessage({ access })
    }

    /** @param {{ token: string, account: Account, until: number }} access */
    #take(access) {
        this.#access = access
        this.state.value = { is: 'in', account: access.account }
    }

    /** @param {SessionState['reason']} reason */
    #end(reason) {
        this.#access = undefined
        this.state.value = reason ? { is: 'out', reason } : { is: 'out' }
    }

    /** Tells all tabs that nobody is signed in. @param {SessionState['reason']} [reason] */
    leave(reason) {
        localStorage.removeItem(HERE)
        this.#end(reason)
        this.#channel.postMessage({ reason })
    }

    /** @param {string} email @param {string} password */
    async signIn(email, password) {
        const body = { email, password, device: deviceName(), cookie: true }
        await this.#enter('/v1/sessions', body)
    }

    /** @param {Omit<NewAccount, 'device'>} account */
    async register(account) {
        const body = { ...account, device: deviceName(), cookie: true }
        await this.#enter('/v1/accounts', body)
    }

    /** @param {string} path @param {unknown} body */
    async #enter(path, body) {
        await this.#alone(async () => {
            const answer = await request('POST', path, { body })
            localStorage.removeItem(LEAVING)
            this.#signed(answer)
        })
    }

    /** @param {PasswordReset} reset */
    async resetPassword(reset) {
        await request('POST', '/v1/accounts/reset', { body: reset })
    }

    /** Signs out, here at once. Without a network, the server is told when it is reached. */
    async signOut() {
        localStorage.setItem(LEAVING, 'yes')
        try {
            await this.call('DELETE', '/v1/sessions/current')
            localStorage.removeItem(LEAVING)
        } catch (error) {
            if (error instanceof Refused && !error.isPassing) localStorage.removeItem(LEAVING)
            else if (!(error instanceof Unreachable) && !(error instanceof Refused)) throw error
        } finally {
            this.leave('left')
        }
    }

    close() {
        this.#channel.close()
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

/** Renews with the newest cookie, also right after a page that was left in the middle of it. @returns {Promise<Answer>} */
async function refreshed() {
    const age = Date.now() - Number(localStorage.getItem(RENEWING))
    if (age >= 0 && age < ON_ITS_WAY) await new Promise((resolve) => setTimeout(resolve, ON_ITS_WAY - age))
    localStorage.setItem(RENEWING, String(Date.now()))
    try {
        return await request('POST', '/v1/sessions/refresh', { body: {}, outlives: true })
    } finally {
        localStorage.removeItem(RENEWING)
    }
}
