import { Refused, Unreachable } from '../../../../client-web/accounts/server.js'
import { freeMinutes } from '../../../../client-web/study/picture.js'
import { equal, test, until } from '../testing.js'
import { block, COURSE, openRoom, press, studySettings, task, type, wordsIn } from './fake.js'

/** A day of study, in Toronto at 10:00. */
const DAY = {
    studySettings: studySettings(),
    tasks: [task({ minutes: 180, minutesDone: 30, deadline: '2026-11-27T22:00:00Z', course: COURSE })],
    studyPlan: {
        blocks: [
            block({ course: COURSE }),
            block({
                id: 'r',
                kind: 'break',
                title: '',
                task: null,
                start: '2026-11-24T16:30:00Z',
                end: '2026-11-24T16:35:00Z',
            }),
            block({
                id: 'c',
                kind: 'class',
                title: 'CMPT 225 LEC',
                task: null,
                start: '2026-11-24T17:30:00Z',
                end: '2026-11-24T19:20:00Z',
            }),
            block({ id: 'b2', start: '2026-11-25T21:00:00Z', end: '2026-11-25T22:00:00Z', pinned: true }),
        ],
        unplaced: [],
        objective: [],
        optimal: true,
    },
}

test('the week is a list of days with their blocks, and says what is on now', async () => {
    const { all, texts } = await openRoom('/study', DAY)
    const days = all('.days > li').map((day) => [
        wordsIn(/** @type {Element} */ (day.querySelector('h2'))),
        ...Array.from(day.querySelectorAll('[data-part=open]'), wordsIn),
    ])
    equal(days.filter(([heading = '']) => /^(Tue|Wed|Thu)/.test(heading)), [
        ['Tue 24 Nov, today 1h 30m', '10:00–11:30 study Read chapter 5 CMPT225', '12:30–14:20 class CMPT 225 LEC'],
        ['Wed 25 Nov 1h', '16:00–17:00 study Read chapter 5 stays there'],
        ['Thu 26 Nov'],
    ])
    equal(texts('[data-part=nowWords]'), [
        'Now: Read chapter 5 (CMPT225) until 11:30, 1h 30m left; next: CMPT 225 LEC at 12:30',
    ])
    equal(texts('[data-part=note]'), ['Times are those of America/Toronto.'])
})

test('a block is done, missed, pinned and moved by keys, and each is taken back', async () => {
    const { data, texts, button } = await openRoom('/study', DAY)
    const sent = () => data.sent.splice(0).map(([name, { id }, patch]) => [name, id, patch])
    press('x')
    equal([sent(), data.said.splice(0)], [[], ['Choose a study block first, with j and k.']])
    press('j')
    press('x')
    equal(await settled(sent), [['block', 'b1', { done: true, missed: false }]])
    await until(() => texts('[data-part=toldWords]')[0] === 'Done: Read chapter 5.')
    button('Undo').click()
    equal(await settled(sent), [['block', 'b1', { done: false, missed: false }]])
    await until(() => texts('[data-part=toldWords]')[0] === 'Taken back: Read chapter 5.')
    press('j')
    press(']')
    equal(await settled(sent), [['block', 'b1', { start: '2026-11-24T15:15:00Z', end: '2026-11-24T16:45:00Z' }]])
    await until(() => texts('[data-part=toldWords]')[0] === 'Moved: Read chapter 5, Tue 24 Nov 10:15–11:45. It stays there.')
    press('}')
    equal(await settled(sent), [['block', 'b1', { start: '2026-11-25T15:15:00Z', end: '2026-11-25T16:45:00Z' }]])
})

/** @param {() => unknown[]} read */
async function settled(read) {
    /** @type {unknown[]} */
    const found = []
    await until(() => found.push(...read()) > 0)
    return found
}

test('a block is dragged to another day and time, and its dialog moves it too', async () => {
    const { data, all } = await openRoom('/study', DAY)
    const row = all('.entry.study')[0]
    const target = all('[data-day="2026-11-26"] .timed')[0]
    if (!row || !target) throw new Error('no rows')
    // These tests have no styles.
    target.style.blockSize = '900px'
    const { top, height } = target.getBoundingClientRect()
    const sheet = getComputedStyle(target)
    const [first, hours] = ['--first', '--hours'].map((name) => Number(sheet.getPropertyValue(name)))
    const fire = (/** @type {Element} */ on, /** @type {string} */ name, /** @type {number} */ clientY) =>
        on.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, clientY, dataTransfer: new DataTransfer() }))
    fire(row, 'dragstart', row.getBoundingClientRect().top)
    fire(target, 'dragover', 0)
    fire(target, 'drop', top + height / (hours ?? 1) * (14.5 - (first ?? 0)) + 2)
    await until(() => data.sent.length > 0)
    equal(data.sent[0]?.[2], { start: '2026-11-26T19:30:00Z', end: '2026-11-26T21:00:00Z' })
    const moved = all('[data-day="2026-11-26"] [data-part=open]')[0]
    moved?.focus()
    press('v')
    const field = (/** @type {string} */ name) => document.querySelector(`dialog [name=${name}]`) ?? undefined
    await until(() => field('length'))
    type(field('time'), '16:00')
    type(field('length'), '45 min')
    const send = Array.from(document.querySelectorAll('dialog button')).find(({ textContent }) => textContent === 'Move')
    if (send instanceof HTMLElement) send.click()
    await until(() => data.sent.length > 1)
    equal(data.sent[1]?.[2], { start: '2026-11-26T21:00:00Z', end: '2026-11-26T21:45:00Z' })
})

test('the timer starts with a tap, survives, and its minutes are recorded once', async () => {
    const answers = { minutesDone: 30 }
    let isThere = false
    const { data, button, texts, close } = await openRoom('/study', {
        ...DAY,
        answer: (/** @type {string} */ method, /** @type {string} */ path, /** @type {any} */ body) => {
            if (!path.startsWith('/v1/me/tasks')) return {}
            // The answer of the first attempt is lost, with the network.
            if (method === 'POST') answers.minutesDone += body.minutes
            if (!isThere && answers.minutesDone > 30) throw new Unreachable()
            return { ...DAY.tasks[0], ...answers }
        },
    })
    button('▶').click()
    await until(() => texts('[data-part=nowWords]')[0]?.startsWith('Read chapter 5: 0, since'))
    const started = JSON.parse(data.drafts.get('/study#timer') ?? '{}')
    equal([started.running.task, document.title], ['t1', '0 · Study · NoteIt'])
    close()
    started.running.startedAt = new Date(Date.now() - 25 * 60_000).toISOString()
    const again = await openRoom('/study', {
        ...DAY,
        drafts: new Map([['/study#timer', JSON.stringify(started)]]),
        answer: data.answer,
    })
    await until(() => again.texts('[data-part=nowWords]')[0]?.startsWith('Read chapter 5: 25m, since'))
    again.button('Stop').click()
    await until(() => again.texts('[data-part=kept]')[0]?.includes('The timer is stopped and kept: Read chapter 5, 25m.'))
    await until(() => answers.minutesDone === 55)
    isThere = true
    again.data.state.value = { ...again.data.state.value, connection: 'offline' }
    again.data.state.value = { ...again.data.state.value, connection: 'live' }
    await until(() => again.texts('[data-part=toldWords]')[0] === 'Recorded 25m for Read chapter 5, 55m of 3h.')
    equal([answers.minutesDone, again.data.drafts.size, again.texts('[data-part=kept]')], [55, 0, []])
})

test('a task that does not fit says why, and its button makes the change', async () => {
    const detail = '1 hour does not fit into the study hours. One more hour of study on Tuesday 24 November would place it.'
    const { data, one, button, texts } = await openRoom('/study', {
        ...DAY,
        studyPlan: { ...DAY.studyPlan, unplaced: [{ task: 't1', minutes: 60, because: { reason: 'hours', detail } }] },
        answer: () => studySettings(),
    })
    equal(texts('.unplaced summary'), ['1 task without a place'])
    one('.unplaced').setAttribute('open', '')
    equal(texts('.unplaced li'), [`Read chapter 5 short by 1h ${detail} Study until 23:00 on Tuesdays`])
    button('Study until 23:00 on Tuesdays').click()
    await until(() => data.asked.some(([method]) => method === 'PUT'))
    equal(data.asked.find(([method]) => method === 'PUT')?.[2].hours.T, [
        { start: '09:00', end: '12:00' },
        { start: '16:00', end: '23:00' },
    ])
    await until(() =>
        texts('[data-part=toldWords]')[0] === 'Study until 23:00 on Tuesdays: saved. “Read chapter 5” is planned anew.'
    )
})

test('what is missing is said: hours, tasks, days that are too far', async () => {
    const empty = async (/** @type {string} */ address, /** @type {object} */ fields) => {
        const { texts, close } = await openRoom(address, { ...DAY, ...fields })
        const found = texts('.empty')
        close()
        return found
    }
    equal(await empty('/study', { studySettings: studySettings({ hours: {} }) }), [
        'You have no study hours yet. Your work is planned into the hours of the week that you give.',
    ])
    equal(await empty('/study', { tasks: [] }), [
        'Nothing is left to plan. Press “New task”: say how much work it is and when it is due.',
    ])
    equal(await empty('/study?day=2027-03-01', {}), ['The plan goes from a week ago to four weeks ahead.'])
})

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
const inDialog = (/** @type {string} */ words) => {
    const found = Array.from(document.querySelectorAll('dialog:modal button')).find((button) => wordsIn(button) === words)
    if (!(found instanceof HTMLElement)) throw new Error(`the dialog has no ${words}`)
    return found
}
const fieldOf = (/** @type {string} */ name) => document.querySelector(`dialog [name=${name}]`) ?? undefined

test('tasks stand by deadline, with what is planned for them, and are ticked off', async () => {
    const { data, all, texts, one } = await openRoom('/study?part=tasks', TASKS)
    equal(texts('[data-part=flexible] .words').concat(texts('[data-part=fixed] .words')), [
        'Late by Tue 24 Nov 09:00 1h late',
        'Read chapter 5 CMPT225 by Fri 27 Nov 17:00 30m of 3h next at 10:00',
        'Essay high 1h 30m without a place: 1h 30m',
        'Lunch 12:00–12:30 daily',
    ])
    const box = all('[data-part=flexible] input')[0]
    box?.click()
    await until(() => data.sent.length > 0)
    equal(data.sent.map(([name, { id }, done]) => [name, id, done]), [['tick', 'late', true]])
    one('[data-part=donePart] input').click()
    await until(() => texts('[data-part=flexible] .words').includes('Old 1h done'))
    press('j')
    equal(document.activeElement?.closest('li')?.getAttribute('data-id'), 'late')
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

const openSettings = async (/** @type {object} */ fields = {}) => {
    const room = await openRoom('/study?part=settings', { ...DAY, ...fields })
    await until(() => room.one('[name=minimumBlock]').checkVisibility())
    const field = (/** @type {string} */ name) => room.one(`[name="${name}"]`)
    const save = () => room.button('Save').click()
    return { ...room, field, save }
}

test('settings are saved as they are written, with what was not touched', async () => {
    const rules = [{ course: COURSE, kind: 'exam', minutes: 360 }]
    const { data, field, save, button, texts } = await openSettings({
        studySettings: studySettings({ rules: /** @type {any} */ (rules) }),
    })
    equal(['hours.T', 'hours.S', 'maximumBlock', 'dailyLimit', 'alertStart'].map((name) => Reflect.get(field(name), 'value')), [
        '09:00–12:00, 16:00–22:00',
        '',
        '2h',
        '',
        '0',
    ])
    equal(texts('[data-part=sum]'), ['33h a week.'])
    type(field('hours.S'), '10-12, 14-18')
    equal(texts('[data-part=sum]'), ['39h a week.'])
    type(field('dailyLimit'), '5h')
    type(field('work'), '90m')
    type(field('kind'), 'assignment')
    button('Add the rule').click()
    await until(() => texts('.rules [data-part=words]').includes('CMPT225 assignment: 1h 30m'))
    equal(data.drafts.has('/study#settings'), true)
    save()
    await until(() => texts('[data-part=told]').includes('Saved. Your plan is made anew.'))
    const [, , body] = /** @type {any} */ (data.asked.find(([method]) => method === 'PUT'))
    const before = studySettings()
    equal([body.dailyLimit, body.mode, body.break, body.alerts, body.hours.S, body.hours.U ?? null, body.rules.length], [
        300,
        'balanced',
        5,
        { start: 0, end: 5 },
        [{ start: '10:00', end: '12:00' }, { start: '14:00', end: '18:00' }],
        null,
        2,
    ])
    equal(Object.keys(body).sort(), Object.keys(before).sort())
    equal(data.drafts.has('/study#settings'), false)
})

test('what is not understood is said at its field, and what was typed is there again', async () => {
    const { data, field, save, texts, close } = await openSettings()
    type(field('hours.W'), '22-16')
    save()
    await until(() => texts('label .trouble').includes('“22-16” must end after it starts.'))
    equal([document.activeElement === field('hours.W'), data.asked.some(([method]) => method === 'PUT')], [true, false])
    type(field('hours.W'), '16-22')
    type(field('minimumBlock'), '3h')
    save()
    await until(() => texts('label .trouble').includes('The shortest block must not be longer than the longest.'))
    close()
    const again = await openSettings({ drafts: data.drafts })
    await until(() => again.texts('[data-part=told]').includes('This was typed before, and is not saved yet.'))
    equal(Reflect.get(again.field('minimumBlock'), 'value'), '3h')
    again.button('Take back').click()
    equal([Reflect.get(again.field('minimumBlock'), 'value'), again.data.drafts.size], ['30m', 0])
})

test('the hours that classes leave are counted', () => {
    const hours = [{ start: '09:00', end: '12:00' }, { start: '16:00', end: '18:00' }]
    equal(freeMinutes(hours, []), 300)
    equal(
        freeMinutes(hours, [{ from: 10, to: 11 }, { from: 10.5, to: 11.5 }, { from: 12.5, to: 14 }, { from: 17, to: 20 }]),
        150,
    )
})

const STATS = {
    added: 5,
    done: 2,
    open: 3,
    minutes: {
        byCourse: [{ course: COURSE, minutes: 150 }, { course: null, minutes: 30 }],
        byWeek: [{ week: '2026-11-16', minutes: 60 }, { week: '2026-11-23', minutes: 120 }],
    },
    streakDays: 2,
    topics: [{ title: 'Read chapter 5', lastStudied: '2026-11-24T14:00:00Z', minutes: 150 }],
}

test('what was studied is told with bars, and is there without a network', async () => {
    const { data, all, texts, one, close } = await openRoom('/study?part=stats', { ...DAY, answer: () => STATS })
    await until(() => texts('[data-part=studied]').length > 0)
    equal(['span', 'studied', 'tasks'].map((name) => texts(`[data-part=shown] [data-part=${name}]`)[0]), [
        'Wed 28 Oct to Tue 24 Nov',
        '3h, 2 days in a row',
        '5 added, 2 done, 3 open',
    ])
    equal(texts('.bars li'), ['CMPT225 2h 30m', 'no course 30m', 'Mon 16 Nov 1h', 'Mon 23 Nov 2h'])
    equal(all('.bars li').map((row) => row.style.getPropertyValue('--share')), ['1', '0.2', '0.5', '1'])
    equal(texts('.topics li'), ['Read chapter 5 2h 30m Tue 24 Nov 09:00'])
    type(one('[data-part=weeks]'), '12')
    await until(() => data.asked.some(([, path]) => path === '/v1/me/study-stats?from=2026-09-02&to=2026-11-24'))
    close()
    const offline = /** @type {const} */ ({ phase: 'ready', connection: 'offline', storage: 'disk', since: 0 })
    const again = await openRoom('/study?part=stats', { ...DAY, state: offline, drafts: data.drafts })
    await until(() => again.texts('[data-part=studied]')[0] === '3h, 2 days in a row')
    equal(/^As it was /.test(again.texts('[data-part=at]')[0] ?? ''), true)
})
