// The rooms of a course's staff. Their modules are loaded, and their questions asked, only for somebody who is on the staff now.

import { codeOf } from '../events/words.js'
import { computed, effect, scope, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { staffIn, staffPath } from './words.js'

/** @import { Place } from '../platform/router.js' */
/** @import { Key, MakeRoom } from '../shell/rooms.js' */
/** @import { World } from '../shell/world.js' */

/** @typedef {{ element: HTMLElement, keys: Key[] }} Content what stands below the heading */
/** @typedef {(world: World, course: string, place: { readonly value: Place }) => Content} MakeContent */

/** @type {Record<string, { words: string, load: () => Promise<{ content: MakeContent }> }>} */
const ROOMS = {
    overview: { words: 'Overview', load: () => import('./course.js') },
    notices: { words: 'Notices', load: () => import('./notices.js') },
    roster: { words: 'People', load: () => import('./roster.js') },
    reports: { words: 'Reports', load: () => import('./reports.js') },
}
const ALL = { words: 'Staff', load: () => import('./overview.js') }

/** @type {MakeRoom} */
export function room(place, world) {
    const { copy } = world
    const { course = '', room: name = 'overview' } = place.value.parameters
    const found = course ? (Object.hasOwn(ROOMS, name) ? ROOMS[name] : undefined) : ALL
    const element = document.createElement('div')
    // The shell reads it with each key.
    const keys = /** @type {Key[]} */ ([])
    const isStaff = computed(() => {
        const places = copy.enrollments().value
        return places && (course ? staffIn(places, course).isStaff : places.some(({ role }) => role === 'staff'))
    })
    effect(() => {
        if (isStaff.value === undefined) return
        if (!isStaff.value || !found) {
            element.replaceChildren(untracked(() => isStaff.value ? noRoom(course) : forStaff(world, course)))
            return
        }
        let [isOver, end] = [false, () => {}]
        untracked(() => {
            end = scope(() => {
                element.replaceChildren(frame(world, course, name))
                part(element, 'room').ariaBusy = 'true'
                keys.push(...keysOf(world, course, name))
            })
        })
        const framed = end
        found.load().then(({ content }) => {
            if (isOver) return
            const stop = scope(() => {
                const made = content(world, course, place)
                part(element, 'room').replaceChildren(made.element)
                part(element, 'room').ariaBusy = null
                keys.unshift(...made.keys)
            })
            end = () => [stop, framed].forEach((run) => run())
        }, (error) => {
            reportError(error)
            if (!isOver) part(element, 'room').ariaBusy = null
        })
        return () => {
            isOver = true
            end()
            keys.length = 0
            element.replaceChildren()
            // A question about a person goes with the room.
            for (const dialog of document.querySelectorAll('dialog.asking')) {
                const open = /** @type {HTMLDialogElement} */ (dialog)
                open.close()
                open.remove()
            }
        }
    })
    return {
        element,
        title: () => !isStaff.value || !found ? 'Staff' : course ? `${found.words} · ${codeOf(course)}` : 'Staff',
        keys,
    }
}

/** @param {World} world @param {string} course @param {string} name */
function frame({ copy }, course, name) {
    const made = copyOf('staff-frame')
    part(made, 'crumbs').hidden = part(made, 'tabs').hidden = !course
    if (!course) return fill(made, { title: 'Staff' })
    const link = /** @type {HTMLAnchorElement} */ (part(made, 'course'))
    link.href = `/c/${encodeURIComponent(course)}`
    link.textContent = codeOf(course)
    fill(made, {
        title: () => name === 'overview' ? copy.course(course).value?.title ?? codeOf(course) : ROOMS[name]?.words ?? '',
    })
    part(made, 'rooms').replaceChildren(
        ...Object.entries(ROOMS).map(([room, { words }], index) => {
            const link = Object.assign(document.createElement('a'), {
                href: staffPath(course, room === 'overview' ? '' : room),
                textContent: words,
            })
            if (room === name) link.ariaCurrent = 'page'
            link.setAttribute('aria-keyshortcuts', String(index + 1))
            const row = document.createElement('li')
            row.append(link)
            return row
        }),
    )
    return made
}

/** @param {World} world @param {string} course @param {string} name @returns {Key[]} */
function keysOf({ go }, course, name) {
    if (!course) return []
    return [
        ...Object.entries(ROOMS).map(([room, { words }], index) => ({
            key: String(index + 1),
            words,
            run: () => go(staffPath(course, room === 'overview' ? '' : room)),
        })),
        {
            key: 'c',
            words: 'Write a notice',
            run: () => go(`${staffPath(course, 'notices')}?new=1`, { replaces: name === 'notices' }),
        },
        { key: 'u', words: 'To the course', run: () => go(`/c/${encodeURIComponent(course)}`) },
    ]
}

/** @param {World} world @param {string} course */
function forStaff({ copy }, course) {
    const made = copyOf('for-staff')
    return fill(made, {
        who: course ? `You are not on the staff of ${codeOf(course)}.` : 'You are not on the staff of a course.',
        // The terminal of the server's admin.
        grant: () => `noteitd staff grant ${copy.account.value?.email ?? 'EMAIL'} ${course || 'COURSE'}`,
    })
}

/** @param {string} course */
function noRoom(course) {
    const made = copyOf('no-staff-room')
    const link = /** @type {HTMLAnchorElement} */ (part(made, 'link'))
    link.href = staffPath(course)
    return made
}
