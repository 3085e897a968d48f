import { Refused } from '../../../../client-web/accounts/server.js'
import { equal, test, until } from '../testing.js'
import { block, openRoom, press, task, type } from './fake.js'
import { DAY, fieldOf, inDialog } from './study_world.js'

const LUNCH = task({
    id: 'lunch',
    title: 'Lunch',
    kind: 'fixed',
    minutes: null,
    start: '2026-11-23T17:00:00Z',
    end: '2026-11-23T17:30:00Z',
    recurrence: { rule: 'FREQ=DAILY', exceptions: [] },
    rev: 3,
})
const TASKS = {
    ...DAY,
    tasks: [
        task({ id: 'a', title: 'Essay', priority: 'high', minutes: 90 }),
        ...DAY.tasks,
        task({ id: 'late', title: 'Late', deadline: '2026-11-24T14:00:00Z' }),
        task({ id: 'old', title: 'Old', done: true }),
        LUNCH,
    ],
    studyPlan: {
        ...DAY.studyPlan,
        blocks: [
            ...DAY.studyPlan.blocks,
            block({
                id: 'l',
                kind: 'fixed',
                task: 'lunch',
                title: 'Lunch',
                start: '2026-11-25T17:00:00Z',
                end: '2026-11-25T17:30:00Z',
            }),
        ],
        unplaced: [{ task: 'a', minutes: 90, because: { reason: 'hours', detail: 'It does not fit.' } }],
    },
}
test('tasks stand by deadline, with what is planned for them, and are ticked off', async () => {
    const { data, all, texts, one } = await openRoom('/study?part=tasks', TASKS)
    equal(texts('[data-part=flexible] .words').concat(texts('[data-part=fixed] .words')), [
        'Late by Tue 24 Nov 09:00 1h late',
        'Read chapter 5 CMPT225 by Fri 27 Nov 17:00 30m of 3h next at 10:00',
        'Essay high 1h 30m without a place: 1h 30m',
        'Lunch 12:00–12:30 daily',
    ])
    one('[data-part=donePart] input').click()
    await until(() => texts('[data-part=flexible] .words').includes('Old 1h done'))
    one('[data-part=donePart] input').click()
    await until(() => !texts('[data-part=flexible] .words').includes('Old 1h done'))
    const box = all('[data-part=flexible] input')[0]
    box?.click()
    await until(() => data.sent.length > 0)
    equal(data.sent.map(([name, { id }, done]) => [name, id, done]), [['tick', 'late', true]])
    one('[data-part=donePart] input').click()
    await until(() => texts('[data-part=flexible] .words').includes('Old 1h done'))
    press('j')
    equal(document.activeElement?.closest('li')?.getAttribute('data-id'), 'late')
})

test('one line adds a task, steps are ticked off, and a task sleeps until tomorrow', async () => {
    const steps = [{ text: 'Find sources', done: true }, { text: 'Outline', done: false }]
    const { data, all, texts, one, button } = await openRoom('/study?part=tasks', {
        ...TASKS,
        tasks: [task({ id: 'a', title: 'Essay', steps }), task({ id: 'v', title: 'Vocabulary', minutes: 20, every: 'day' })],
    })
    equal(texts('[data-part=flexible] .words'), ['Essay 1h without a place: 1h 30m', 'Vocabulary 20m every day'])
    press('a')
    const line = /** @type {HTMLInputElement} */ (document.activeElement)
    type(line, 'Read ch 9')
    type(line, 'Read ch 9 fri !high')
    // It is spoken after a pause, not with each key.
    await until(() => data.said.length > 0)
    equal(data.said, texts('.understood'))
    equal(texts('.understood'), [
        'Read ch 9: 1h, unless you write another, such as 45m · by Fri 27 Nov 23:59 · high',
    ])
    type(line, 'Read ch 9 fri 2h !high')
    equal(texts('.understood'), ['Read ch 9: 2h · by Fri 27 Nov 23:59 · high'])
    button('Add').click()
    await until(() => line.value === '')
    type(line, '20 min verbs daily')
    button('Add').click()
    await until(() => line.value === '')
    type(line, 'Groceries')
    button('Add').click()
    await until(() => data.sent.length === 3)
    equal(data.sent.pop(), ['task', { kind: 'flexible', title: 'Groceries', minutes: 60 }])
    equal(data.sent, [
        ['task', {
            kind: 'flexible',
            priority: 'high',
            minutes: 120,
            title: 'Read ch 9',
            deadline: '2026-11-28T04:59:00.000Z',
        }],
        ['task', { kind: 'flexible', every: 'day', minutes: 20, title: 'verbs' }],
    ])
    equal(texts('.steps li'), ['Find sources', 'Outline'])
    all('.steps input')[1]?.click()
    await until(() => data.asked.length > 0)
    equal(data.asked.at(-1), ['PATCH', '/v1/me/tasks/a', { steps: steps.map((step) => ({ ...step, done: true })) }])
    one('[data-id=a] [data-part=open]').focus()
    press('z')
    await until(() => texts('[data-part=toldWords]')[0] === 'Not before Wed 25 Nov 00:00: Essay.')
    equal(data.asked.at(-1), ['PATCH', '/v1/me/tasks/a', { earliest: '2026-11-25T05:00:00Z' }])
    button('Undo').click()
    await until(() => texts('[data-part=toldWords]')[0] === 'Taken back: Essay.')
    equal(data.asked.at(-1), ['PATCH', '/v1/me/tasks/a', { earliest: null }])
})

test('a task is changed where it differs, and a change by another device is not overwritten', async () => {
    let isStale = true
    const { data, all } = await openRoom('/study?part=tasks', {
        ...TASKS,
        answer: (/** @type {string} */ method) => {
            if (method !== 'PATCH' || !isStale) return {}
            throw new Refused(/** @type {any} */ ({ status: 412, detail: 'stale' }))
        },
    })
    all('[data-id=t1] [data-part=open]')[0]?.click()
    await until(() => fieldOf('title'))
    type(fieldOf('minutes'), '240')
    type(fieldOf('due'), '')
    inDialog('Keep').click()
    await until(() => document.querySelector('dialog .trouble')?.textContent?.includes('changed meanwhile'))
    isStale = false
    inDialog('Keep').click()
    await until(() => !document.querySelector('dialog'))
    const [method, path, body] = data.asked.at(-1) ?? []
    equal([method, path, body], ['PATCH', '/v1/me/tasks/t1', { minutes: 240, deadline: null }])
})

test('of a task that repeats, one, those after it, or all are changed', async () => {
    const { data, all } = await openRoom('/study?part=tasks', TASKS)
    for (
        const [words, query] of [
            ['Only Wed 25 Nov', '?occurrence=2026-11-25T17%3A00%3A00Z'],
            ['Wed 25 Nov and all after it', '?occurrence=2026-11-25T17%3A00%3A00Z&following=true'],
            ['All of them', ''],
        ]
    ) {
        all('[data-id=lunch] [data-part=open]')[0]?.click()
        await until(() => document.querySelector('dialog:modal'))
        inDialog(words ?? '').click()
        await until(() => fieldOf('from'))
        equal(/** @type {HTMLInputElement} */ (fieldOf('day')).value, query ? '2026-11-25' : '2026-11-23')
        type(fieldOf('to'), '13:00')
        inDialog('Keep').click()
        await until(() => !document.querySelector('dialog'))
        const day = query ? '25' : '23'
        equal(data.asked.at(-1), ['PATCH', `/v1/me/tasks/lunch${query}`, {
            start: `2026-11-${day}T17:00:00.000Z`,
            end: `2026-11-${day}T18:00:00.000Z`,
        }])
    }
})

test('a fixed time that overlaps is kept only when that is said', async () => {
    const overlaps = [{
        kind: 'class',
        id: 'c',
        title: 'CMPT 225 LEC',
        start: '2026-11-24T23:00:00Z',
        end: '2026-11-25T00:30:00Z',
    }]
    const { data } = await openRoom('/study?part=tasks', {
        ...TASKS,
        answer: (/** @type {string} */ method, /** @type {string} */ path) => {
            if (method !== 'POST' || path.endsWith('overlap=allow')) return {}
            throw new Refused(/** @type {any} */ ({ status: 409, detail: 'overlaps', overlaps }))
        },
    })
    press('T')
    await until(() => fieldOf('title'))
    type(fieldOf('title'), 'Choir')
    type(fieldOf('kind'), 'fixed')
    type(fieldOf('repeat'), 'FREQ=WEEKLY')
    inDialog('Add').click()
    await until(() => document.querySelector('dialog .trouble')?.textContent)
    equal(
        document.querySelector('dialog .trouble')?.textContent,
        'At this time is CMPT 225 LEC, Tue 24 Nov 18:00–19:30. Press “Keep both”, or change the time.',
    )
    inDialog('Keep both').click()
    await until(() => !document.querySelector('dialog'))
    const [, path, { id: _, ...body }] = /** @type {any} */ (data.asked.at(-1))
    equal([path, body], ['/v1/me/tasks?overlap=allow', {
        kind: 'fixed',
        title: 'Choir',
        priority: 'medium',
        start: '2026-11-24T23:00:00.000Z',
        end: '2026-11-25T00:00:00.000Z',
        recurrence: { rule: 'FREQ=WEEKLY' },
    }])
})
