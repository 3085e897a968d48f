// Writing a reply, and changing one.

import { attempt, input, onClick } from '../rooms/asking.js'
import { effect, scope, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { addressOf } from './words.js'
import { otherText } from './other_text.js'
import { keptWords, sendByKeys, writing } from './writing.js'

/** @import { EventRow, ReplyRow } from '../copy/overlay.js' */
/** @import { World } from '../shell/world.js' */

/**
 * @typedef {object} How
 * @property {EventRow} event
 * @property {ReplyRow | undefined} [parent] what is replied to; nothing for the event
 * @property {ReplyRow | undefined} [change] a reply to change instead
 * @property {boolean} mayHide whether the account may write anonymously here
 * @property {boolean} hides whether it does so unless it says otherwise
 * @property {() => void} done called once it was sent, or closed
 */

/** @param {World} world @param {How} how @returns {HTMLFormElement} */
export function replyForm(world, { event, parent, change, mayHide, hides, done }) {
    const { outbox, drafts } = world
    const form = /** @type {HTMLFormElement} */ (copyOf('reply-form'))
    const text = writing(world, {
        label: change ? 'Change your reply' : parent ? `Reply to ${parent.author.displayName}` : 'Reply',
        files: change?.waiting?.entry.files ?? change?.attachments ?? [],
    })
    part(form, 'writing').replaceWith(text.element)
    const anonymous = input(form, 'anonymous')
    part(form, 'hiding').hidden = !mayHide || change !== undefined
    anonymous.checked = hides
    const key = `${addressOf(event.course, event.number)}#${change ? `edit-${change.id}` : `reply-${parent?.id ?? ''}`}`
    text.text = change?.body ?? ''
    let isTouched = false
    void drafts.text(key).then((kept) => {
        if (kept && !isTouched) text.text = kept
    })
    text.area.addEventListener('input', () => {
        isTouched = true
        const keeping = text.text ? drafts.keep(key, text.text) : drafts.forget(key)
        void keeping.then((isKept) => fill(form, { kept: text.text ? keptWords(isKept) : '' }))
    })
    text.element.before(otherText(drafts, key, {
        words: (draft) => draft,
        get: () => text.text,
        set: (draft) => (text.text = draft),
    }))
    if (change) fill(form, { send: 'Keep the change' })

    form.addEventListener('submit', (submit) => {
        submit.preventDefault()
        void attempt(part(form, 'trouble'), async () => {
            if (!text.text.trim()) throw new Error('Write something first.')
            const files = text.chosen.handOver()
            const attachments = files.map(({ id }) => id)
            const entry = change?.number === 0 ? change.waiting?.entry : undefined
            if (entry) await outbox.retry(entry, { ...entry.body, body: text.text, attachments }, files)
            else if (change) await outbox.editReply(change, { body: text.text, attachments }, files)
            else {
                await outbox.reply(event.id, {
                    body: text.text,
                    attachments,
                    ...(parent ? { parent: parent.id } : {}),
                    ...(mayHide && anonymous.checked ? { anonymous: true } : {}),
                }, files)
            }
            await drafts.forget(key)
            world.say(change ? 'Your change is on its way.' : 'Your reply is on its way.')
            done()
        }).then((isSent) => isSent || text.area.focus())
    })
    onClick(form, 'close', done)
    form.addEventListener('keydown', ({ key: pressed }) => pressed === 'Escape' && done())
    sendByKeys(form)
    queueMicrotask(() => text.area.focus())
    return form
}

/** Asked once: an answer to a question waits for the layout. */
const isTouched = matchMedia('(pointer: coarse)')

/**
 * A place for one form at a time.
 * @param {HTMLElement} place @param {(done: () => void) => HTMLElement} make
 * @param {HTMLElement} [back] takes the focus afterwards, if nothing had it before
 * @returns {() => void} opens it, or moves the focus into it
 */
export function opens(place, make, back) {
    const isOpen = new Signal(false)
    /** @type {Element | null} */
    let before = null
    effect(() => {
        if (!isOpen.value) return
        return untracked(() =>
            scope(() => {
                const form = make(() => {
                    isOpen.value = false
                    if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus()
                    else back?.focus()
                })
                place.append(form)
                // The keyboard of a phone covers the lower half.
                if (isTouched.matches) form.scrollIntoView()
                return () => form.remove()
            })
        )
    })
    return () => {
        before = document.activeElement
        if (isOpen.value) place.querySelector('textarea')?.focus()
        isOpen.value = true
    }
}
