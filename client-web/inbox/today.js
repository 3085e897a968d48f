// Today: what is new, what is due, the next class, tasks.

import { keyed } from '../platform/lists.js'
import { computed, effect, Signal } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { clock, full, words } from '../platform/times.js'
import { attempt, input, onClick } from '../rooms/asking.js'
import { loaded } from '../rooms/loading.js'
import { moveFocus } from '../rooms/moving.js'
import { meetingWords, nextClass } from '../catalog/meetings.js'
import { termsOf } from '../catalog/terms.js'
import { eventRow } from '../events/rows.js'
import { apart, codeOf } from '../events/words.js'
import { notificationRow } from './row.js'

/** @import { EventRow, TaskRow } from '../copy/overlay.js' */
/** @import { MakeRoom } from '../shell/rooms.js' */
/** @import { World } from '../shell/world.js' */

const MOST = 20
/** So many rows are drawn first: more are seen on no phone, and the rest follows the first frame. */
const FIRST = 8
/** How far ahead due dates are shown. */
const AHEAD = 7 * 86_400_000

/** @type {MakeRoom} */
export function room(_place, world) {
    const { copy, now } = world
    const element = copyOf('today-room')
    const events = computed(() => copy.allEvents().value?.filter(({ number }) => number > 0))
    const due = computed(() => {
        const until = now.value.getTime() + AHEAD
        const isDue = (/** @type {EventRow} */ { due, id }) => {
            const time = due === null ? 0 : Date.parse(due)
            return time >= now.value.getTime() && time <= until && !copy.mark(id).value?.done
        }
        return (events.value ?? []).filter(isDue).sort((one, other) => Date.parse(one.due ?? '') - Date.parse(other.due ?? ''))
    })
    /** What is due soon stands above, with its own mark. */
    const fresh = computed(() => {
        const above = new Set(due.value.slice(0, MOST).map(({ id }) => id))
        const news = (/** @type {EventRow} */ event) => copy.newsIn(event.course).value?.get(event.id) === 2
        return (events.value ?? []).filter((event) => news(event) && !above.has(event.id)).sort(mostUrgentFirst)
    })
    const unread = computed(() => copy.notifications().value?.filter(({ readAt }) => readAt === null) ?? [])
    const tasks = computed(() => copy.tasks().value?.filter(({ done, waiting }) => !done || waiting).sort(soonestFirst) ?? [])

    const isDrawn = new Signal(false)
    effect(() => {
        const frame = requestAnimationFrame(() => setTimeout(() => (isDrawn.value = true)))
        return () => cancelAnimationFrame(frame)
    })
    /** How many rows a list below others has. @param {{ readonly value: readonly unknown[] }[]} above */
    const below = (...above) => () =>
        isDrawn.value ? MOST : Math.max(0, above.reduce((left, { value }) => left - value.length, FIRST))
    list(part(element, 'due'), below(), () => due.value, (event) => eventRow(world, event, { course: true }))
    list(part(element, 'news'), below(due), () => fresh.value, (event) => eventRow(world, event, { course: true }))
    list(part(element, 'inbox'), below(due, fresh), () => unread.value, (row) => notificationRow(world, row))
    list(part(element, 'tasks'), below(due, fresh, unread), () => tasks.value, (task) => taskRow(world, task))
    for (const [name, items] of Object.entries({ news: fresh, due, inbox: unread, tasks })) {
        effect(() => {
            const { length } = items.value
            part(element, `${name}Part`).hidden = length === 0
            part(element, `${name}More`).textContent = length > MOST ? `and ${length - MOST} more` : ''
        })
    }
    nextOf(world, element)
    // The form is loaded when it is needed.
    const form = () => loaded(import('../tasks/form.js'), 'tasks/late.html')
    const makeTask = () => void form().then(({ askTask }) => askTask(world)).catch(reportError)
    onClick(element, 'newTask', makeTask)
    effect(() => {
        const courses = copy.courses().value
        const isKnown = courses !== undefined && events.value !== undefined
        const isQuiet = ![fresh, due, unread, tasks].some(({ value }) => value.length > 0)
        part(element, 'empty').hidden = !isKnown || (courses.length > 0 && !isQuiet)
        part(element, 'noCourse').hidden = courses?.length !== 0
        part(element, 'quiet').hidden = !isKnown || courses.length === 0
    })
    fill(element, { date: () => full(now.value, { now: now.value, zone: world.zone }).replace(/ \d\d:\d\d$/, '') })
    const rows = 'li > a[href]'
    return {
        element,
        stays: true,
        title: () => {
            const count = copy.unread().value
            return `${count ? `(${count}) ` : ''}Today`
        },
        keys: [
            { key: 'j', words: 'Next', run: () => void moveFocus(element, rows, 1) },
            { key: 'k', words: 'Previous', run: () => void moveFocus(element, rows, -1) },
            { key: 'T', words: 'New task', run: makeTask },
            {
                key: 'd',
                words: 'Tick the post off',
                run: () => {
                    const id = document.activeElement?.closest('li.event')?.getAttribute('data-id')
                    if (!id) return
                    const done = !copy.mark(id).value?.done
                    world.outbox.mark(id, { done }).catch(reportError)
                    world.say(done ? 'Done.' : 'Not done.')
                },
            },
        ],
    }
}

/**
 * The beginning of a list.
 * @template {{ id: string }} Item
 * @param {HTMLElement} element @param {() => number} most @param {() => readonly Item[]} items
 * @param {(item: { readonly value: Item }) => Element} make
 */
function list(element, most, items, make) {
    keyed(element, () => items().slice(0, most()), ({ id }) => id, make)
}

/** Must be read, then notices, then the newest. @param {EventRow} one @param {EventRow} other */
function mostUrgentFirst(one, other) {
    const rank = (/** @type {EventRow} */ { mustRead, kind }) => mustRead ? 0 : kind === 'notice' ? 1 : 2
    return rank(one) - rank(other) || (one.createdAt < other.createdAt ? 1 : -1)
}

/** @param {TaskRow} one @param {TaskRow} other */
function soonestFirst(one, other) {
    const time = (/** @type {TaskRow} */ { start, deadline }) => start ?? deadline ?? '9999'
    return time(one) < time(other) ? -1 : time(one) > time(other) ? 1 : 0
}

/** The next class with its room, and the study block that runs. @param {World} world @param {HTMLElement} element */
function nextOf(world, element) {
    const { copy, now, zone } = world
    const terms = termsOf(world)
    const next = computed(() => {
        const where = { terms: terms.value, zone }
        return nextClass(copy.courses().value ?? [], copy.enrollments().value ?? [], now.value, where)
    })
    const block = computed(() =>
        copy.studyPlan().value?.blocks.find(({ start, end, kind }) =>
            kind === 'study' && Date.parse(start) <= now.value.getTime() && now.value.getTime() < Date.parse(end)
        )
    )
    effect(() => {
        part(element, 'classPart').hidden = !next.value
        if (!next.value) return
        const { course, section, meeting, start, end } = next.value
        const isNow = start <= now.value
        fill(element, {
            className: `${codeOf(course.id)} ${apart(section.code)} ${apart(course.title)}`,
            classWhen: isNow ? `now, until ${clock(end, zone)}` : words(start, { now: now.value, zone }),
            classWhere: meeting.place || 'The place is not known.',
        })
        part(element, 'classWhere').title = meetingWords(meeting)
    })
    effect(() => {
        part(element, 'blockPart').hidden = !block.value
        if (block.value) {
            fill(element, { block: `${apart(block.value.title)}, until ${clock(new Date(block.value.end), zone)}` })
        }
    })
}

/** @param {World} world @param {{ readonly value: TaskRow }} task */
function taskRow({ outbox, now, zone }, task) {
    const row = copyOf('task-row')
    const box = input(row, 'done')
    fill(row, {
        title: () => task.value.title,
        when: () => {
            const time = task.value.start ?? task.value.deadline
            return time ? words(new Date(time), { now: now.value, zone }) : ''
        },
    })
    effect(() => void (box.checked = task.value.done))
    box.addEventListener('change', () => void attempt(part(row, 'trouble'), () => outbox.tick(task.value, box.checked)))
    return row
}
