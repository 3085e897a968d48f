// The inbox: what happened that concerns the account.

import { keyed } from '../platform/lists.js'
import { computed, effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { follow } from '../platform/times.js'
import { attempt, onClick } from '../rooms/asking.js'
import { growing } from '../rooms/growing.js'
import { moveFocus } from '../rooms/moving.js'
import { addressOf, placeIn } from '../events/words.js'
import { wordsOf } from './words.js'

/** @import { Notification } from '../contract.d.ts' */
/** @import { MakeRoom } from '../shell/rooms.js' */
/** @import { World } from '../shell/world.js' */

/** Where staff go on from what they are told. @type {Record<string, string>} */
const ROOMS_OF_STAFF = { reported: '/reports', joinRequested: '/roster', staffGranted: '' }
/** So many are told to be read at once. */
const BATCH = 200

/** @type {MakeRoom} */
export function room(_place, world) {
    const { copy, outbox, say } = world
    const element = copyOf('inbox-room')
    const trouble = part(element, 'trouble')
    const all = copy.notifications()
    const { count, more } = growing(part(element, 'end'), () => all.value?.length ?? 0)
    keyed(
        part(element, 'rows'),
        () => (all.value ?? []).slice(0, count.value),
        ({ id }) => id,
        (row) => notificationRow(world, row),
    )
    effect(() => {
        const unread = copy.inbox().value ?? 0
        part(element, 'empty').hidden = all.value?.length !== 0
        part(element, 'read').hidden = unread === 0
        part(element, 'count').textContent = unread > 0 ? `${unread} unread` : all.value?.length ? 'All is read' : ''
    })
    /** @param {string[]} ids */
    const read = async (ids) => {
        for (let at = 0; at < ids.length; at += BATCH) await outbox.readNotifications(ids.slice(at, at + BATCH))
    }
    const readAll = () =>
        void attempt(trouble, async () => {
            await read((all.value ?? []).filter(({ readAt }) => readAt === null).map(({ id }) => id))
            say('All is read.')
        })
    onClick(element, 'read', readAll)
    const rows = 'li > a'
    return {
        element,
        title: () => {
            const unread = copy.inbox().value
            return `${unread ? `(${unread}) ` : ''}Inbox`
        },
        keys: [
            {
                key: 'j',
                words: 'Next',
                run: () => {
                    if (!moveFocus(element, rows, 1) && more()) moveFocus(element, rows, 1)
                },
            },
            { key: 'k', words: 'Previous', run: () => void moveFocus(element, rows, -1) },
            {
                key: 'd',
                words: 'Mark as read',
                run: () => {
                    const id = document.activeElement?.closest('li')?.dataset['id']
                    if (id) void attempt(trouble, () => read([id]))
                },
            },
            { key: 'D', words: 'Mark all as read', run: readAll },
        ],
    }
}

/** @param {World} world @param {{ readonly value: Notification }} notification */
export function notificationRow({ copy, outbox, now, zone }, notification) {
    const row = copyOf('notification')
    const link = /** @type {HTMLAnchorElement} */ (part(row, 'link'))
    const event = computed(() => notification.value.event === null ? null : copy.event(notification.value.event).value)
    effect(() => {
        const { id, readAt, course, reply, kind } = notification.value
        const { name, news, why, about } = wordsOf(notification.value, event.value)
        row.dataset['id'] = id
        row.classList.toggle('unread', readAt === null)
        fill(row, { name, news, about, why: why && `because ${why}`, new: readAt === null ? 'new' : '' })
        part(row, 'new').hidden = readAt !== null
        const found = reply && event.value
            ? copy.replies(event.value.id).value?.find((other) => other.id === reply)?.number
            : undefined
        const staff = Object.hasOwn(ROOMS_OF_STAFF, kind) ? ROOMS_OF_STAFF[kind] : undefined
        if (staff !== undefined && course && placeIn(copy.enrollments().value ?? [], course).isStaff) {
            link.href = `/staff/${encodeURIComponent(course)}${staff}`
        } else if (event.value) link.href = addressOf(event.value.course, event.value.number, found ?? '')
        else if (course && notification.value.event === null) link.href = `/c/${encodeURIComponent(course)}`
        // What is gone leads nowhere; the row can still be reached by keys.
        else link.removeAttribute('href')
        link.tabIndex = 0
    })
    const made = computed(() => notification.value.createdAt)
    follow(/** @type {HTMLTimeElement} */ (part(row, 'made')), () => new Date(made.value), () => ({ now: now.value, zone }))
    link.addEventListener('click', () => {
        const { id, readAt } = untracked(() => notification.value)
        if (readAt === null) outbox.readNotifications([id]).catch(reportError)
    })
    return row
}
