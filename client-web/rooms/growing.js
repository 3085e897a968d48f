// Long lists: the beginning is drawn, and more as its end comes near.

import { effect, Signal } from '../platform/signals.js'

/** What is drawn at once, and what comes in one frame while somebody scrolls. */
const [FIRST, STEP] = [60, 20]

/**
 * How many rows to draw. It grows when the end of the list comes near the window.
 * @param {Element} end an element behind the list
 * @param {() => number} whole the number of rows
 */
export function growing(end, whole) {
    const count = new Signal(FIRST)
    const watcher = new IntersectionObserver((found) => {
        if (found.some(({ isIntersecting }) => isIntersecting)) more()
    }, { rootMargin: '1500px' })
    const more = () => {
        if (count.value >= whole()) return false
        count.value += STEP
        // It tells only of changes: an end that is still near is told of anew.
        watcher.unobserve(end)
        watcher.observe(end)
        return true
    }
    effect(() => {
        watcher.observe(end)
        return () => watcher.disconnect()
    })
    return { count, more }
}
