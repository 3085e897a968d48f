// The inbox: what happened that concerns the account.

import { keyed } from '../platform/lists.js'
import { effect } from '../platform/signals.js'
import { copyOf, part } from '../platform/templates.js'
import { attempt, onClick } from '../rooms/asking.js'
import { growing } from '../rooms/growing.js'
import { moveFocus } from '../rooms/moving.js'
import { notificationRow } from './row.js'

/** @import { MakeRoom } from '../shell/rooms.js' */
/** @import { World } from '../shell/world.js' */

/** So many are told to be read at once. */
const BATCH = 200

/** @type {MakeRoom} */
export function room(_place, world) {
    const { copy, outbox } = world
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
        const words = unread > 0 ? `${unread} unread` : all.value?.length ? 'All is read' : ''
        if (part(element, 'count').textContent !== words) part(element, 'count').textContent = words
    })
    /** @param {string[]} ids */
    const read = async (ids) => {
        for (let at = 0; at < ids.length; at += BATCH) await outbox.readNotifications(ids.slice(at, at + BATCH))
    }
    const readAll = () =>
        void attempt(trouble, async () => {
            await read((all.value ?? []).filter(({ readAt }) => readAt === null).map(({ id }) => id))
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
