// A snapshot of all that an account may see.

/** @import { Snapshot } from '../contract.d.ts' */
/** @import { Call } from '../accounts/server.js' */

/** All pages of a snapshot. @param {Call} call @param {AbortSignal} signal */
export async function fetchSnapshot(call, signal) {
    /** @type {Snapshot[]} */
    const pages = []
    for (let next = /** @type {string | null | undefined} */ (undefined); next !== null;) {
        const query = next ? `?${new URLSearchParams({ next })}` : ''
        const { body } = await call('GET', `/v1/snapshot${query}`, { signal, patience: 60_000 })
        pages.push(body)
        next = body.next
    }
    return pages
}

/** Waits until the network comes back, or as long. @param {number} pause milliseconds @param {AbortSignal} signal ends it at once */
export function networkOr(pause, signal) {
    return new Promise((resolve) => {
        const ends = new AbortController()
        const done = () => (ends.abort(), clearTimeout(timer), resolve(undefined))
        const timer = setTimeout(done, pause)
        addEventListener('online', done, { signal: ends.signal })
        signal.addEventListener('abort', done, { signal: ends.signal })
    })
}
