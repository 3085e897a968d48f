// What a person may do with an event.

import { asked, attempt, onClick } from '../rooms/asking.js'
import { effect, untracked } from '../platform/signals.js'
import { part } from '../platform/templates.js'
import { timeOf, written } from './due.js'
import { report } from './reporting.js'
import { codeOf, counted } from './words.js'

/** @import { EventMarkPatch } from '../contract.d.ts' */
/** @import { EventRow } from '../copy/overlay.js' */
/** @import { World } from '../shell/world.js' */
/** @import { Reader } from './event_head.js' */

/**
 * @param {World} world @param {HTMLElement} element @param {{ readonly value: EventRow }} event @param {Reader} reader
 * @param {{ reply: () => void, edit: () => void }} forms
 */
export function eventActions(world, element, event, { mark, role, own }, { reply, edit }) {
    const { outbox, call, say, now } = world
    const trouble = part(element, 'trouble')
    const now_ = () => untracked(() => event.value)
    /** @param {string} [rest] */
    const path = (rest = '') => `/v1/events/${encodeURIComponent(now_().id)}${rest}`
    /** @param {string} name @param {() => Promise<unknown> | void} run */
    const does = (name, run) => onClick(element, name, () => void attempt(trouble, async () => await run()))
    /** @param {EventMarkPatch} patch */
    const set = (patch) => outbox.mark(now_().id, patch)
    /** @param {string} name @param {() => boolean} isOn */
    const shows = (name, isOn) => effect(() => void (part(element, name).ariaPressed = String(isOn())))

    effect(() => {
        const { kind, number, meToo } = event.value
        const hidden = {
            meToo: kind !== 'question' || own.value,
            edit: !own.value,
            pin: !role.value.isStaff,
            report: own.value,
            delete: !own.value && !role.value.isStaff,
        }
        for (const [name, isHidden] of Object.entries(hidden)) part(element, name).hidden = isHidden
        part(element, 'actions').hidden = number === 0
        part(element, 'meToo').textContent = meToo > 0 ? `Me too (${meToo})` : 'Me too'
    })
    shows('meToo', () => Boolean(mark.value?.meToo))
    shows('done', () => Boolean(mark.value?.done))
    shows('follow', () => Boolean(mark.value?.following))
    shows('mute', () => Boolean(mark.value?.muted))
    shows('pin', () => event.value.pinned)

    onClick(element, 'reply', reply)
    onClick(element, 'edit', edit)
    does('meToo', () => outbox.meToo(now_().id, !mark.value?.meToo))
    does('done', () => set({ done: !mark.value?.done }))
    does('follow', () => set({ following: !mark.value?.following }))
    does('mute', () => set({ muted: !mark.value?.muted }))
    does('pin', async () => {
        await call(now_().pinned ? 'DELETE' : 'PUT', path('/pin'))
        say(now_().pinned ? 'The pin is off.' : 'It is pinned.')
    })
    does('remind', async () => {
        const answer = await asked({
            title: 'Remind me',
            words: 'An empty field takes the reminder away.',
            action: 'Remind me',
            field: 'When, such as fri 17:00',
            value: written(mark.value?.remindAt),
            wrong: (answer) => {
                const time = timeOf(answer, now.value)
                if (!answer.trim() || (time && time > now.value)) return undefined
                return time ? 'This time has passed.' : `Could not understand “${answer}” as a time; try fri 17:00.`
            },
        })
        if (answer === undefined) return
        const time = timeOf(answer, now.value)
        await set({ remindAt: time?.toISOString() ?? null })
        say(time ? 'You will be reminded.' : 'The reminder is taken away.')
    })
    does('report', () => report(world, part(element, 'report'), { title: 'Report this post', path: path('/reports') }))
    does('delete', async () => {
        const { course, number, replyCount, rev } = now_()
        const isOthers = !own.value
        const thread = replyCount > 0 ? ` Its ${counted(replyCount, 'reply', 'replies')} and its files go with it.` : ''
        const answer = await asked({
            title: `Delete ${codeOf(course)}#${number}?`,
            words: isOthers ? `The author is told, with your reason.${thread}` : `Nobody can bring it back.${thread}`,
            action: 'Delete',
            ...(isOthers ? { field: 'Reason' } : {}),
        })
        if (answer === undefined) return
        const reason = isOthers && answer.trim() ? `?reason=${encodeURIComponent(answer.trim())}` : ''
        await call('DELETE', path(reason), { headers: { 'If-Match': `"${rev}"` } })
        world.go(`/c/${encodeURIComponent(course)}`, { replaces: true })
        say('It is deleted.')
    })
}
