// Rows of a list of events.

import { computed, effect } from '../platform/signals.js'
import { copyOf, part } from '../platform/templates.js'
import { follow } from '../platform/times.js'
import { addressOf, apart, counted, isOpen, kindOf, spaced, span, stateWords } from './words.js'

/** @import { EventRow } from '../copy/overlay.js' */
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
        // Staff see who it is, and are reminded that the class does not.
        `${apart(event.author.displayName)}${event.anonymous && event.author.handle ? ' (anonymous)' : ''}`,
        ...answer,
        ...(event.replyCount > 0 ? [counted(event.replyCount, 'reply', 'replies')] : []),
        ...(event.meToo > 0 ? [`${event.meToo} have it too`] : []),
        ...(event.attachments.length > 0 ? [counted(event.attachments.length, 'file')] : []),
        ...(event.mustRead ? ['must read'] : []),
        ...(event.publication ? ['waits for its time'] : event.visibility !== 'public' ? [event.visibility] : []),
        ...(event.waiting ? [stateWords(event.waiting)] : []),
    ].join(' · ')
}
