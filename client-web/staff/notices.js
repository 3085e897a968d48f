// Notices of a course: sending one, and those that were sent.

import { opens } from '../events/reply_form.js'
import { keyed } from '../platform/lists.js'
import { effect, untracked } from '../platform/signals.js'
import { copyOf, part } from '../platform/templates.js'
import { onClick } from '../rooms/asking.js'
import { growing } from '../rooms/growing.js'
import { noticesOf } from './card.js'
import { noticeForm } from './notice_form.js'
import { noticeRow } from './notice_row.js'
import { moving, pressing } from './rows.js'
import { staffPath } from './words.js'

/** @import { MakeContent } from './room.js' */

/** @type {MakeContent} */
export function content(world, course, place) {
    const element = copyOf('staff-notices')
    const notices = noticesOf(world, course)
    const { count, more } = growing(part(element, 'end'), () => notices.value?.length ?? 0)
    const write = opens(part(element, 'form'), (done) => noticeForm(world, course, done), part(element, 'write'))
    onClick(element, 'write', write)
    // `c` in the other rooms leads here.
    effect(() => {
        if (!place.value.query['new']) return
        untracked(() => {
            world.go(staffPath(course, 'notices'), { replaces: true })
            write()
        })
    })
    keyed(part(element, 'rows'), () => (notices.value ?? []).slice(0, count.value), ({ id }) => id, (notice) => {
        return noticeRow(world, notice)
    })
    effect(() => void (part(element, 'empty').hidden = notices.value?.length !== 0))
    return {
        element,
        keys: [
            ...moving(element, 'li[data-id] > a', more),
            pressing(element, 'x', 'Take the notice back', 'retract'),
        ],
    }
}
