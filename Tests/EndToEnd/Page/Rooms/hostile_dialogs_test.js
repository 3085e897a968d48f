import { ask } from '../../../../client-web/platform/dialogs.js'
import { scope } from '../../../../client-web/platform/signals.js'
import { finder } from '../../../../client-web/shell/finder.js'
import { outboxDialog } from '../../../../client-web/shell/waiting.js'
import { test, until } from '../testing.js'
import { COURSE, entryOf, press } from './fake.js'
import { degrees, PLAN, studying, timetables } from './hostile_plans.js'
import { dialog, opensText, pressInDialog, world } from './hostile_world.js'

/** @import { Step } from './hostile_world.js' */

/** Presses what stands in a room, which opens a dialog. @param {string} selector @returns {Step} */
const pressing = (selector) => ({ one }) => (one(selector).click(), dialog())
/** Another dialog of the one that is opened so. @param {string} selector @param {string} words of its button @returns {Step} */
const further = (selector, words) => ({ one }) => (one(selector).click(), pressInDialog(words))

test('hostile texts stay texts: the finder', () =>
    opensText(`/c/${COURSE}`, (text) => ({ ...world(text), removals: [] }), 'li', [
        (opened) => (void finder(opened.world, () => []), dialog()),
    ]))

test('hostile texts stay texts: what is not sent yet', () => {
    const refused = (/** @type {string} */ text) => [{
        ...entryOf({ title: text, body: text }),
        kind: 'post',
        order: 1,
        title: text,
        state: 'refused',
        reason: text,
        files: [{ id: 'f', name: text, size: 1 }],
    }]
    return opensText('/', (text) => ({ ...world(text), entries: refused(text) }), 'li', [({ world }) => {
        const end = scope(() => void ask(outboxDialog(world.outbox, () => end())))
        return dialog()
    }])
})

test('hostile texts stay texts: the text of another tab', () => {
    const fields = (/** @type {string} */ text) => ({ ...world(text), other: JSON.stringify({ title: text, body: text }) })
    return opensText(`/c/${COURSE}`, fields, 'li', [async ({ main, all }) => {
        press('c')
        await until(() => all('.other-text').some((node) => node.checkVisibility()))
        return main
    }])
})

test('hostile texts stay texts: dialogs of the calendar', () => {
    const entry = (/** @type {string} */ kind) => `.entry.${kind} > button`
    return opensText('/calendar/2026-11-24?view=week', world, entry('personal'), [
        ...['personal', 'task'].map((kind) => pressing(entry(kind))),
        ...['Change', 'Delete'].map((words) => further(entry('personal'), words)),
        ({ one }) => (one(entry('personal')).focus(), press('v'), dialog()),
    ])
})

test('hostile texts stay texts: dialogs of study', () => {
    const block = '.entry.study [data-part=open]'
    return opensText('/study?day=2026-11-24', studying, block, [
        pressing(block),
        further(block, 'Move …'),
        further(block, 'Change the task …'),
    ])
})

test('hostile texts stay texts: dialogs of a timetable', () =>
    opensText('/timetables?plan=x', (text) => ({ ...timetables(text), drafts: new Map() }), '.pair .tt-line', [
        pressing('.pair .tt-line [data-part=open]'),
        ...['join', 'rename', 'delete'].map((name) => pressing(`[data-part=${name}]`)),
    ]))

test('hostile texts stay texts: dialogs of a degree plan', () =>
    opensText(`${PLAN}?show=catalog`, degrees, '.dg-list li', [
        pressing('.dg-card [data-part=open]'),
        ...['settings', 'delete'].map((name) => pressing(`[data-part=${name}]`)),
    ]))
