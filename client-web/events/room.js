// A course: its events in due-date sections, filters, and a place to write.

import { attempt, onClick } from '../rooms/asking.js'
import { growing } from '../rooms/growing.js'
import { moveFocus } from '../rooms/moving.js'
import { keyed } from '../platform/lists.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { composer } from './composer.js'
import { filtersOf, firstOf, passes, queryOf, sectionsOf } from './list.js'
import { opens } from './reply_form.js'
import { eventRow } from './rows.js'
import { waitingRow } from './unsent.js'
import { addressOf, codeOf, KINDS, placeIn, SIGNS } from './words.js'

/** @import { Filters } from './list.js' */
/** @import { EventRow } from '../copy/overlay.js' */
/** @import { MakeRoom } from '../shell/rooms.js' */
/** @import { World } from '../shell/world.js' */

const SWITCHES = /** @type {const} */ (['unread', 'open', 'mine', 'past'])

/** @type {MakeRoom} */
export function room(place, world) {
    const { copy, outbox, now, zone } = world
    const id = place.value.parameters['course'] ?? ''
    const element = copyOf('course-room')
    const trouble = part(element, 'trouble')
    const filters = computed(() => filtersOf(place.value.query))
    const events = copy.events(id)
    const reader = computed(() => ({
        account: copy.account.value?.id,
        marks: copy.marks().value ?? new Map(),
        news: copy.newsIn(id).value ?? new Map(),
    }))
    const waiting = computed(() => (events.value ?? []).filter(({ number }) => number === 0))
    const sent = computed(() => {
        const all = events.value ?? []
        return waiting.value.length > 0 ? all.filter(({ number }) => number > 0) : all
    })
    const sections = computed(() => {
        const now_ = now.value
        return sectionsOf(sent.value.filter((event) => passes(event, filters.value, reader.value)), {
            now: now_,
            zone,
            past: filters.value.past,
        })
    })
    const whole = computed(() => sections.value.reduce((sum, section) => sum + section.events.length, 0))
    const { count, more, again } = growing(part(element, 'end'), () => whole.value, 80)
    const chosen = computed(() => queryOf(filters.value))
    effect(() => {
        void chosen.value
        untracked(() => {
            const id = document.activeElement?.closest('li.event')?.getAttribute('data-id')
            again(id ? sections.value.flatMap(({ events }) => events).findIndex((event) => event.id === id) + 1 : 0)
        })
    })
    const shown = computed(() => firstOf(sections.value, count.value))

    fill(element, { code: codeOf(id), name: () => copy.course(id).value?.title ?? '' })
    showFilters(element, id, world, filters)
    /** What was just posted: its row may stand far below. */
    const posted = new Signal('')
    const compose = opens(
        part(element, 'composer'),
        (done) => composer(world, id, { done, posted: (made) => (posted.value = made) }),
        part(element, 'compose'),
    )
    effect(() => {
        const event = posted.value && sent.value.find(({ id }) => id === posted.value)
        part(element, 'posted').hidden = !event
        if (!event) return
        const link = /** @type {HTMLAnchorElement} */ (part(element, 'postedLink'))
        link.href = addressOf(id, event.number)
        link.textContent = `${codeOf(id)}#${event.number}`
    })
    onClick(element, 'compose', compose)

    /** What is being changed stays where it is, with what was typed, also once it was sent or thrown away elsewhere. */
    const changing = new Signal(/** @type {readonly EventRow[]} */ ([]))
    const unsent = computed(() => {
        const others = changing.value.filter(({ id }) => !waiting.value.some((event) => event.id === id))
        const known = others.map((event) => events.value?.find(({ id }) => id === event.id) ?? { ...event, waiting: undefined })
        return [...waiting.value, ...known]
    })
    keyed(part(element, 'waiting'), () => unsent.value, (event) => event.id, (event) => waitingRow(world, event, changing))
    effect(() => void (part(element, 'outgoing').hidden = unsent.value.length === 0))

    keyed(part(element, 'sections'), () => shown.value, ({ key }) => key, (section) => {
        const made = copyOf('event-section')
        fill(made, { title: () => section.value.title })
        effect(() => void (made.ariaLabel = section.value.title))
        keyed(part(made, 'rows'), () => section.value.events, (event) => event.id, (event) => eventRow(world, event))
        return made
    })

    const staff = /** @type {HTMLAnchorElement} */ (part(element, 'staff'))
    staff.href = `/staff/${encodeURIComponent(id)}`
    effect(() => void (staff.hidden = !placeIn(copy.enrollments().value ?? [], id).isStaff))
    effect(() => void (part(element, 'see').hidden = (copy.newsIn(id).value?.size ?? 0) === 0))
    onClick(element, 'see', () => void attempt(trouble, () => outbox.seeCourse(id)))
    effect(() => {
        const empty = part(element, 'empty')
        empty.hidden = events.value === undefined || whole.value > 0
        const isFiltered = chosen.value !== ''
        const isAnything = sent.value.length > 0
        empty.textContent = isFiltered
            ? 'Nothing passes the filters. Press those that are on again, or Escape, to take them off.'
            : isAnything
            ? 'All due dates have passed. Press “Past” to see them.'
            : copy.course(id).value === null
            ? 'You are not in this course. Find it under Courses and join one of its sections.'
            : 'Nobody has written here yet. Press “Write a post” and ask the first question.'
    })

    const step = (/** @type {1 | -1} */ by) => {
        if (!moveFocus(element, 'a[data-part=link]', by) && by > 0 && more()) moveFocus(element, 'a[data-part=link]', by)
    }
    /** The event whose row has the focus. */
    const focused = () => {
        const row = document.activeElement?.closest('li.event')
        return sent.value.find((event) => event.id === row?.getAttribute('data-id'))
    }
    return {
        element,
        stays: true,
        title: () => {
            const unread = copy.unread(id).value
            return `${unread ? `(${unread}) ` : ''}${codeOf(id)}`
        },
        keys: [
            { key: 'c', words: 'Write a post', run: compose },
            { key: 'j', words: 'Next post', run: () => step(1) },
            { key: 'k', words: 'Previous post', run: () => step(-1) },
            {
                key: 'd',
                words: 'Tick the post off',
                run: () => {
                    const event = focused()
                    if (!event) return
                    const done = !copy.mark(event.id).value?.done
                    void attempt(trouble, () => outbox.mark(event.id, { done }))
                    world.say(done ? 'Done.' : 'Not done.')
                },
            },
            { key: 'u', words: 'Unread posts only', run: () => part(element, 'unread').click() },
            {
                key: 'Escape',
                words: 'Without filters',
                run: () => world.go(`/c/${encodeURIComponent(id)}`, { replaces: true }),
            },
        ],
    }
}

/**
 * The filters stand in the address, so that a filtered list can be shared.
 * @param {HTMLElement} element @param {string} course @param {World} world @param {{ readonly value: Filters }} filters
 */
function showFilters(element, course, world, filters) {
    /** @param {Partial<Filters>} change */
    const go = (change) =>
        world.go(`/c/${encodeURIComponent(course)}${queryOf({ ...filters.value, ...change })}`, { replaces: true })
    const kinds = /** @type {HTMLSelectElement} */ (part(element, 'kinds'))
    const tags = /** @type {HTMLSelectElement} */ (part(element, 'tags'))
    kinds.append(...KINDS.map((kind) => new Option(`${SIGNS[kind]} ${kind}`, kind)))
    kinds.addEventListener('change', () => go({ kind: kinds.value }))
    tags.addEventListener('change', () => go({ tag: tags.value }))
    effect(() => void (kinds.value = filters.value.kind))
    const known = computed(() => {
        const names = new Set()
        for (const { tags } of world.copy.events(course).value ?? []) for (const tag of tags) names.add(tag)
        if (filters.value.tag) names.add(filters.value.tag)
        return JSON.stringify([...names].sort())
    })
    effect(() => {
        const names = /** @type {string[]} */ (JSON.parse(known.value))
        tags.replaceChildren(new Option('all tags', ''), ...names.map((name) => new Option(name, name)))
        tags.value = filters.value.tag
    })
    for (const name of SWITCHES) {
        const button = part(element, name)
        onClick(element, name, () => go({ [name]: !filters.value[name] }))
        effect(() => void (button.ariaPressed = String(filters.value[name])))
    }
    const unread = part(element, 'unread')
    effect(() => {
        const count = world.copy.unread(course).value
        unread.textContent = count ? `Unread (${count})` : 'Unread'
    })
}
