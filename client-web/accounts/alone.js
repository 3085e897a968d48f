// What one tab of all does at a time. Phones stop tabs that nobody looks at, with a lock in their hands: so a tab that a person
// looks at asks for a word, and takes the lock if none comes, as `copy/lead.js` does.

/** Milliseconds between the questions. */
export const PAUSE = 5000
/** Questions without an answer, before the lock is taken. */
const MOST_SILENT = 2

/**
 * How the lock is held. `isTaken` from a tab that slept: what that one asked for may still be on its way. `lost` ends when another
 * tab takes the lock: then the rest is that one's to do. Without locks nobody takes any.
 * @typedef {{ isTaken: boolean, lost?: AbortSignal }} Turn
 */

/**
 * Works while no other tab works under the same name.
 * @template T @param {LockManager | null} locks none: at once
 * @param {string} name @param {(turn: Turn) => Promise<T>} work @param {number} [pause]
 * @returns {Promise<T>} what the work answers, also if the lock was lost meanwhile
 */
export async function alone(locks, name, work, pause = PAUSE) {
    if (!locks) return await work({ isTaken: false })
    const [waits, loses] = [new AbortController(), new AbortController()]
    const channel = new BroadcastChannel(`${name}-turn`)
    let [isHeld, silent] = [false, 0]
    channel.onmessage = ({ data }) => {
        if (data.holds) silent = 0
        else if (isHeld) channel.postMessage({ holds: true })
    }
    /** @type {ReturnType<typeof setInterval> | undefined} */
    let timer
    try {
        return await new Promise((resolve, reject) => {
            const hold = (/** @type {LockOptions} */ options) =>
                void locks.request(name, options, async () => {
                    clearInterval(timer)
                    isHeld = true
                    if (options.steal) channel.postMessage({ holds: true })
                    await work({ isTaken: Boolean(options.steal), lost: loses.signal }).then(resolve, reject)
                }).catch((error) => {
                    if (error.name !== 'AbortError') return reject(error)
                    if (!isHeld) return
                    isHeld = false
                    loses.abort()
                })
            timer = setInterval(() => {
                if (document.hidden) return void (silent = 0)
                silent += 1
                if (silent <= MOST_SILENT) return channel.postMessage({ asks: true })
                clearInterval(timer)
                waits.abort()
                hold({ steal: true })
            }, pause)
            hold({ signal: waits.signal })
        })
    } finally {
        clearInterval(timer)
        channel.close()
    }
}
