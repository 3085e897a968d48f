// What waits for the staff of a course, in numbers.

import { counted, isOpen } from '../events/words.js'
import { computed, effect } from '../platform/signals.js'
import { copyOf, part } from '../platform/templates.js'
import { listed, told } from './lists.js'
import { staffPath } from './words.js'

/** @import { EventRow } from '../copy/overlay.js' */
/** @import { World } from '../shell/world.js' */

/** The open questions of a course, oldest first. @param {World} world @param {string} course */
export function openQuestions({ copy }, course) {
    return computed(() => copy.events(course).value?.filter((event) => event.number > 0 && isOpen(event)))
}

/** The notices of a course, newest first. @param {World} world @param {string} course */
export function noticesOf({ copy }, course) {
    return computed(() =>
        copy.events(course).value?.filter(({ kind, number }) => kind === 'notice' && number > 0).sort(newestFirst)
    )
}

/** @param {EventRow} one @param {EventRow} other */
function newestFirst(one, other) {
    return one.createdAt === other.createdAt ? other.number - one.number : one.createdAt < other.createdAt ? 1 : -1
}

/** @param {World} world @param {string} course */
export function waitingFor(world, course) {
    const path = `/v1/courses/${encodeURIComponent(course)}`
    const questions = openQuestions(world, course)
    const reports = listed(world, () => `${path}/reports?open=true`, () => [
        told(world, course, 'reported'),
        world.copy.removals(course).value?.length,
    ])
    const requests = listed(world, () => `${path}/join-requests`, () => told(world, course, 'joinRequested'))
    const made = copyOf('staff-counts')
    /** @param {string} name @param {string} address @param {() => number | undefined} count @param {string} one @param {string} many */
    const shows = (name, address, count, one, many) => {
        const link = /** @type {HTMLAnchorElement} */ (part(made, `${name}Count`))
        link.href = address
        effect(() => {
            const found = count()
            part(made, `${name}Row`).hidden = !found
            link.textContent = found ? counted(found, one, many) : ''
        })
    }
    const room = `/c/${encodeURIComponent(course)}?kind=question&open=1`
    shows('questions', room, () => questions.value?.length, 'open question', 'open questions')
    const posts = computed(() =>
        new Set(
            reports.items.value?.map((report) => {
                const { event, reply } = /** @type {import('../contract.d.ts').Report} */ (report)
                return reply ?? event
            }),
        ).size
    )
    shows('reports', staffPath(course, 'reports'), () => posts.value, 'reported post', 'reported posts')
    const asks = () => requests.items.value?.length
    shows('requests', staffPath(course, 'roster'), asks, 'person asks to join', 'people ask to join')
    effect(() => {
        const isKnown = questions.value && reports.items.value && requests.items.value
        part(made, 'none').hidden = !isKnown || questions.value?.length !== 0 || posts.value !== 0 || asks() !== 0
        const trouble = reports.trouble.value || requests.trouble.value
        part(made, 'trouble').textContent = trouble && `Reports and people who ask to join are not known: ${trouble}`
    })
    return made
}
