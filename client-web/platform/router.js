// Addresses. A route is a pattern such as `/shelves/:shelf/:book`; each `:name` is one part of a path.

import { Signal, untracked } from './signals.js'

/**
 * A route, what its address names, and what stands after `?` and `#`.
 * @typedef {{ name: string, parameters: Record<string, string>, query: Record<string, string>, fragment: string }} Place
 */

/**
 * The first route that has a path, and its parameters; undefined if none has.
 * @param {Record<string, string>} routes patterns by their names
 * @param {string} path as in an address, percent-encoded
 * @returns {{ name: string, parameters: Record<string, string> } | undefined}
 */
export function match(routes, path) {
    const parts = path.split('/').map(decoded)
    for (const [name, pattern] of Object.entries(routes)) {
        const wanted = pattern.split('/')
        /** @type {Record<string, string>} */
        const parameters = {}
        const isMatch = wanted.length === parts.length && wanted.every((piece, index) => {
            const part = parts[index]
            if (!piece.startsWith(':')) return piece === part
            if (part) parameters[piece.slice(1)] = part
            return Boolean(part)
        })
        if (isMatch) return { name, parameters }
    }
    return undefined
}

/** Undefined if the encoding is broken. @param {string} part */
function decoded(part) {
    try {
        return decodeURIComponent(part)
    } catch {
        return undefined
    }
}

/**
 * The address of a place; the inverse of `match`.
 * @param {string} pattern @param {Record<string, string | number>} [parameters] @param {string | number} [fragment]
 */
export function address(pattern, parameters = {}, fragment = '') {
    const path = pattern.split('/').map((piece) => {
        if (!piece.startsWith(':')) return piece
        const value = parameters[piece.slice(1)]
        if (value === undefined || value === '') throw new Error(`${pattern} needs ${piece}`)
        return encodeURIComponent(value)
    }).join('/')
    return fragment === '' ? path : `${path}#${encodeURIComponent(fragment)}`
}

/** The place in which the page is, in step with the browser's history and with clicks on links to it. */
export class Router {
    #routes
    /** Undefined where no route has the address. @type {Signal<Place | undefined>} */
    place

    /** @param {Record<string, string>} routes patterns by their names; the first that matches is taken */
    constructor(routes) {
        this.#routes = routes
        this.place = new Signal(this.#read())
    }

    /** Follows the history and clicks. @returns {() => void} ends it */
    start() {
        const ends = new AbortController()
        for (const move of ['popstate', 'hashchange']) addEventListener(move, () => this.#arrive(), { signal: ends.signal })
        document.addEventListener('click', (event) => this.#click(event), { signal: ends.signal })
        return () => ends.abort()
    }

    /** Goes to an address of this page, as a step of the history with a number of its own. @param {string} to @param {{ replaces?: boolean }} [how] without a step back */
    go(to, { replaces = false } = {}) {
        history[replaces ? 'replaceState' : 'pushState']({ step: Math.random() }, '', to)
        this.#arrive()
    }

    #arrive() {
        const [before, now] = [untracked(() => this.place.value), this.#read()]
        if (JSON.stringify(before) !== JSON.stringify(now)) this.place.value = now
    }

    /** @returns {Place | undefined} */
    #read() {
        const found = match(this.#routes, location.pathname)
        const query = Object.fromEntries(new URLSearchParams(location.search))
        return found && { ...found, query, fragment: decoded(location.hash.slice(1)) ?? '' }
    }

    /**
     * A plain click on a link to a place stays in the page; everything else is the browser's.
     * @param {MouseEvent} event
     */
    #click(event) {
        const link = event.target instanceof Element ? event.target.closest('a') : null
        const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
        if (!link?.href || event.defaultPrevented || !isPlain || link.target || link.hasAttribute('download')) return
        const to = new URL(link.href)
        if (to.origin !== location.origin || !match(this.#routes, to.pathname)) return
        event.preventDefault()
        this.go(to.pathname + to.search + to.hash)
    }
}
