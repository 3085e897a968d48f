// What stands around the rooms: the bar with the account, and the rooms and courses with their counts.

import { namesOf, termsOf } from '../catalog/terms.js'
import { ask } from '../platform/dialogs.js'
import { keyed } from '../platform/lists.js'
import { computed, effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { chooseTheme, theme } from './themes.js'

/** @import { Place } from '../platform/router.js' */
/** @import { World } from './world.js' */

/** @param {HTMLElement} element @param {number | undefined} count */
function showCount(element, count) {
    element.hidden = !count
    const words = count && count > 99 ? '99+' : String(count ?? '')
    if (element.textContent !== words) element.textContent = words
    element.setAttribute('aria-label', `${count} unread`)
    element.setAttribute('role', 'img')
}

/** On the icon of the page where it is installed. Not every browser has it. @param {number} count none for 0 */
function showBadge(count) {
    const badge = /** @type {{ setAppBadge?: (count: number) => Promise<void> }} */ (navigator)
    void badge.setAppBadge?.(count).catch(() => {})
}

/** Whether the account is on the staff of a course. @param {World['copy']} copy */
export function isStaff(copy) {
    return copy.enrollments().value?.some(({ role }) => role === 'staff') ?? false
}

/** @param {HTMLElement} nav @param {{ readonly value: Place | undefined }} place @param {World} world */
export function showNavigation(nav, place, { copy, call }) {
    const terms = termsOf({ call, copy })
    effect(() => void (copy.isLive.value && termsOf({ call, copy })))
    const nameOf = computed(() => namesOf(copy.courses().value ?? [], terms.value))
    effect(() => {
        const count = copy.inbox().value
        showCount(part(nav, 'inbox'), count)
        showBadge(count ?? 0)
    })
    // It goes with its account.
    effect(() => () => showBadge(0))
    effect(() => void (part(nav, 'staff').hidden = !isStaff(copy)))
    keyed(part(nav, 'courses'), () => copy.courses().value ?? [], ({ id }) => id, (course) => {
        const row = copyOf('nav-course')
        const link = /** @type {HTMLAnchorElement} */ (part(row, 'link'))
        const { id } = untracked(() => course.value)
        link.href = `/c/${encodeURIComponent(id)}`
        fill(row, { code: () => nameOf.value(course.value.id) })
        effect(() => void (link.title = course.value.title))
        effect(() => showCount(part(row, 'unread'), copy.unread(id).value))
        return row
    })
    effect(() => {
        void copy.courses().value
        const path = place.value ? location.pathname : ''
        const isOf = (/** @type {string} */ href) => href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
        for (const link of nav.querySelectorAll('a')) {
            const isHere = isOf(link.getAttribute('href') ?? '')
            if (isHere && !link.ariaCurrent) {
                link.ariaCurrent = 'page'
                // On a phone not all have a place beside each other.
                requestAnimationFrame(() => reveal(link))
            } else if (!isHere && link.ariaCurrent) link.ariaCurrent = null
        }
    })
}

/** Scrolls the bar, and not the page, so far that the next one shows that there are more. @param {Element} link */
function reveal(link) {
    const list = link.closest('ul')
    if (!list) return
    const [own, box] = [link.getBoundingClientRect(), list.getBoundingClientRect()]
    const by = Math.max(0, own.right + 40 - box.right) || Math.min(0, own.left - 40 - box.left)
    if (by) list.scrollBy({ left: by })
}

/**
 * @param {HTMLElement} bar @param {World} world
 * @param {{ find: () => void, listKeys: () => void, leave: () => void }} actions
 */
export function showBar(bar, { copy }, { find, listKeys, leave }) {
    const menu = /** @type {HTMLElement} */ (bar.querySelector('#menu'))
    const who = /** @type {HTMLElement} */ (bar.querySelector('#who'))
    bar.querySelector('#find')?.addEventListener('click', find)
    const content = copyOf('menu-content')
    menu.replaceChildren(content)
    fill(content, { name: () => copy.account.value?.displayName ?? '', email: () => copy.account.value?.email ?? '' })
    effect(() => {
        who.textContent = copy.account.value?.displayName ?? ''
        who.ariaLabel = `Your account: ${who.textContent}`
    })
    const select = /** @type {HTMLSelectElement} */ (part(content, 'theme'))
    effect(() => void (select.value = theme.value))
    select.addEventListener('change', () => chooseTheme(select.value))
    const closing = (/** @type {() => void} */ run) => () => {
        menu.hidePopover()
        run()
    }
    part(content, 'keys').addEventListener('click', closing(listKeys))
    part(content, 'leave').addEventListener('click', closing(leave))
    menu.addEventListener('click', ({ target }) => target instanceof HTMLAnchorElement && menu.hidePopover())
}

/** Asks a question. @param {{ title: string, words: string, action: string }} question @returns {Promise<boolean>} */
export async function asked(question) {
    return await ask(/** @type {HTMLDialogElement} */ (fill(copyOf('question'), question))) === 'yes'
}
