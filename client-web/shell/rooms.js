// Which room an address names. A room is loaded when it is first opened.

import { computed, effect, scope, Signal, untracked } from '../platform/signals.js'
import { copyOf } from '../platform/templates.js'
import { loaded } from '../rooms/loading.js'

/** @import { Place } from '../platform/router.js' */
/** @import { World } from './world.js' */

/** A key while nobody types, and what it does in words. @typedef {{ key: string, words: string, run: () => void }} Key */
/** @typedef {{ element: HTMLElement, title: () => string, keys: Key[] }} Room */
/**
 * Makes a room, inside a scope that ends with it. The place follows what stands after `?` and `#` in the address.
 * @typedef {(place: { readonly value: Place }, world: World) => Room} MakeRoom
 */

/** The addresses for which the server answers the shell. The first that matches is taken. */
export const ROUTES = {
    today: '/',
    day: '/today',
    inbox: '/inbox',
    search: '/search',
    settings: '/settings',
    courses: '/courses',
    course: '/c/:course',
    event: '/c/:course/:number',
    calendar: '/calendar',
    calendarDay: '/calendar/:day',
    timetables: '/timetables',
    study: '/study',
    staff: '/staff',
    staffCourse: '/staff/:course',
    staffRoom: '/staff/:course/:room',
    degree: '/degree/:plan',
}

/** What rooms with posts need. */
const POSTS = ['events/late.html', 'style/course.css', 'style/thread.css', 'style/files.css']
const staff = () => loaded(import('../staff/room.js'), ...POSTS, 'staff/late.html', 'style/staff.css')
const calendar = () =>
    loaded(import('../calendars/room.js'), 'calendars/late.html', 'tasks/late.html', 'style/hours.css', 'style/calendar.css')

/** @type {Record<string, () => Promise<{ room: MakeRoom }>>} */
const ROOMS = {
    today: () => import('../inbox/today.js'),
    day: () => import('../inbox/today.js'),
    inbox: () => import('../inbox/room.js'),
    search: () => loaded(import('../search/room.js'), 'search/late.html'),
    settings: () => loaded(import('../settings/room.js'), 'settings/late.html', 'style/settings.css'),
    courses: () => loaded(import('../catalog/room.js'), 'catalog/late.html', 'style/courses.css'),
    course: () => loaded(import('../events/room.js'), ...POSTS),
    event: () => loaded(import('../events/event.js'), ...POSTS),
    staff,
    staffCourse: staff,
    staffRoom: staff,
    calendar,
    calendarDay: calendar,
    study: () => loaded(import('../study/room.js'), 'study/late.html', 'tasks/late.html', 'style/hours.css', 'style/study.css'),
}

/**
 * Shows the room of the present address. The heading of a room that was gone to takes the focus, so that it is spoken.
 * @param {HTMLElement} main its children are the room
 * @param {{ readonly value: Place | undefined }} place @param {World} world
 * @param {{ rooms?: typeof ROOMS, keys?: Signal<readonly Key[]> }} [more] the keys of the room that is open
 */
export function showRooms(main, place, world, { rooms = {}, keys = new Signal(/** @type {readonly Key[]} */ ([])) } = {}) {
    const known = { ...ROOMS, ...rooms }
    // The calendar stays while its day changes.
    const which = computed(() =>
        place.value &&
        (place.value.name.startsWith('calendar') ? 'calendar' : JSON.stringify([place.value.name, place.value.parameters]))
    )
    let isFirst = document.activeElement !== main
    effect(() => {
        const name = which.value === undefined ? '' : untracked(() => place.value?.name ?? '')
        let [isEnded, end] = [false, () => {}]
        const load = known[name] ?? (() => Promise.resolve({ room: noRoom }))
        load().then(({ room }) => {
            if (!isEnded) end = scope(() => open(room))
        }, reportError)
        return () => {
            isEnded = true
            end()
        }
    })

    /** @param {MakeRoom} room */
    function open(room) {
        const [here, own] = [new Signal(/** @type {Place} */ (untracked(() => place.value))), untracked(() => which.value)]
        effect(() => {
            if (place.value && which.value === own) here.value = place.value
        })
        const made = room(here, world)
        effect(() => void (document.title = `${made.title()} · NoteIt`))
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

/** @type {MakeRoom} */
const noRoom = () => ({ element: copyOf('no-room'), title: () => 'Not here yet', keys: [] })
