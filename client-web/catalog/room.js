// Courses: those of the account, and finding others.

import { keyed } from '../platform/lists.js'
import { computed, effect, Signal } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { asked, attempt, input, onClick } from '../rooms/asking.js'
import { moveFocus } from '../rooms/moving.js'
import { apart, codeOf, placeIn } from '../events/words.js'
import { finding } from './finding.js'
import { termsOf } from './terms.js'

/** @import { Course, JoinRequest } from '../contract.d.ts' */
/** @import { MakeRoom } from '../shell/rooms.js' */
/** @import { World } from '../shell/world.js' */

/** @type {MakeRoom} */
export function room(place, world) {
    const { copy } = world
    const element = copyOf('courses-room')
    const own = computed(() => {
        const places = copy.enrollments().value
        return places && copy.courses().value?.filter(({ id }) => placeIn(places, id).isIn)
    })
    keyed(part(element, 'own'), () => own.value ?? [], ({ id }) => id, (course) => ownRow(world, course))
    effect(() => void (part(element, 'none').hidden = own.value?.length !== 0))
    /** @type {Signal<readonly JoinRequest[]>} */
    const waiting = new Signal(/** @type {readonly JoinRequest[]} */ ([]))
    const readWaiting = () =>
        world.call('GET', '/v1/me/enrollments').then(({ body }) => {
            waiting.value = body?.waiting ?? []
        }, () => {})
    effect(() => {
        // A place in a course may be one that was waited for.
        void copy.enrollments().value
        void readWaiting()
    })
    effect(() => void (part(element, 'asked').hidden = waiting.value.length === 0))
    keyed(
        part(element, 'waiting'),
        () => waiting.value,
        ({ section }) => section,
        (request) => waitingRow(world, request, readWaiting),
    )
    finding(place, world, element, readWaiting)

    const field = input(element, 'q')
    return {
        element,
        title: () => 'Courses',
        keys: [
            { key: '/', words: 'Find a course', run: () => field.focus() },
            { key: 'j', words: 'Next course', run: () => void moveFocus(element, 'a[data-part=link], summary', 1) },
            { key: 'k', words: 'Previous course', run: () => void moveFocus(element, 'a[data-part=link], summary', -1) },
        ],
    }
}

/** @param {World} world @param {{ readonly value: Course }} course */
function ownRow(world, course) {
    const { copy, call, say } = world
    const row = copyOf('own-course')
    const id = course.value.id
    const role = computed(() => placeIn(copy.enrollments().value ?? [], id))
    const link = /** @type {HTMLAnchorElement} */ (part(row, 'link'))
    link.href = `/c/${encodeURIComponent(id)}`
    const codes = computed(() =>
        role.value.sections.map((section) => course.value.sections.find(({ id }) => id === section)?.code ?? section).join(', ')
    )
    const terms = termsOf(world)
    fill(row, {
        code: codeOf(id),
        title: () => course.value.title,
        about: () => {
            const term = terms.value.find(({ id }) => id === course.value.term)?.name ?? course.value.term
            return [role.value.isStaff ? 'staff' : '', apart(codes.value), apart(term)].filter(Boolean).join(' · ')
        },
        unread: () => copy.unread(id).value || '',
    })
    effect(() => {
        const count = copy.unread(id).value ?? 0
        part(row, 'unread').hidden = count === 0
        part(row, 'unread').ariaLabel = `${count} unread`
        part(row, 'leave').ariaLabel = `Leave ${apart(codeOf(id))}`
        // Who is only staff is taken off a course by other staff.
        part(row, 'leave').hidden = role.value.sections.length === 0
    })
    onClick(row, 'leave', () =>
        void attempt(part(row, 'trouble'), async () => {
            const answer = await asked({
                title: `Leave ${codeOf(id)}?`,
                words: `You leave ${codes.value}. Its posts go from all your devices. What you wrote stays in the course.`,
                action: 'Leave',
            })
            if (answer === undefined) return
            for (const section of role.value.sections) await call('DELETE', `/v1/me/enrollments/${encodeURIComponent(section)}`)
            say(`You have left ${codeOf(id)}.`)
        }))
    return row
}

/** @param {World} world @param {{ readonly value: JoinRequest }} request @param {() => Promise<unknown>} readAgain */
function waitingRow({ call }, request, readAgain) {
    const row = copyOf('waiting-join')
    const { course, section, staffed } = request.value
    const words = staffed ? 'its staff decide' : 'nobody is staff there yet'
    part(row, 'back').ariaLabel = `Take it back: ${apart(codeOf(course))}`
    fill(row, { words: `${codeOf(course)}, section ${section.slice(section.lastIndexOf('.') + 1)}: ${words}` })
    onClick(row, 'back', () =>
        void attempt(part(row, 'trouble'), async () => {
            await call('DELETE', `/v1/me/enrollments/${encodeURIComponent(section)}`)
            await readAgain()
        }))
    return row
}
