// Which room an address names. A room is loaded when it is first opened.

import { computed, effect, scope, Signal, untracked } from '../platform/signals.js'
import { copyOf } from '../platform/templates.js'
import { whenDrawn } from '../rooms/frames.js'
import { loaded } from '../rooms/loading.js'

/** @import { Place } from '../platform/router.js' */
/** @import { World } from './world.js' */

/** A key while nobody types, and what it does in words. @typedef {{ key: string, words: string, run: () => void }} Key */
/**
 * `stays`: going back finds it as it was, and it does nothing by being seen. `endsLate`: it has much to end and no secrets, so the
 * next room is drawn first.
 * @typedef {{ element: HTMLElement, title: () => string, keys: Key[], stays?: boolean, endsLate?: boolean }} Room
 */
/** A room that was made at an address, and what ends and hides it. @typedef {{ own: string, room: Room, end: () => void, hide: () => void }} Open */
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
    join: '/join',
    signOn: '/sign-on',
    device: '/device',
    course: '/c/:course',
    event: '/c/:course/:number',
    calendar: '/calendar',
    calendarDay: '/calendar/:day',
    timetables: '/timetables',
    study: '/study',
    staff: '/staff',
    staffCourse: '/staff/:course',
    staffRoom: '/staff/:course/:room',
    degrees: '/degree',
    degree: '/degree/:plan',
}

/** What rooms with posts need. */
const POSTS = ['events/late.html', 'style/course.css', 'style/thread.css', 'style/files.css']
const staff = () => loaded(import('../staff/room.js'), ...POSTS, 'staff/late.html', 'style/staff.css')
const degree = () => loaded(import('../degrees/room.js'), 'degrees/late.html', 'style/degrees.css', 'style/degrees_beside.css')
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
    join: () => loaded(import('../catalog/join.js'), 'catalog/late.html'),
    signOn: () => import('../accounts/returning.js'),
    device: () => loaded(import('../settings/approval.js'), 'settings/late.html', 'style/settings.css'),
    course: () => loaded(import('../events/room.js'), ...POSTS),
    event: () => loaded(import('../events/event.js'), ...POSTS),
    staff,
    staffCourse: staff,
    staffRoom: staff,
    calendar,
    calendarDay: calendar,
    study: () => loaded(import('../study/room.js'), 'study/late.html', 'tasks/late.html', 'style/hours.css', 'style/study.css'),
    timetables: () =>
        loaded(import('../timetables/room.js'), 'timetables/late.html', 'style/timetables.css', 'style/timetables_week.css'),
    degrees: degree,
    degree,
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
    /** The room that is shown. It stays, and follows what changes, until the next one is there. @type {Open | undefined} */
    let shown
    /** The room that was left last, if it stays: it follows what changes, and going back draws nothing anew. @type {Open | undefined} */
    let kept
    /** Modules that are here: such a room opens in the same frame. @type {Map<string, { room: MakeRoom }>} */
    const modules = new Map()
    /** What ends rooms that were left, and end late. @type {Set<() => void>} */
    const ends = new Set()
    effect(() => {
        const own = which.value ?? ''
        const name = own && untracked(() => place.value?.name ?? '')
        let isOver = false
        const load = known[name] ?? (() => Promise.resolve({ room: noRoom }))
        const comes = [shown, kept].some((each) => each?.own === own) ? undefined : modules.get(name) ?? load()
        // A room that takes its time is waited for with a sign (`shell.css`).
        if (comes instanceof Promise) main.ariaBusy = 'true'
        const isHere = () => {
            if (!isOver) main.ariaBusy = null
        }
        Promise.resolve(comes).then((module) => {
            isHere()
            if (module) modules.set(name, module)
            if (isOver || shown?.own === own) return
            const before = kept?.own === own ? kept : undefined
            if (before) kept = undefined
            leave()
            const next = before ?? (module && made(module.room, own))
            if (next) show(next)
        }, (error) => {
            isHere()
            reportError(error)
            if (!isOver) leave()
        })
        return () => void (isOver = true)
    })
    effect(() => () => {
        for (const each of [shown, kept]) {
            each?.hide()
            each?.end()
        }
        ends.forEach((end) => end())
    })

    function leave() {
        shown?.hide()
        const gone = shown?.room.stays ? kept : shown
        if (shown?.room.stays) kept = shown
        shown = undefined
        if (!gone?.room.endsLate) return gone?.end()
        ends.add(gone.end)
        whenDrawn(() => ends.delete(gone.end) && gone.end())
    }

    /** @param {MakeRoom} make @param {string} own @returns {Open} */
    function made(make, own) {
        const here = new Signal(/** @type {Place} */ (untracked(() => place.value)))
        /** @type {Room[]} */
        const rooms = []
        const end = scope(() => {
            effect(() => {
                if (place.value && which.value === own) here.value = place.value
            })
            rooms.push(make(here, world))
        })
        return { own, room: /** @type {Room} */ (rooms[0]), end, hide: () => {} }
    }

    /** @param {Open} next */
    function show(next) {
        const { element, title, keys: own } = next.room
        shown = next
        next.hide = scope(() => {
            effect(() => void (document.title = `${title()} · NoteIt`))
            return () => {
                keys.value = []
                element.remove()
                next.hide = () => {}
            }
        })
        main.replaceChildren(element)
        keys.value = own
        const heading = element.querySelector('h1')
        if (!isFirst && heading && !element.contains(document.activeElement)) {
            heading.tabIndex = -1
            heading.focus()
        }
        isFirst = false
    }
}

/** @type {MakeRoom} */
const noRoom = () => ({ element: copyOf('no-room'), title: () => 'Not here yet', keys: [] })
