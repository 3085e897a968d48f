// A course for its staff: what waits, the open questions, the newest notices.

import { eventRow } from '../events/rows.js'
import { counted } from '../events/words.js'
import { keyed } from '../platform/lists.js'
import { effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { noticesOf, openQuestions, waitingFor } from './card.js'
import { noticeRow } from './notice_row.js'
import { moving } from './rows.js'

/** @import { MakeContent } from './room.js' */

const [MOST, NOTICES] = [20, 5]

/** @type {MakeContent} */
export function content(world, course) {
    const element = copyOf('staff-course')
    const [questions, notices] = [openQuestions(world, course), noticesOf(world, course)]
    fill(element, {
        counts: waitingFor(world, course),
        more: () => {
            const more = (questions.value?.length ?? 0) - MOST
            return more > 0 ? `and ${counted(more, 'newer one')}` : ''
        },
    })
    keyed(part(element, 'questions'), () => (questions.value ?? []).slice(0, MOST), ({ id }) => id, (event) => {
        return eventRow(world, event)
    })
    keyed(part(element, 'notices'), () => (notices.value ?? []).slice(0, NOTICES), ({ id }) => id, (notice) => {
        return noticeRow(world, notice)
    })
    effect(() => {
        part(element, 'questionsPart').hidden = !questions.value?.length
        part(element, 'noticesPart').hidden = !notices.value?.length
    })
    return { element, keys: moving(element, 'li a[href]') }
}
