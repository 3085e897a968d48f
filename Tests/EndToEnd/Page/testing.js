// What the tests in JavaScript share. `test_modules.py` runs each test in a page of its own.

/** @type {Map<string, () => void | Promise<void>>} */
export const tests = new Map()

/** @param {string} name a sentence about behaviour, unique in its file @param {() => void | Promise<void>} run */
export function test(name, run) {
    tests.set(name, run)
}

/** Fails unless both are the same as JSON. @param {unknown} found @param {unknown} wanted @param {string} [about] */
export function equal(found, wanted, about = '') {
    const [left, right] = [found, wanted].map((value) => JSON.stringify(value, null, 1))
    if (left !== right) throw new Error(`${about}\nfound ${left}\nnot ${right}`)
}

/** Fails unless a function throws. @param {() => unknown} run */
export function throws(run) {
    try {
        run()
    } catch {
        return
    }
    throw new Error('nothing was thrown')
}

/** Collects what is reported instead of failing. @param {() => void} run @returns {string[]} */
export function reported(run) {
    /** @type {string[]} */
    const messages = []
    const listener = (/** @type {ErrorEvent} */ event) => {
        messages.push(event.error.message)
        event.preventDefault()
    }
    addEventListener('error', listener)
    run()
    removeEventListener('error', listener)
    return messages
}

/**
 * An element in the page.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string>} [attributes] @param {(Node | string)[]} children
 */
export function element(name, attributes = {}, ...children) {
    const made = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
    made.append(...children)
    return made
}

/** The same random numbers for the same seed (mulberry32). @param {number} seed @returns {(below: number) => number} */
export function dice(seed) {
    let state = seed
    return (below) => {
        state = (state + 0x6d2b79f5) | 0
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
        return ((mixed ^ (mixed >>> 14)) >>> 0) % below
    }
}

/** Waits for a condition, ten seconds at most. @param {() => unknown} holds */
export async function until(holds) {
    for (const end = performance.now() + 10_000; !holds();) {
        if (performance.now() > end) throw new Error(`waited for ${holds}`)
        await new Promise((resolve) => setTimeout(resolve, 10))
    }
}
