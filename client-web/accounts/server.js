// Requests to the server.

/** @import { Problem } from '../contract.d.ts' */

/**
 * @typedef {object} Options
 * @property {unknown} [body] sent as JSON; a `Blob` as it is
 * @property {string} [token] the access token
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 * @property {number} [patience] milliseconds to wait for the answer; a file has the time that it needs
 * @property {(share: number) => void} [progress] hears how much of a file is sent, from 0 to 1
 * @property {boolean} [outlives] whether the browser brings it to its end although the page is left
 */
/** @typedef {{ status: number, body: any, headers: Headers }} Answer `body` is undefined where there is none */
/** @typedef {(method: string, path: string, options?: Omit<Options, 'token'>) => Promise<Answer>} Call */

/** The server refused a request, which has changed nothing. */
export class Refused extends Error {
    /** @param {Problem} problem @param {number} [after] seconds after which to try again */
    constructor(problem, after) {
        super(problem.detail)
        this.status = problem.status
        this.problem = problem
        this.after = after
    }

    /** Whether the same request may succeed later. */
    get isPassing() {
        return [408, 429].includes(this.status) || this.status >= 500
    }

    /** What is wrong with a field. @param {string} field */
    about(field) {
        return this.problem.errors?.find((error) => error.field === field)?.detail
    }
}

/** No answer came: there is no network, or no server. Whether the request was carried out is not known. */
export class Unreachable extends Error {
    /** @param {unknown} [cause] */
    constructor(cause) {
        super('The server is not reached. Try again once you are connected.', { cause })
    }
}

/** How far the clock of this device is ahead of the server's, in milliseconds. @type {(ahead: number) => void} */
let tellClock = () => {}

/** @param {(ahead: number) => void} tell called with each answer that has a date */
export function watchClock(tell) {
    tellClock = tell
}

/**
 * Sends a request.
 * @param {string} method @param {string} path @param {Options} [options]
 * @returns {Promise<Answer>} throws `Refused` or `Unreachable`
 */
export async function request(
    method,
    path,
    { body, token, headers = {}, signal, progress, patience = 20_000, outlives = false } = {},
) {
    const isFile = body instanceof Blob
    const type = isFile ? 'application/octet-stream' : 'application/json'
    const sent = {
        ...(body === undefined ? {} : { 'Content-Type': type }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...headers,
    }
    /** @type {Response} */
    let response
    let answer
    try {
        const timer = AbortSignal.timeout(patience)
        response = isFile
            ? await (await import('./upload.js')).upload(method, path, { body, headers: sent, signal, progress })
            : await fetch(path, {
                method,
                headers: sent,
                body: body === undefined ? null : JSON.stringify(body),
                signal: signal ? AbortSignal.any([signal, timer]) : timer,
                cache: 'no-store',
                redirect: 'error',
                keepalive: outlives,
            })
        const text = await response.text()
        // A proxy or a network that wants a sign-in of its own may answer in the server's place.
        answer = text && /json/.test(response.headers.get('Content-Type') ?? '') ? JSON.parse(text) : undefined
    } catch (error) {
        throw new Unreachable(error)
    }
    const date = Date.parse(response.headers.get('Date') ?? '')
    if (date) tellClock(Date.now() - date)
    if (response.ok) return { status: response.status, body: answer, headers: response.headers }
    if (!answer && response.status >= 500) throw new Unreachable()
    const detail = `The server answered ${response.status}.`
    const after = Number(response.headers.get('Retry-After')) || undefined
    throw new Refused(answer ?? { type: 'about:blank', title: detail, status: response.status, detail }, after)
}

/** A new id, also where the page came without TLS. @returns {string} */
export function newID() {
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
