// What stands above a thread: the title, the author, the due date and how it moved, the text, the files.

import { illustrate, listFiles } from '../files/shown.js'
import { keyed } from '../platform/lists.js'
import { computed, effect, scope } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { follow, full } from '../platform/times.js'
import { loaded } from '../rooms/loading.js'
import { apart, audienceOf, codeOf, counted, isOpen, kindOf, spaced, span, whoOf } from './words.js'

/** @import { EventMark } from '../contract.d.ts' */
/** @import { EventRow } from '../copy/overlay.js' */
/** @import { World } from '../shell/world.js' */
/** @import { placeIn } from './words.js' */

/**
 * What the account is to an event.
 * @typedef {object} Reader
 * @property {{ readonly value: EventMark | undefined }} mark
 * @property {{ readonly value: ReturnType<typeof placeIn> }} role
 * @property {{ readonly value: boolean }} own
 */

/** @param {World} world @param {HTMLElement} element @param {{ readonly value: EventRow }} event @param {Reader} reader */
export function eventHead(world, element, event, { mark, role, own }) {
    const { copy, now, zone } = world
    const frame = () => ({ now: now.value, zone })
    const link = /** @type {HTMLAnchorElement} */ (part(element, 'course'))
    effect(() => {
        link.href = `/c/${encodeURIComponent(event.value.course)}`
        link.textContent = codeOf(event.value.course)
    })
    fill(element, { title: () => event.value.title, name: () => `#${event.value.number}` })
    effect(() => part(element, 'kind').replaceChildren(kindOf(event.value.kind)))
    effect(() => {
        const { author, anonymous } = event.value
        part(element, 'who').replaceChildren(whoOf(author, { isAnonymous: anonymous, isOwn: own.value }))
    })
    follow(/** @type {HTMLTimeElement} */ (part(element, 'made')), () => new Date(event.value.createdAt), frame)
    const marks = computed(() => {
        const { editedAt, pinned, mustRead, tags, publication } = event.value
        const course = copy.course(event.value.course).value
        const audience = audienceOf(event.value, course)
        // Equal words make no new elements.
        return JSON.stringify([
            ...(audience ? [audience] : []),
            ...(publication ? [`posted on ${full(new Date(publication.at), frame())}; only you see it until then`] : []),
            ...(isOpen(event.value) ? ['open question'] : []),
            ...(pinned ? ['pinned'] : []),
            ...(mustRead ? ['must read: the staff see who has not seen it'] : []),
            ...(editedAt ? [`edited ${full(new Date(editedAt), frame())}`] : []),
            ...(mark.value?.remindAt ? [`you are reminded ${full(new Date(mark.value.remindAt), frame())}`] : []),
            ...tags.map((tag) => `#${tag}`),
        ])
    })
    effect(() => {
        const all = /** @type {string[]} */ (JSON.parse(marks.value))
        part(element, 'marks').replaceChildren(...spaced(all.map((words) => span(words, 'mark', 'bdi'))))
    })
    const due = computed(() => event.value.due)
    effect(() => {
        part(element, 'dueLine').hidden = due.value === null
        if (due.value === null) return
        const date = new Date(due.value)
        follow(/** @type {HTMLTimeElement} */ (part(element, 'due')), () => date, frame)
    })
    history(world, element, event)
    receipts(world, element, event, role)
    const body = computed(() => event.value.body)
    const files = computed(() => event.value.attachments)
    illustrate(world, part(element, 'body'), () => event.value.id, () => body.value, () => files.value, { heading: 2 })
    listFiles(world, part(element, 'files'), () => files.value)
}

/** How the due date moved. @param {World} world @param {HTMLElement} element @param {{ readonly value: EventRow }} event */
function history({ now, zone }, element, event) {
    const when = (/** @type {string | null} */ time) => time ? full(new Date(time), { now: now.value, zone }) : 'no due date'
    const moves = computed(() => event.value.dueHistory.map((move, place) => ({ ...move, place })).reverse())
    effect(() => void (part(element, 'moves').hidden = moves.value.length === 0))
    fill(element, { moved: () => `The due date moved ${counted(event.value.dueMoves, 'time')}` })
    keyed(part(element, 'history'), () => moves.value, ({ place }) => place, (move) => {
        return fill(copyOf('due-move'), {
            change: () => `${when(move.value.from)} → ${when(move.value.to)}`,
            by: () => apart(move.value.by.displayName),
            at: () => when(move.value.at),
        })
    })
}

/**
 * How many people have seen a notice, and who has not seen one that must be read; staff may ask.
 * @param {World} world @param {HTMLElement} element @param {{ readonly value: EventRow }} event @param {Reader['role']} role
 */
function receipts(world, element, event, role) {
    const { call } = world
    const seen = part(element, 'seen')
    const asks = computed(() => event.value.kind === 'notice' && event.value.number > 0 && role.value.isStaff)
    const state = computed(() => asks.value ? `${event.value.id} ${event.value.rev}` : '')
    effect(() => {
        seen.hidden = true
        if (!state.value) return
        const ends = new AbortController()
        const path = `/v1/events/${encodeURIComponent(state.value.split(' ')[0] ?? '')}/receipts`
        call('GET', path, { signal: ends.signal }).then(({ body }) => {
            if (ends.signal.aborted) return
            seen.hidden = false
            seen.textContent = `Seen by ${body.seen} of ${counted(body.people, 'person', 'people')}`
        }, () => {})
        return () => ends.abort()
    })
    const hasNames = computed(() => asks.value && event.value.mustRead && !event.value.publication)
    effect(() => {
        if (!hasNames.value) return
        let [isOver, end] = [false, () => {}]
        loaded(import('../staff/unseen.js'), 'staff/late.html', 'style/staff.css').then(({ unseen }) => {
            if (!isOver) end = scope(() => part(element, 'names').replaceChildren(unseen(world, event)))
        }, reportError)
        return () => {
            isOver = true
            end()
            part(element, 'names').replaceChildren()
        }
    })
}
