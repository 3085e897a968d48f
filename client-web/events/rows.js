// Rows of a course's list, and what a row says that waits in the outbox.

import { asked, attempt, onClick } from '../rooms/asking.js'
import { computed, effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { follow } from '../platform/times.js'
import { draw } from '../text/draw.js'
import { composer } from './composer.js'
import { isOpen } from './list.js'
import { opens } from './reply_form.js'
import { addressOf, counted, kindOf, spaced, span } from './words.js'

/** @import { EventRow, ReplyRow } from '../copy/overlay.js' */
/** @import { World } from '../shell/world.js' */

/**
 * One event in a list.
 * @param {World} world @param {{ readonly value: EventRow }} event @param {{ course?: boolean }} [how] whether the course is named
 */
export function eventRow(world, event, { course = false } = {}) {
    const { copy, now, zone } = world
    const row = copyOf('event-row')
    const link = /** @type {HTMLAnchorElement} */ (part(row, 'link'))
    const [kind, title, due, about, tags, fresh] = ['kind', 'title', 'due', 'about', 'tags', 'new'].map((name) =>
        part(row, name)
    )
    const mark = computed(() => copy.mark(event.value.id).value)
    const news = computed(() => copy.newsIn(event.value.course).value?.get(event.value.id) ?? 0)
    effect(() => {
        const { id, number, kind: is, title: words, tags: names } = event.value
        row.dataset['id'] = id
        link.href = addressOf(event.value.course, number)
        kind?.replaceChildren(kindOf(is))
        if (title) title.textContent = words
        if (about) about.textContent = wordsAbout(event.value, course)
        tags?.replaceChildren(...spaced(names.map((name) => span(name, 'tag', 'bdi'))))
    })
    effect(() => {
        row.classList.toggle('done', Boolean(mark.value?.done))
        row.classList.toggle('unread', news.value === 2)
        if (!fresh) return
        fresh.hidden = news.value === 0
        fresh.textContent = news.value === 0 ? '' : mark.value?.seen ? 'new replies' : 'new'
    })
    const date = computed(() => event.value.due)
    effect(() => {
        if (!(due instanceof HTMLTimeElement)) return
        due.hidden = date.value === null
        if (date.value !== null) {
            const at = new Date(date.value)
            follow(due, () => at, () => ({ now: now.value, zone }))
        }
    })
    return row
}

/** @param {EventRow} event @param {boolean} namesCourse */
function wordsAbout(event, namesCourse) {
    const name = `${namesCourse ? `${event.course.slice(event.course.indexOf('.') + 1)}` : ''}#${event.number}`
    const answer = event.kind !== 'question' ? [] : isOpen(event) ? ['open'] : [event.endorsed ? 'endorsed answer' : 'answered']
    return [
        name,
        event.author.displayName,
        ...answer,
        ...(event.replyCount > 0 ? [counted(event.replyCount, 'reply', 'replies')] : []),
        ...(event.meToo > 0 ? [`${event.meToo} have it too`] : []),
        ...(event.attachments.length > 0 ? [counted(event.attachments.length, 'file')] : []),
        ...(event.mustRead ? ['must read'] : []),
        ...(event.publication ? ['waits for its time'] : event.visibility !== 'public' ? [event.visibility] : []),
        ...(event.waiting ? [stateWords(event.waiting)] : []),
    ].join(' · ')
}

/** @param {{ state: string, reason?: string | undefined }} waiting */
function stateWords({ state, reason }) {
    if (state === 'refused') return `The server refused it: ${reason ?? 'it gave no reason'}`
    return state === 'sending' ? 'Sending …' : 'Waits for the network; it is sent by itself'
}

/** An event that the server does not have yet. @param {World} world @param {{ readonly value: EventRow }} event */
export function waitingRow(world, event) {
    const row = copyOf('waiting-row')
    const body = computed(() => event.value.body)
    fill(row, { title: () => event.value.title })
    effect(() => part(row, 'kind').replaceChildren(kindOf(event.value.kind)))
    effect(() => part(row, 'body').replaceChildren(draw(body.value)))
    const change = opens(row, (done) => composer(world, event.value.course, { event: event.value, done }))
    part(row, 'waits').append(waits(world, () => event.value, change))
    return row
}

/**
 * Why something is not sent yet, and what can be done about it. It is hidden while nothing waits.
 * @param {World} world @param {() => EventRow | ReplyRow | null | undefined} read
 * @param {() => void} change opens a form with the text
 */
export function waits({ outbox }, read, change) {
    const made = copyOf('waiting')
    const state = part(made, 'state')
    const waiting = computed(() => read()?.waiting)
    effect(() => {
        const now = waiting.value
        made.hidden = !now
        made.classList.toggle('refused', now?.state === 'refused')
        for (const name of ['retry', 'change']) part(made, name).hidden = now?.state !== 'refused'
        part(made, 'drop').hidden = now?.state === 'sending'
        state.textContent = now ? stateWords(now) : ''
    })
    onClick(made, 'retry', () => {
        const entry = waiting.value?.entry
        if (entry) void attempt(state, () => outbox.retry(entry))
    })
    onClick(made, 'drop', async () => {
        const entry = waiting.value?.entry
        const question = {
            title: 'Throw this away?',
            words: 'The text was not sent. It cannot be brought back.',
            action: 'Throw away',
        }
        if (entry && await asked(question) !== undefined) await attempt(state, () => outbox.drop(entry))
    })
    onClick(made, 'change', change)
    return made
}
