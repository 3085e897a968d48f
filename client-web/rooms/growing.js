// Long lists: the beginning is drawn, and more as its end comes near.

import { computed, effect, Signal } from '../platform/signals.js'

/** What comes in one frame while somebody scrolls. */
const STEP = 20
/** So high is at least what stands above a list. */
const ABOVE = 240

/**
 * How many rows to draw. It grows when the end of the list comes near the window.
 * @param {Element} end an element behind the list
 * @param {() => number} whole the number of rows @param {number} [height] at least so high is a row
 * @returns `again` begins anew, for another list, with at least so many rows
 */
export function growing(end, whole, height = 60) {
    // What the window shows is drawn at once, and the rest after it.
    const first = () => Math.ceil(Math.max(innerHeight - ABOVE, height) / height)
    const count = new Signal(first())
    const watcher = new IntersectionObserver((found) => {
        if (found.some(({ isIntersecting }) => isIntersecting)) more()
    }, { rootMargin: '1500px' })
    const more = () => {
        if (count.value >= whole()) return false
        count.value += STEP
        return true
    }
    const isMore = computed(() => count.value < whole())
    effect(() => {
        // It tells only of changes: an end that is still near is told of anew, also once there is more.
        void count.value
        if (isMore.value) watcher.observe(end)
        return () => watcher.disconnect()
    })
    return { count, more, again: (least = 0) => (count.value = Math.max(first(), least)) }
}
