// Lists whose rows are found again by their keys.

import { effect, scope, Signal, untracked } from './signals.js'

/**
 * Keeps the children of an element in step with a list. A row is made once for its key and then follows its item. Rows move
 * only where they must, and the row with the focus never moves, so that focus, selection and scrolling survive.
 *
 * @template Item
 * @param {Element} parent an element for these rows alone
 * @param {() => readonly Item[]} items read again when what it reads changes; fails if two items have one key
 * @param {(item: Item) => string | number} keyOf
 * @param {(item: { readonly value: Item }) => Element} make called once for a key; what it starts ends with the row
 * @returns {() => void} ends it and removes the rows, as the end of its scope does
 */
export function keyed(parent, items, keyOf, make) {
    /** @type {Map<string | number, { item: Signal<Item>, node: Element, stop: () => void }>} */
    const rows = new Map()

    /** @param {string | number} key @param {Item} value */
    function nodeOf(key, value) {
        const known = rows.get(key)
        if (known) {
            known.item.value = value
            return known.node
        }
        const item = new Signal(value)
        /** @type {Element[]} */
        const made = []
        const stop = scope(() => void made.push(make(item)))
        const node = /** @type {Element} */ (made[0])
        rows.set(key, { item, node, stop })
        return node
    }

    /** @param {Map<string | number, Item>} kept */
    function removeExcept(kept) {
        for (const [key, { node, stop }] of rows) {
            if (kept.has(key)) continue
            stop()
            node.remove()
            rows.delete(key)
        }
    }

    const removeAll = effect(() => () => removeExcept(new Map()))
    const stopFollowing = effect(() => {
        const list = items()
        const wanted = new Map(list.map((item) => [keyOf(item), item]))
        if (wanted.size < list.length) throw new Error('two items of a list have one key')
        untracked(() => {
            removeExcept(wanted)
            arrange(parent, Array.from(wanted, ([key, item]) => nodeOf(key, item)))
        })
    })
    return () => {
        stopFollowing()
        removeAll()
    }
}

/** Puts nodes into the order of a list, with the fewest moves. @param {Element} parent @param {Element[]} nodes */
function arrange(parent, nodes) {
    const places = new Map(Array.from(parent.children, (node, place) => [node, place]))
    const focused = nodes.findIndex((node) => node.contains(document.activeElement))
    const staying = longestRising(nodes.map((node) => places.get(node) ?? -1), focused)
    for (let index = nodes.length - 1; index >= 0; index -= 1) {
        const node = /** @type {Element} */ (nodes[index])
        if (!staying.has(index)) parent.insertBefore(node, nodes[index + 1] ?? null)
    }
}

/**
 * The indices of a longest rising part of a list of numbers, by patience sorting in O(n log n). Negative ones are left out.
 * @param {number[]} numbers @param {number} through an index that it must have, or -1
 */
function longestRising(numbers, through) {
    const fixed = numbers[through] ?? -1
    /** @type {number[]} Of each length, the index at which a rising part ends lowest. */
    const ends = []
    /** @type {number[]} */
    const before = []
    numbers.forEach((number, index) => {
        const mayStay = fixed < 0 || (number - fixed) * (index - through) > 0 || index === through
        if (number < 0 || !mayStay) return
        let [low, high] = [0, ends.length]
        while (low < high) {
            const middle = (low + high) >> 1
            if ((numbers[ends[middle] ?? -1] ?? -1) < number) low = middle + 1
            else high = middle
        }
        before[index] = ends[low - 1] ?? -1
        ends[low] = index
    })
    const found = new Set()
    for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) found.add(index)
    return found
}
