// The changes of the log as they happen: over a WebSocket, else an event stream, else a long poll. After a loss it tries again
// with growing pauses, from the cursor of the last change.

/** @import { Change, ChangePage, StreamTicket } from '../contract.d.ts' */
/** @import { Call } from '../accounts/server.js' */

/** @typedef {'offline' | 'connecting' | 'live'} ConnectionState */

/**
 * @typedef {object} Listener
 * @property {(changes: Change[], cursor: string) => void} changes with them, the copy has everything up to the cursor
 * @property {(state: ConnectionState) => void} state
 * @property {() => void} expired the cursor is of no use any more: a snapshot is needed
 */

/** The server sends something every 25 seconds. */
const SILENCE = 60_000
const [LEAST_PAUSE, MOST_PAUSE] = [1000, 60_000]
/** Tickets that led to no connection, before the next way is tried. A proxy may let one way through and not another. */
const MOST_FAILURES = 2

export class Connection {
    #call
    #listener
    #cursor
    #ends = new AbortController()
    #way = 0
    #failures = 0
    #asked = 0
    /** Whether the next pause is short: the network came back while an attempt was failing. */
    #isWoken = false
    /** Ends the pause, or the present connection if it may be dead. */
    #wake = () => {}

    /** @param {Call} call @param {string} cursor @param {Listener} listener */
    constructor(call, cursor, listener) {
        this.#call = call
        this.#cursor = cursor
        this.#listener = listener
        addEventListener('online', () => this.wake(), { signal: this.#ends.signal })
        document.addEventListener('visibilitychange', () => document.hidden || this.wake(), { signal: this.#ends.signal })
        this.#run()
    }

    /** Looks at once whether the server is there. */
    wake() {
        this.#isWoken = true
        this.#wake()
    }

    end() {
        this.#ends.abort()
        this.#wake()
    }

    async #run() {
        const ways = [() => this.#socket(), () => this.#stream(), () => this.#poll()]
        for (let lost = 0; !this.#ends.signal.aborted;) {
            this.#listener.state('connecting')
            const before = this.#cursor
            this.#isWoken = false
            let isOpen = false
            try {
                isOpen = (await ways[this.#way]?.()) ?? false
                if (isOpen) this.#failures = 0
                else if ((this.#failures += 1) === MOST_FAILURES && this.#way < ways.length - 1) {
                    this.#way += 1
                    this.#failures = 0
                    continue
                }
            } catch (error) {
                if (this.#ends.signal.aborted) return
                // Its reason stands in a problem document. A session that ended is told by the call itself.
                if (/** @type {any} */ (error).status === 410) return this.#listener.expired()
            }
            if (this.#ends.signal.aborted) return
            lost = isOpen || this.#cursor !== before ? 0 : lost + 1
            this.#listener.state('offline')
            const own = Math.min(MOST_PAUSE, LEAST_PAUSE * 2 ** (this.#isWoken ? 0 : lost) * (0.5 + Math.random() / 2))
            await this.#pause(Math.max(this.#asked, own))
            this.#asked = 0
        }
    }

    /** @param {number} length */
    #pause(length) {
        return new Promise((resolve) => {
            const timer = setTimeout(resolve, length)
            this.#wake = () => {
                clearTimeout(timer)
                resolve(undefined)
            }
        })
    }

    /** @param {string} path */
    async #address(path) {
        const { ticket } = /** @type {StreamTicket} */ ((await this.#call('POST', '/v1/stream-tickets')).body)
        return `${path}?${new URLSearchParams({ cursor: this.#cursor, ticket })}`
    }

    /**
     * Listens until the connection is lost.
     * @param {(heard: (frame: any) => void, close: () => void) => () => void} open what closes it
     * @returns {Promise<boolean>} whether anything was heard
     */
    #listen(open) {
        return new Promise((resolve) => {
            let isOpen = false
            /** @type {ReturnType<typeof setTimeout>} */
            let silence
            const close = () => {
                clearTimeout(silence)
                shut()
                resolve(isOpen)
            }
            const rest = (/** @type {number} */ length) => {
                clearTimeout(silence)
                silence = setTimeout(close, length)
            }
            const shut = open((frame) => {
                rest(SILENCE)
                // The first says where the log is, not up to where the changes have come.
                this.#hear(isOpen ? frame : { ...frame, at: undefined })
                if (!isOpen && !this.#ends.signal.aborted) this.#listener.state('live')
                isOpen = true
            }, close)
            rest(isOpen ? SILENCE : 15_000)
            // A phone that slept, or another network: what is dead is not noticed otherwise for a minute.
            let left = Date.now()
            this.#wake = () => {
                if (this.#ends.signal.aborted || Date.now() - left > SILENCE / 2) close()
                left = Date.now()
            }
        })
    }

    /** @param {any} frame */
    #hear(frame) {
        if (frame.retry) this.#asked = Math.max(LEAST_PAUSE, Math.min(MOST_PAUSE, frame.retry))
        if (frame.expired) {
            this.#ends.abort()
            this.#listener.expired()
        } else if (frame.change) this.#move([frame.change], frame.cursor)
        else if (frame.at) this.#move([], frame.at)
    }

    /** @param {Change[]} changes @param {string} cursor */
    #move(changes, cursor) {
        if (this.#ends.signal.aborted) return
        this.#cursor = cursor
        this.#listener.changes(changes, cursor)
    }

    async #socket() {
        const address = new URL(await this.#address('/v1/ws'), location.href)
        address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
        return this.#listen((heard, close) => {
            const socket = new WebSocket(address)
            socket.onmessage = ({ data }) => heard(JSON.parse(data))
            socket.onclose = close
            return () => socket.close()
        })
    }

    async #stream() {
        const address = await this.#address('/v1/stream')
        return this.#listen((heard, close) => {
            const source = new EventSource(address)
            const on = (/** @type {string} */ name, /** @type {(event: MessageEvent) => void} */ hear) =>
                source.addEventListener(name, hear)
            on('at', ({ data }) => heard(JSON.parse(data)))
            on('change', ({ data, lastEventId }) => heard({ change: JSON.parse(data), cursor: lastEventId }))
            on('expired', ({ data }) => heard(JSON.parse(data)))
            // By itself it would come back with the ticket, which works once.
            source.onerror = close
            return () => source.close()
        })
    }

    async #poll() {
        for (let isOpen = false; !this.#ends.signal.aborted; isOpen = true) {
            const [ends, begun] = [new AbortController(), Date.now()]
            this.#wake = () => {
                if (this.#ends.signal.aborted || Date.now() - begun > SILENCE / 2) ends.abort()
            }
            const query = new URLSearchParams({ cursor: this.#cursor, wait: isOpen ? '25' : '0' })
            const answer = await this.#call('GET', `/v1/changes?${query}`, { signal: ends.signal, patience: SILENCE })
            const page = /** @type {ChangePage} */ (answer.body)
            this.#listener.state('live')
            this.#move(page.changes, page.cursor)
        }
        return true
    }
}
