// One reply in a thread, and what a person may do with it.

import { illustrate, listFiles } from '../files/shown.js'
import { asked, attempt, onClick } from '../rooms/asking.js'
import { computed, effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { follow } from '../platform/times.js'
import { opens, replyForm } from './reply_form.js'
import { report } from './reporting.js'
import { waits } from './unsent.js'
import { addressOf, apart, spaced, span, whoOf } from './words.js'

/** @import { EventRow } from '../copy/overlay.js' */
/** @import { World } from '../shell/world.js' */
/** @import { Reader } from './event_head.js' */
/** @import { Node } from './thread.js' */

/**
 * @typedef {object} Thread
 * @property {{ readonly value: EventRow }} event
 * @property {{ readonly value: Node }} node
 * @property {Reader} reader
 * @property {() => { mayHide: boolean, hides: boolean }} hiding
 */

/** @param {World} world @param {Thread} thread */
export function replyRow(world, { event, node, reader, hiding }) {
    const { copy, now, zone } = world
    const row = copyOf('reply-row')
    const reply = computed(() => node.value.reply)
    const isOwn = computed(() => {
        const { author, waiting, number } = reply.value
        return Boolean(waiting && number === 0) || author.id === copy.account.value?.id ||
            author.id === reader.mark.value?.alias
    })
    const link = /** @type {HTMLAnchorElement} */ (part(row, 'number'))
    effect(() => {
        const { number } = reply.value
        row.dataset['depth'] = String(node.value.depth)
        row.dataset['id'] = reply.value.id
        link.hidden = number === 0
        link.textContent = `#${number}`
        if (number > 0) link.href = addressOf(event.value.course, event.value.number, number)
        // The number says nothing of whose reply it is.
        link.ariaLabel = `Reply ${number} by ${apart(reply.value.author.displayName)}`
    })
    effect(() => {
        const { author, anonymous } = reply.value
        const isOP = author.id === event.value.author.id && !isOwn.value
        const who = whoOf(author, { isAnonymous: anonymous, isOwn: isOwn.value })
        if (isOP) who.append(' ', span('asked this', 'asker'))
        part(row, 'who').replaceChildren(who)
    })
    follow(
        /** @type {HTMLTimeElement} */ (part(row, 'made')),
        () => new Date(reply.value.createdAt),
        () => ({ now: now.value, zone }),
    )
    effect(() => {
        const { accepted, endorsed } = event.value
        const { id, editedAt } = reply.value
        const marks = [
            ...(accepted === id ? [span('✓ accepted', 'answer')] : []),
            ...(endorsed === id ? [span('★ endorsed by staff', 'answer')] : []),
            ...(editedAt ? [span('edited', 'mark')] : []),
        ]
        row.classList.toggle('chosen', accepted === id || endorsed === id)
        part(row, 'marks').replaceChildren(...spaced(marks))
    })
    // The indentation says it to those who see it, for screen readers there are words.
    effect(() => {
        const { parent } = node.value
        part(row, 'to').hidden = !parent
        part(row, 'to').textContent = parent ? `to #${parent.number}, ${apart(parent.author.displayName)}` : ''
    })
    const body = computed(() => reply.value.body)
    const files = computed(() => reply.value.attachments)
    illustrate(world, part(row, 'body'), () => reply.value.id, () => body.value, () => files.value)
    listFiles(world, part(row, 'files'), () => files.value)

    const form = part(row, 'form')
    const answer = opens(form, (done) => replyForm(world, { event: event.value, parent: reply.value, ...hiding(), done }))
    const change = opens(
        form,
        (done) => replyForm(world, { event: event.value, change: reply.value, mayHide: false, hides: false, done }),
    )
    part(row, 'waits').append(waits(world, () => reply.value, change))
    onClick(row, 'reply', answer)
    onClick(row, 'edit', change)
    actions(world, row, { event, reply, reader, isOwn })
    return row
}

/**
 * @param {World} world @param {HTMLElement} row
 * @param {{ event: { readonly value: EventRow }, reply: { readonly value: Node['reply'] }, reader: Reader, isOwn: { readonly value: boolean } }} parts
 */
function actions(world, row, { event, reply, reader, isOwn }) {
    const { outbox, call, say } = world
    const { mark, role, own } = reader
    const trouble = document.createElement('p')
    trouble.role = 'alert'
    trouble.className = 'trouble'
    part(row, 'actions').after(trouble)
    const thread = () => `/v1/events/${encodeURIComponent(untracked(() => event.value.id))}`
    const path = () => `/v1/replies/${encodeURIComponent(untracked(() => reply.value.id))}`
    /** @param {string} name @param {() => Promise<unknown>} run */
    const does = (name, run) => onClick(row, name, () => void attempt(trouble, run))
    const isThanked = computed(() => Boolean(mark.value?.thanked.includes(reply.value.id)))

    effect(() => {
        const isQuestion = event.value.kind === 'question'
        const hidden = {
            thank: isOwn.value,
            accept: !isQuestion || !own.value,
            endorse: !isQuestion || !role.value.isStaff,
            edit: !isOwn.value,
            report: isOwn.value,
            delete: !isOwn.value && !role.value.isStaff,
        }
        for (const [name, isHidden] of Object.entries(hidden)) part(row, name).hidden = isHidden
        part(row, 'actions').hidden = reply.value.number === 0
        part(row, 'actions').ariaLabel = `Reply ${reply.value.number}`
        fill(row, { thank: reply.value.thanks > 0 ? `Thanks (${reply.value.thanks})` : 'Thanks' })
        part(row, 'thank').ariaPressed = String(isThanked.value)
        part(row, 'accept').ariaPressed = String(event.value.accepted === reply.value.id)
        part(row, 'endorse').ariaPressed = String(event.value.endorsed === reply.value.id)
    })
    does('thank', () => outbox.thank(reply.value, !isThanked.value))
    // The server knows from the account whether it is the author or staff who chooses.
    for (const [name, chosen] of /** @type {const} */ ([['accept', 'accepted'], ['endorse', 'endorsed']])) {
        does(name, async () => {
            const isChosen = event.value[chosen] === reply.value.id
            await call(isChosen ? 'DELETE' : 'PUT', `${thread()}/answer`, isChosen ? {} : { body: { reply: reply.value.id } })
            say(isChosen ? 'It is no longer the answer.' : 'It is the answer now.')
        })
    }
    does('report', () =>
        report(world, part(row, 'report'), {
            title: `Report reply #${reply.value.number}`,
            path: `${thread()}/reports`,
            reply: reply.value.id,
        }))
    does('delete', async () => {
        const isOthers = !isOwn.value
        const answer = await asked({
            title: `Delete reply #${reply.value.number}?`,
            words: isOthers ? 'The author is told, with your reason.' : `Nobody can bring it back.`,
            action: 'Delete',
            ...(isOthers ? { field: 'Reason' } : {}),
        })
        if (answer === undefined) return
        const reason = isOthers && answer.trim() ? `?reason=${encodeURIComponent(answer.trim())}` : ''
        await call('DELETE', `${path()}${reason}`, { headers: { 'If-Match': `"${reply.value.rev}"` } })
        say('It is deleted.')
    })
}
