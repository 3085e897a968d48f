// A row of the inbox.

import { computed, effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { follow } from '../platform/times.js'
import { addressOf, placeIn } from '../events/words.js'
import { wordsOf } from './words.js'

/** @import { Notification } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */

/** Where staff go on from what they are told. @type {Record<string, string>} */
const ROOMS_OF_STAFF = { reported: '/reports', joinRequested: '/roster', staffGranted: '' }

/** What is set right in the settings. @type {Record<string, string>} */
const SETTINGS = { webhookDisabled: 'webhooks', emailTaken: 'account' }

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
        else if (Object.hasOwn(SETTINGS, kind)) link.href = `/settings#${SETTINGS[kind]}`
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
