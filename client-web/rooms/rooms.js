// Which room an address names. A room is loaded when it is first opened.

import { computed, effect, scope, Signal, untracked } from '../platform/signals.js'
import { listen } from './keys.js'

/** @import { Place } from '../platform/router.js' */
/** @import { Key, MakeRoom, World } from './world.js' */

/** For the shell's `Router`, beside its own routes. */
export const ROUTES = {
    today: '/',
    day: '/today',
    inbox: '/inbox',
    search: '/search',
    courses: '/courses',
    course: '/c/:course',
    event: '/c/:course/:number',
}

/** @type {Record<string, () => Promise<{ room: MakeRoom }>>} */
const ROOMS = {
    today: () => import('../inbox/today.js'),
    day: () => import('../inbox/today.js'),
    inbox: () => import('../inbox/room.js'),
    search: () => import('../search/room.js'),
    courses: () => import('../catalog/room.js'),
    course: () => import('../events/room.js'),
    event: () => import('../events/event.js'),
}

/**
 * Shows the room of the present address, and another when the address names another. The heading of a room that was gone
 * to takes the focus, so that a screen reader speaks it.
 * @param {HTMLElement} main its children are the room
 * @param {{ readonly value: Place | undefined }} place
 * @param {World} world
 * @param {{ rooms?: Record<string, () => Promise<{ room: MakeRoom }>>, keys?: Signal<readonly Key[]> }} [more] rooms of
 *     others; the keys of the room that is open, for a list of them
 */
export function showRooms(main, place, world, { rooms = {}, keys = new Signal(/** @type {readonly Key[]} */ ([])) } = {}) {
    const known = { ...ROOMS, ...rooms }
    const which = computed(() => place.value && JSON.stringify([place.value.name, place.value.parameters]))
    let isFirst = true
    listen(() => keys.value)
    effect(() => {
        const name = which.value === undefined ? undefined : untracked(() => place.value?.name)
        const load = name === undefined ? undefined : known[name]
        if (!load) return
        let end = () => {}
        let isEnded = false
        load().then(({ room }) => {
            if (!isEnded) end = scope(() => open(room))
        }, (error) => {
            if (!isEnded) main.replaceChildren(sorry())
            reportError(error)
        })
        return () => {
            isEnded = true
            end()
        }
    })

    /** @param {MakeRoom} room */
    function open(room) {
        const here = new Signal(/** @type {Place} */ (untracked(() => place.value)))
        const own = untracked(() => which.value)
        effect(() => {
            if (place.value && which.value === own) here.value = place.value
        })
        const made = room(here, world)
        effect(() => {
            document.title = `${made.title()} · NoteIt`
        })
        main.replaceChildren(made.element)
        keys.value = made.keys
        const heading = made.element.querySelector('h1')
        if (!isFirst && heading && !made.element.contains(document.activeElement)) {
            heading.tabIndex = -1
            heading.focus()
        }
        isFirst = false
        return () => {
            keys.value = []
            made.element.remove()
        }
    }
}

function sorry() {
    const words = document.createElement('p')
    words.textContent = 'This room could not be loaded. Connect to the network and open it again.'
    return words
}
