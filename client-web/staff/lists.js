// What the server alone knows: read when a room needs it, and again when it may have changed.

import { Refused } from '../accounts/server.js'
import { batch, computed, effect, Signal, untracked } from '../platform/signals.js'

/** @import { Call } from '../accounts/server.js' */
/** @import { World } from '../shell/world.js' */

/**
 * - `answer`: undefined until it is known
 * - `trouble`: why it is not known, or not fresh; empty if all is well
 * @template T
 * @typedef {{ answer: { readonly value: T | undefined }, trouble: { readonly value: string }, again: () => Promise<void> }} Asked
 */

/**
 * Asks the server now, and again when the question changes, when the page is looked at again, and when the network comes back.
 * @template T
 * @param {Pick<World, 'call' | 'copy'>} world @param {() => string} path empty for no question
 * @param {(call: Call, path: string, signal: AbortSignal) => Promise<T>} read
 * @param {() => unknown} [when] the answer may be another one after each change of this
 * @returns {Asked<T>}
 */
export function fromServer({ call, copy }, path, read, when = () => '') {
    const [answer, trouble] = [new Signal(/** @type {T | undefined} */ (undefined)), new Signal('')]
    let ends = new AbortController()
    const again = async () => {
        ends.abort()
        const own = (ends = new AbortController())
        const at = untracked(path)
        if (!at) return
        try {
            const found = await read(call, at, own.signal)
            if (own.signal.aborted) return
            batch(() => {
                answer.value = found
                trouble.value = ''
            })
        } catch (error) {
            if (own.signal.aborted) return
            // What may not be seen any more is not shown any more.
            if (error instanceof Refused && !error.isPassing) answer.value = undefined
            trouble.value = error instanceof Error ? error.message : String(error)
            if (error instanceof TypeError || error instanceof ReferenceError) reportError(error)
        }
    }
    const question = computed(() => JSON.stringify([path(), when()]))
    effect(() => {
        void question.value
        void untracked(again)
    })
    const { isLive } = copy
    effect(() => {
        if (isLive.value && untracked(() => trouble.value)) void untracked(again)
    })
    effect(() => {
        const look = () => document.visibilityState === 'visible' && void again()
        document.addEventListener('visibilitychange', look)
        return () => {
            document.removeEventListener('visibilitychange', look)
            ends.abort()
        }
    })
    return { answer, trouble, again }
}

/** All pages of a list. @param {Call} call @param {string} path @param {AbortSignal} signal @returns {Promise<any[]>} */
async function pages(call, path, signal) {
    const items = []
    for (let after = /** @type {string | null} */ (''); after !== null;) {
        const query = new URLSearchParams({ limit: '200', ...(after ? { after } : {}) })
        const { body } = await call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`, { signal })
        items.push(...(body?.items ?? []))
        after = body?.next ?? null
    }
    return items
}

/** What a path answers. @param {Call} call @param {string} path @param {AbortSignal} signal @returns {Promise<any>} */
export async function one(call, path, signal) {
    return (await call('GET', path, { signal })).body
}

/**
 * A list of the server.
 * @template Item
 * @param {Pick<World, 'call' | 'copy'>} world @param {() => string} path @param {() => unknown} [when]
 */
export function listed(world, path, when) {
    /** @type {Asked<Item[]>} */
    const { answer, trouble, again } = fromServer(world, path, pages, when)
    return { items: answer, trouble, again }
}

/** A change of this means that staff of a course were told something. @param {World} world @param {string} course @param {string} kind of notification */
export function told({ copy }, course, kind) {
    return (copy.notifications().value ?? []).filter((news) => news.kind === kind && news.course === course).length
}
