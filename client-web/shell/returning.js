// Where the reader was: going back finds the same place and the same link, and what vanishes does not take the focus with it.
// Loaded once the first room is there.

import { effect, untracked } from '../platform/signals.js'

/** @import { Router } from '../platform/router.js' */

const PLACE = 'noteit-place'
/** So many frames may a list take to grow to where it was. */
const FRAMES = 60
/** What takes the focus and opens no keyboard on the screen. */
const TAKERS = 'a[href], button, summary, select, [type="checkbox"], [type="radio"], [tabindex]'

/** @param {HTMLElement} main its child is the room @param {Router} router */
export function keep(main, router) {
    keepPlace(main, router)
    keepFocus(main)
}

/** @param {HTMLElement} main @param {Router} router */
function keepPlace(main, router) {
    // The browser would go there before the room is drawn.
    history.scrollRestoration = 'manual'
    /** How each step of the history was left. @type {Map<number, { top: number, link: string | null }>} */
    const left = new Map()
    let [step, path] = [0, '']
    // A reload, or a way back from another site, finds the place too. Only a number is kept.
    const before = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null')
    if (before && before.step === history.state?.step) left.set(before.step, { top: before.top, link: null })
    addEventListener('pagehide', () => sessionStorage.setItem(PLACE, JSON.stringify({ step, top: scrollY })))
    /** @type {{ top: number, link: string | null } | undefined} */
    let wanted
    effect(() => {
        void router.place.value
        untracked(() => {
            const link = document.activeElement?.closest('main a')?.getAttribute('href') ?? null
            if (step) left.set(step, { top: scrollY, link })
            wanted = left.get(history.state?.step)
            step = history.state?.step ?? Math.random()
            if (!history.state?.step) history.replaceState({ step }, '')
            // The room stays: only what stands after its path is another.
            if (wanted && path === location.pathname) restore(wanted)
            path = location.pathname
        })
    })
    if (wanted && main.firstElementChild) {
        restore(wanted)
        wanted = undefined
    }
    new MutationObserver(() => {
        if (!main.firstElementChild) return
        if (wanted) restore(wanted)
        else scrollTo(0, 0)
        wanted = undefined
    }).observe(main, { childList: true })

    /** @param {{ top: number, link: string | null }} how */
    function restore({ top, link }) {
        const ends = new AbortController()
        for (const move of ['wheel', 'pointerdown', 'keydown']) {
            addEventListener(move, () => ends.abort(), { signal: ends.signal, passive: true })
        }
        let goal = link
        const look = (/** @type {number} */ frames) => {
            if (ends.signal.aborted) return
            scrollTo(0, top)
            const found = goal && main.querySelector(`a[href="${CSS.escape(goal)}"]`)
            if (found instanceof HTMLElement) {
                found.focus({ preventScroll: true })
                goal = null
            }
            if (frames === 0 || (!goal && Math.abs(scrollY - top) < 2)) ends.abort()
            else requestAnimationFrame(() => look(frames - 1))
        }
        look(FRAMES)
    }
}

/**
 * If what has the focus vanishes, such as a task that was ticked off, the focus goes to what stands nearest. Otherwise the keys
 * would begin anew at the top of the page.
 * @param {HTMLElement} main
 */
function keepFocus(main) {
    /** What has the focus and what it stands in, innermost first, each with its neighbours. @type {(Element | null)[]} */
    let near = []
    const follow = (/** @type {Element} */ element) => {
        near = [element]
        for (let at = element; main.contains(at) && at !== main; at = at.parentElement ?? main) {
            near.push(at, at.nextElementSibling, at.previousElementSibling)
        }
    }
    const isSeen = (/** @type {Element | null | undefined} */ element) =>
        Boolean(element?.isConnected && element.checkVisibility())
    /** @param {Element | null} element */
    const takerIn = (element) =>
        element?.isConnected
            ? [element, ...element.querySelectorAll(TAKERS)].find((each) =>
                each.matches(TAKERS) && !each.matches(':disabled') && isSeen(each)
            )
            : undefined
    const look = () => {
        const [active, last] = [document.activeElement, near[0]]
        if (active === last && last) follow(last)
        if (!last || active !== document.body || document.querySelector('dialog:modal')) return
        // What waits for an answer takes it again afterwards.
        if (isSeen(last) && last.matches(':disabled')) return
        const found = near.map(takerIn).find(Boolean) ?? main.querySelector('h1')
        if (found instanceof HTMLElement) focusOn(found)
    }
    const focusOn = (/** @type {HTMLElement} */ element) => {
        if (element.matches('h1')) element.tabIndex = -1
        element.focus()
    }
    addEventListener('focusin', ({ target }) => {
        if (target instanceof Element && !target.closest('dialog')) follow(target)
    })
    // Whoever points somewhere else means it.
    addEventListener('pointerdown', () => (near = []), { capture: true })
    const watcher = new MutationObserver(() => requestAnimationFrame(() => setTimeout(look)))
    watcher.observe(main, { subtree: true, childList: true, attributeFilter: ['hidden', 'disabled', 'open'] })
    // Dialogs come and go here.
    watcher.observe(document.body, { childList: true })
    // Out of an empty field of a search, to the keys of the room.
    addEventListener('keydown', ({ key, target }) => {
        const heading = main.querySelector('h1')
        if (key === 'Escape' && heading && target instanceof HTMLInputElement && main.contains(target)) {
            if (target.type === 'search' && !target.value) focusOn(heading)
        }
    })
}
