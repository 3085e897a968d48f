// What cannot be brought back is asked about first, whichever way it is done.

import { pressed } from '../../../../client-web/shell/pressed.js'
import { equal, test, until } from '../testing.js'
import { degreeWorld } from './degree_world.js'
import { answerDialog, openRoom, wordsIn } from './fake.js'
import { device } from './push_world.js'
import { answer } from './settings_world.js'
import { asked, open, ROOM } from './staff_world.js'
import { DAY } from './study_world.js'

const { entries: [refused], drafts: _, ...degree } = degreeWorld('Plan')
const PLAN = `/degree/${degree.degreePlans[0]?.id}`

/**
 * Presses a button, which asks, goes back, and presses it again. Answers what the question was.
 * @param {() => void} press @param {string} words that agree @param {() => unknown[]} done what was done by now
 */
async function asksFirst(press, words, done) {
    const before = done().length
    press()
    await until(() => document.querySelector('dialog:modal'))
    const question = wordsIn(/** @type {Element} */ (document.querySelector('dialog:modal h2')))
    await answerDialog('Back')
    equal(done().length, before, question)
    press()
    await answerDialog(words)
    await until(() => done().length > before)
    return question
}

test('an invitation is revoked after asking, also from the finder', async () => {
    const times = { createdBy: 'me', createdAt: '2026-11-20T10:00:00Z', expiresAt: '2099-01-01T00:00:00Z' }
    const invitation = { id: 'i', course: 'c', section: null, role: 'student', uses: 1, used: 0, ...times }
    const { data, button, texts, close } = await open(`${ROOM}/roster`, {
        answer: (/** @type {string} */ _, /** @type {string} */ path) => ({
            items: path.includes('/invitations') ? [invitation] : [],
            next: null,
        }),
    })
    await until(() => texts('summary').length > 0)
    button('Invite people').click()
    await until(() => texts('[data-part=invitations] li').length === 1)
    const found = () => pressed(document, new Set()).find(({ title }) => title === 'Revoke')
    equal(
        await asksFirst(() => void found()?.run(), 'Revoke', () => asked(data, 'DELETE')),
        'Revoke the invitation to CMPT225?',
    )
    close()
})

test('a device, a topic and a sign-in elsewhere end after asking', async () => {
    for (
        const [section, part, words, question] of /** @type {const} */ ([
            ['push', 'rows] [data-part=action', 'Remove', 'Remove the device “A phone”?'],
            ['ntfy', 'remove', 'Remove', 'Remove the topic?'],
            ['devices', 'rows] li:nth-child(2) [data-part=end', 'Sign out', 'Sign out A phone?'],
        ])
    ) {
        const { data, one, all, close } = await openRoom(`/settings#${section}`, {
            answer: (/** @type {string} */ method, /** @type {string} */ path, /** @type {any} */ body) =>
                path === '/v1/me/push'
                    ? { available: true, applicationServerKey: null, devices: [device] }
                    : answer(method, path, body),
        })
        const selector = `.pane [data-part=${part}]`
        await until(() => all(selector)[0]?.checkVisibility())
        const ended = () => data.asked.filter(([method]) => method === 'DELETE')
        equal(await asksFirst(() => one(selector).click(), words, ended), question)
        close()
    }
})

test('the minutes of the timer are discarded after asking', async () => {
    const running = { task: 't1', title: 'Read', startedAt: new Date(Date.now() - 25 * 60_000).toISOString() }
    const { data, button, texts, close } = await openRoom('/study', {
        ...DAY,
        drafts: new Map([['/study#timer', JSON.stringify({ running, stopped: [] })]]),
    })
    await until(() => texts('[data-part=nowWords]')[0]?.startsWith('Read: 25m'))
    const gone = () => data.drafts.has('/study#timer') ? [] : ['gone']
    equal(await asksFirst(() => button('Discard').click(), 'Discard', gone), 'Discard the time?')
    equal(data.asked.filter(([method]) => method !== 'GET'), [])
    close()
})

test('a change that was refused is thrown away after asking', async () => {
    for (const [address, kind, id] of [[PLAN, 'editPlan', refused?.id], ['/degree?part=record', 'record', 'me']]) {
        const entries = [{ ...refused, kind, id, body: { items: [] }, base: { items: [] } }]
        const { data, all, close } = await openRoom(address ?? '', { ...degree, entries })
        const away = () => all('[data-part=away]').find((node) => node.checkVisibility())
        await until(away)
        const dropped = () => data.sent.filter(([name]) => name === 'drop')
        equal(await asksFirst(() => away()?.click(), 'Throw away', dropped), 'Throw this away?')
        close()
    }
})

test('a course leaves the record, and credits leave a plan, after asking', async () => {
    const edits = (/** @type {any} */ data) => () => data.sent.filter((/** @type {any[]} */ [name]) => name === 'edit')
    const record = await openRoom('/degree?part=record', { ...degree, entries: [] })
    await until(() => record.all('[data-part=record] [data-part=remove]').length === 1)
    const remove = () => record.one('[data-part=record] [data-part=remove]').click()
    equal(await asksFirst(remove, 'Take out', edits(record.data)), 'Take CMPT 225 out of the record?')
    record.close()
    const plan = await openRoom(PLAN, { ...degree, entries: [] })
    await until(() => plan.all('.dg-card[data-place]').length === 1)
    const take = () => {
        plan.one('.dg-card[data-place] [data-part=open]').focus()
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }))
    }
    equal(await asksFirst(take, 'Take out', edits(plan.data)), 'Take the credits out of Spring 2027?')
    plan.close()
})
