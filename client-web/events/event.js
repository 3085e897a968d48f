// An event with its thread.

import { asked, attempt, onClick, THROW_BEGUN } from '../rooms/asking.js'
import { growing } from '../rooms/growing.js'
import { moveFocus } from '../rooms/moving.js'
import { keyed } from '../platform/lists.js'
import { computed, effect, scope, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { composer } from './composer.js'
import { eventActions } from './event_actions.js'
import { eventHead } from './event_head.js'
import { opens, replyForm } from './reply_form.js'
import { replyRow } from './reply_row.js'
import { waits } from './unsent.js'
import { threadOf } from './thread.js'
import { readDraft } from './writing.js'
import { addressOf, apart, codeOf, counted, isOwn, placeIn } from './words.js'

/** @import { EventRow } from '../copy/overlay.js' */
/** @import { MakeRoom } from '../shell/rooms.js' */
/** @import { World } from '../shell/world.js' */

/** How long an event is on the screen before it counts as read. */
const GLANCE = 700

/** @type {MakeRoom} */
export function room(place, world) {
    const { course = '', number = '' } = place.value.parameters
    const event = world.copy.eventNumbered(course, Number(number))
    const element = document.createElement('div')
    const isThere = computed(() => event.value && event.value.id)
    /** @type {ReturnType<typeof thread> | undefined} */
    let open
    effect(() => {
        if (isThere.value === undefined) return
        if (isThere.value === null) {
            const none = copyOf('no-event')
            const link = /** @type {HTMLAnchorElement} */ (part(none, 'course'))
            link.href = `/c/${encodeURIComponent(course)}`
            link.textContent = `Go to ${codeOf(course)}`
            element.replaceChildren(none)
            void showBegun(none, world, addressOf(course, Number(number)))
            return
        }
        return untracked(() =>
            scope(() => {
                let last = /** @type {EventRow} */ (event.value)
                const present = computed(() => (last = event.value ?? last))
                open = thread(place, world, present)
                element.replaceChildren(open.element)
                return () => (open = undefined)
            })
        )
    })
    const keys = [
        { key: 'r', words: 'Reply', name: /** @type {const} */ ('reply') },
        { key: 'e', words: 'Edit', name: /** @type {const} */ ('edit') },
        { key: 'd', words: 'Tick it off', name: /** @type {const} */ ('done') },
        { key: 'm', words: 'Me too', name: /** @type {const} */ ('meToo') },
        { key: 't', words: 'Thanks for the reply', name: /** @type {const} */ ('thank') },
        { key: 'a', words: 'Accept the reply; staff: endorse it', name: /** @type {const} */ ('answer') },
        { key: 'f', words: 'Follow', name: /** @type {const} */ ('follow') },
        { key: 'M', words: 'Mute', name: /** @type {const} */ ('mute') },
        { key: 'R', words: 'Remind me', name: /** @type {const} */ ('remind') },
        { key: 'p', words: 'Pin, as staff', name: /** @type {const} */ ('pin') },
        { key: 'j', words: 'Next reply', name: /** @type {const} */ ('next') },
        { key: 'k', words: 'Previous reply', name: /** @type {const} */ ('previous') },
    ]
    return {
        element,
        endsLate: true,
        title: () => event.value ? `${apart(event.value.title)} · ${codeOf(course)}#${number}` : `${codeOf(course)}#${number}`,
        keys: [
            ...keys.map(({ key, words, name }) => ({ key, words, run: () => open?.keys[name]() })),
            { key: 'u', words: 'Back to the course', run: () => world.go(`/c/${encodeURIComponent(course)}`) },
        ],
    }
}

/** Shows what was begun in a thread that is not there any more. @param {HTMLElement} none @param {World} world @param {string} address */
async function showBegun(none, { drafts }, address) {
    for (const { key, text } of await drafts.begunAt(address)) {
        const [row, draft] = [copyOf('begun-text'), readDraft(text)]
        fill(row, {
            words: typeof draft?.['title'] === 'string' ? [draft['title'], draft['body']].filter(Boolean).join('\n\n') : text,
        })
        onClick(row, 'drop', async () => {
            if (await asked(THROW_BEGUN) === undefined) return
            // What was read may be forgotten.
            await drafts.text(key)
            await drafts.forget(key)
            row.remove()
        })
        part(none, 'texts').append(row)
        part(none, 'begun').hidden = false
    }
}

/** @param {{ readonly value: import('../platform/router.js').Place }} place @param {World} world @param {{ readonly value: EventRow }} event */
function thread(place, world, event) {
    const { copy, outbox } = world
    const element = copyOf('event-room')
    const id = event.value.id
    const trouble = part(element, 'trouble')
    const mark = copy.mark(id)
    const role = computed(() => placeIn(copy.enrollments().value ?? [], event.value.course))
    const own = computed(() => isOwn(event.value, copy.account.value, mark.value))
    /** What the room knows of the reader, for its parts. */
    const reader = { mark, role, own }
    const replies = copy.replies(id)
    const nodes = computed(() => threadOf(replies.value ?? []))

    eventHead(world, element, event, reader)
    const edit = opens(
        part(element, 'editor'),
        (done) => composer(world, event.value.course, { event: event.value, done }),
        part(element, 'edit'),
    )
    part(element, 'waits').append(waits(world, () => event.value, edit))
    // Whoever asked anonymously answers so, too.
    const hiding = () => ({
        mayHide: !role.value.isStaff,
        hides: !role.value.isStaff && ((own.value && event.value.anonymous) || Boolean(mark.value?.alias)),
    })
    const reply = opens(
        part(element, 'form'),
        (done) => replyForm(world, { event: event.value, ...hiding(), done }),
        part(element, 'reply'),
    )
    eventActions(world, element, event, reader, { reply, edit })

    const { count, more } = growing(part(element, 'end'), () => nodes.value.length, 140)
    const written = computed(() => replies.value?.length ?? event.value.replyCount)
    fill(element, { count: () => written.value === 0 ? 'No replies yet' : counted(written.value, 'reply', 'replies') })
    const list = part(element, 'replies')
    keyed(
        list,
        () => nodes.value.slice(0, count.value),
        ({ reply: { id } }) => id,
        (node) => replyRow(world, { event, node, reader, hiding }),
    )

    speaksOfNew(world, replies)
    goesToReply(place, list, nodes, more)
    // What is on the screen for a moment has been read.
    effect(() => {
        const { number, newest } = event.value
        if (number === 0 || !mark.value || mark.value.seen >= newest) return
        let timer = 0
        const look = () => {
            clearTimeout(timer)
            if (document.visibilityState === 'visible') {
                timer = setTimeout(() => outbox.see(untracked(() => event.value)).catch(() => {}), GLANCE)
            }
        }
        document.addEventListener('visibilitychange', look)
        look()
        return () => {
            clearTimeout(timer)
            document.removeEventListener('visibilitychange', look)
        }
    })

    const rows = 'li.reply > article > header > a'
    /** The row of the reply that has the focus. */
    const focused = () => document.activeElement?.closest('li.reply') ?? undefined
    /** @param {string} name @param {Element | undefined} [within] */
    const press = (name, within = focused() ?? element) => {
        const button = within?.querySelector(`[data-part="${name}"]`)
        if (!(button instanceof HTMLElement) || button.hidden) return false
        button.click()
        return true
    }
    return {
        element,
        keys: {
            reply: () => void press('reply'),
            edit: () => void press('edit'),
            done: () => {
                const done = !mark.value?.done
                void attempt(trouble, () => outbox.mark(id, { done }))
                world.say(done ? 'Done.' : 'Not done.')
            },
            meToo: () => void press('meToo', element),
            thank: () => void press('thank'),
            answer: () => void (press('accept') || press('endorse')),
            follow: () => void press('follow', element),
            mute: () => void press('mute', element),
            remind: () => void press('remind', element),
            pin: () => void press('pin', element),
            next: () => {
                if (!moveFocus(list, rows, 1) && more()) moveFocus(list, rows, 1)
            },
            previous: () => void moveFocus(list, rows, -1),
        },
    }
}

/** Speaks of replies by others that came while the thread was open. @param {World} world @param {{ readonly value: readonly import('../copy/overlay.js').ReplyRow[] | undefined }} replies */
function speaksOfNew({ copy, say }, replies) {
    /** @type {Set<string> | undefined} */
    let before
    effect(() => {
        if (!replies.value) return
        const fresh = before ? replies.value.filter(({ id, waiting }) => !before?.has(id) && !waiting) : []
        before = new Set(replies.value.map(({ id }) => id))
        const others = fresh.filter(({ author }) => author.id !== untracked(() => copy.account.value?.id))
        const [first] = others
        if (first) say(others.length === 1 ? `New reply by ${apart(first.author.displayName)}` : `${others.length} new replies`)
    })
}

/**
 * Goes to the reply that the address names, as soon as it is there.
 * @param {{ readonly value: import('../platform/router.js').Place }} place @param {HTMLElement} list
 * @param {{ readonly value: import('./thread.js').Node[] }} nodes @param {() => boolean} more
 */
function goesToReply(place, list, nodes, more) {
    const wanted = computed(() => Number(place.value.fragment) || 0)
    const index = computed(() => wanted.value ? nodes.value.findIndex(({ reply }) => reply.number === wanted.value) : -1)
    const isThere = computed(() => index.value >= 0)
    effect(() => {
        const number = wanted.value
        if (!number || !isThere.value) return
        const at = untracked(() => index.value)
        const timer = setTimeout(() => {
            while (list.children.length <= at && more());
            const row = list.children[at]
            row?.scrollIntoView({ block: 'start' })
            row?.classList.add('named')
            const link = row?.querySelector('header > a')
            if (link instanceof HTMLElement) link.focus({ preventScroll: true })
        })
        return () => {
            clearTimeout(timer)
            list.querySelector('.named')?.classList.remove('named')
        }
    })
}
