// Moving the focus by keys.

/**
 * Moves the focus among the elements that a selector names, from the one that has it.
 * @param {ParentNode} root @param {string} selector @param {1 | -1} step @returns {boolean} whether there was one
 */
export function moveFocus(root, selector, step) {
    const all = Array.from(root.querySelectorAll(selector)).filter((element) => element instanceof HTMLElement)
    const now = all.findIndex((element) => element.contains(document.activeElement))
    const next = all[now < 0 ? (step > 0 ? 0 : all.length - 1) : now + step]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
    return next !== undefined
}
