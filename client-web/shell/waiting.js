// A dialog of what waits in the outbox, and of what was refused.

import { asked, THROW_AWAY } from '../rooms/asking.js'
import { listWaiting } from '../files/waiting.js'
import { keyed } from '../platform/lists.js'
import { effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'

/** @import { Outbox } from '../copy/outbox.js' */

/** What an entry of the outbox is, in words. @type {Record<string, string>} */
const KINDS = {
    post: 'A post',
    reply: 'A reply',
    editEvent: 'A changed post',
    editReply: 'A changed reply',
    mark: 'A mark',
    meToo: '“Me too”',
    thank: 'Thanks',
    tick: 'A tick',
    task: 'A task',
    block: 'A study block',
    personal: 'A personal event',
    plan: 'A degree plan',
    editPlan: 'A changed degree plan',
    planReply: 'A comment on a degree plan',
    record: 'Your record of courses',
}

/** @param {Outbox} outbox @param {() => void} [done] */
export function outboxDialog(outbox, done = () => {}) {
    const dialog = /** @type {HTMLDialogElement} */ (copyOf('outbox'))
    const entries = () => outbox.entries.value.filter(({ kind }) => kind in KINDS)
    keyed(part(dialog, 'entries'), entries, ({ order }) => order ?? 0, (entry) => {
        const row = copyOf('outbox-entry')
        fill(row, {
            what: () => KINDS[entry.value.kind] ?? entry.value.kind,
            reason: () => entry.value.reason ?? '',
            text: () => [entry.value.title, entry.value.body.title, entry.value.body.body].filter(Boolean).join('\n\n'),
        })
        effect(() => void (part(row, 'retry').hidden = entry.value.state !== 'refused'))
        part(row, 'retry').addEventListener('click', () => void outbox.retry(entry.value))
        part(row, 'drop').addEventListener('click', async () => {
            if (await asked(THROW_AWAY) !== undefined) await outbox.drop(entry.value)
        })
        listWaiting(outbox, part(row, 'files'), () => entry.value.files ?? [])
        return row
    })
    dialog.addEventListener('close', done, { once: true })
    return dialog
}
