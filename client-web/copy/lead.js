// Which tab leads: the one that holds the lock. Phones stop tabs that nobody looks at, with the lock in their hands. So a tab that
// a person looks at asks the leading one for a word now and then, and takes its place if no word comes.

const LOCK = 'noteit-copy'
/** Questions without an answer, before the place is taken. */
const MOST_SILENT = 2

export class Lead {
    #locks
    #ask
    #pause
    #silent = 0

    /** @param {LockManager} locks @param {() => void} ask asks the leading tab, which answers with `heard` @param {number} [pause] */
    constructor(locks, ask, pause = 5000) {
        this.#locks = locks
        this.#ask = ask
        this.#pause = pause
    }

    /** The leading tab gave a word. */
    heard() {
        this.#silent = 0
    }

    /**
     * Waits for the lead and keeps it until `signal` ends.
     * @param {AbortSignal} signal @param {() => Promise<void>} work what the tab does that leads
     * @param {() => void} lost another tab took the lead
     */
    wait(signal, work, lost) {
        const waits = new AbortController()
        const timer = setInterval(() => {
            if (document.hidden) return this.heard()
            this.#silent += 1
            if (this.#silent <= MOST_SILENT) return this.#ask()
            waits.abort()
            void hold({ steal: true })
        }, this.#pause)
        const stop = () => (clearInterval(timer), waits.abort())
        signal.addEventListener('abort', stop, { once: true })
        this.heard()
        const hold = async (/** @type {LockOptions} */ options) => {
            let isHeld = false
            try {
                await this.#locks.request(LOCK, options, async () => {
                    clearInterval(timer)
                    if (signal.aborted) return
                    isHeld = true
                    await work()
                    if (!signal.aborted) {
                        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
                    }
                })
            } catch (error) {
                if (/** @type {any} */ (error).name !== 'AbortError') reportError(error)
                else if (isHeld && !signal.aborted) lost()
            }
        }
        void hold({ signal: waits.signal })
    }
}
