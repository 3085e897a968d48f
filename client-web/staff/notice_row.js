// A notice that was sent: whom it reached, how many have seen it, who has not.

import { addressOf, apart, audienceOf, counted } from '../events/words.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { follow, full } from '../platform/times.js'
import { asked, attempt, onClick } from '../rooms/asking.js'
import { fromServer, one } from './lists.js'
import { handOn } from './rows.js'
import { unseen } from './unseen.js'

/** @import { NoticeReceipts } from '../contract.d.ts' */
/** @import { EventRow } from '../copy/overlay.js' */
/** @import { World } from '../shell/world.js' */

/** @param {World} world @param {{ readonly value: EventRow }} event */
export function noticeRow(world, event) {
    const { copy, call, now, zone, say } = world
    const row = copyOf('notice-row')
    const { id } = untracked(() => event.value)
    row.dataset['id'] = id
    const link = /** @type {HTMLAnchorElement} */ (part(row, 'link'))
    const isNear = near(row)
    const waits = computed(() => event.value.publication)
    const question = () => isNear.value && !waits.value ? `/v1/events/${encodeURIComponent(id)}/receipts` : ''
    // Each revision is counted anew.
    /** @type {import('./lists.js').Asked<NoticeReceipts>} */
    const receipts = fromServer(world, question, one, () => event.value.rev)
    const frame = () => ({ now: now.value, zone })
    fill(row, {
        title: () => event.value.title,
        number: () => `#${event.value.number}`,
        to: () => audienceOf(event.value, copy.course(event.value.course).value) || 'everyone in the course',
        must: () => event.value.mustRead ? 'must read' : '',
        seen: () => {
            if (waits.value) return `sent ${full(new Date(waits.value.at), frame())}; only you see it until then`
            const found = receipts.answer.value
            return found?.people === undefined ? '' : `seen by ${found.seen} of ${counted(found.people, 'person', 'people')}`
        },
    })
    effect(() => {
        link.href = addressOf(event.value.course, event.value.number)
        part(row, 'must').hidden = !event.value.mustRead
        part(row, 'retract').ariaLabel = `Take back “${apart(event.value.title)}”`
        part(row, 'retract').hidden = event.value.author.id !== copy.account.value?.id
    })
    const made = computed(() => event.value.createdAt)
    follow(/** @type {HTMLTimeElement} */ (part(row, 'made')), () => new Date(made.value), frame)
    const hasNames = computed(() => event.value.mustRead && !waits.value)
    effect(() => {
        if (hasNames.value) part(row, 'names').replaceChildren(untracked(() => unseen(world, event)))
        return () => part(row, 'names').replaceChildren()
    })
    onClick(row, 'retract', () =>
        void attempt(part(row, 'trouble'), async () => {
            const reason = await asked({
                title: `Take back “${event.value.title}”?`,
                words: 'It is deleted for everyone, with its thread. Everyone who saw it is told your reason.',
                action: 'Take it back',
                field: 'Reason',
                wrong: (reason) => reason.trim() ? undefined : 'Write the reason: everyone who saw the notice reads it.',
            })
            if (reason === undefined) return
            const path = `/v1/events/${encodeURIComponent(id)}?reason=${encodeURIComponent(reason.trim())}`
            await call('DELETE', path, { headers: { 'If-Match': `"${event.value.rev}"` } })
            handOn(row)
            say('The notice is taken back.')
        }))
    return row
}

/** Whether an element has come near the window: a course has many notices, and each is a question. @param {Element} element */
function near(element) {
    const is = new Signal(false)
    effect(() => {
        const watcher = new IntersectionObserver((found) => {
            if (!found.some(({ isIntersecting }) => isIntersecting)) return
            is.value = true
            watcher.disconnect()
        }, { rootMargin: '300px' })
        watcher.observe(element)
        return () => watcher.disconnect()
    })
    return is
}
