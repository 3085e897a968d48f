// The courses that the account is staff of, and what waits in each.

import { codeOf } from '../events/words.js'
import { keyed } from '../platform/lists.js'
import { computed, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { noticesOf, waitingFor } from './card.js'
import { noticeRow } from './notice_row.js'
import { moving } from './rows.js'
import { staffIn, staffPath } from './words.js'

/** @import { Course } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { MakeContent } from './room.js' */

/** So many notices of a course are shown. */
const MOST = 3

/** @type {MakeContent} */
export function content(world) {
    const { copy } = world
    const element = document.createElement('ul')
    element.className = 'staffed'
    const own = computed(() =>
        (copy.courses().value ?? []).filter(({ id }) => staffIn(copy.enrollments().value ?? [], id).isStaff)
    )
    keyed(element, () => own.value, ({ id }) => id, (course) => card(world, course))
    return { element, keys: moving(element, 'li a[href]') }
}

/** @param {World} world @param {{ readonly value: Course }} course */
function card(world, course) {
    const { id } = untracked(() => course.value)
    const made = copyOf('staffed-course')
    const link = /** @type {HTMLAnchorElement} */ (part(made, 'link'))
    link.href = staffPath(id)
    fill(made, { code: codeOf(id), title: () => course.value.title, counts: waitingFor(world, id) })
    const notices = noticesOf(world, id)
    keyed(
        part(made, 'notices'),
        () => (notices.value ?? []).slice(0, MOST),
        (notice) => notice.id,
        (notice) => noticeRow(world, notice),
    )
    return made
}
