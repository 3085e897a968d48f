// Posts that staff removed from a course, which can be restored.

import { codeOf } from '../events/words.js'
import { keyed } from '../platform/lists.js'
import { effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { follow } from '../platform/times.js'
import { attempt, onClick } from '../rooms/asking.js'
import { listed } from './lists.js'
import { takeAway } from './rows.js'

/** @import { Removal } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */

/** @param {World} world @param {HTMLElement} element @param {string} course */
export function removals(world, element, course) {
    const { copy, call, say, now, zone } = world
    const path = `/v1/courses/${encodeURIComponent(course)}/removals`
    // The copy has all of them, the server names those that the account may restore.
    /** @type {ReturnType<typeof listed<Removal>>} */
    const removed = listed(world, () => path, () => copy.removals(course).value?.map(({ id }) => id))
    const trouble = part(element, 'removedTrouble')
    effect(() => {
        part(element, 'removedPart').hidden = !removed.items.value?.length && !removed.trouble.value
        trouble.textContent = removed.trouble.value && `What staff removed is not known: ${removed.trouble.value}`
    })
    keyed(part(element, 'removed'), () => removed.items.value ?? [], ({ id }) => id, (removal) => {
        const row = copyOf('removal-row')
        const { id, number, replyNumber, reply } = untracked(() => removal.value)
        row.dataset['id'] = id
        fill(row, {
            name: `${codeOf(course)}#${number}${replyNumber === null ? '' : `#${replyNumber}`}`,
            title: () => `${reply ? 'a reply to ' : ''}${removal.value.title ?? 'a post'}`,
            reason: () => removal.value.reason ?? 'no reason given',
        })
        follow(
            /** @type {HTMLTimeElement} */ (part(row, 'at')),
            () => new Date(removal.value.removedAt),
            () => ({ now: now.value, zone }),
        )
        onClick(row, 'restore', () =>
            void attempt(part(row, 'trouble'), async () => {
                const kind = reply ? 'replies' : 'events'
                await takeAway(row, removed, () => call('POST', `/v1/${kind}/${encodeURIComponent(id)}/restore`))
                say('It is restored.')
            }))
        return row
    })
}
