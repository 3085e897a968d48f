import { Unreachable } from '../../../../client-web/accounts/server.js'
import { freeMinutes } from '../../../../client-web/study/picture.js'
import { equal, test, until } from '../testing.js'
import { answerDialog, COURSE, openRoom, press, studySettings, type, wordsIn } from './fake.js'
import { DAY, inDialog } from './study_world.js'

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
    const { data, texts, button, one } = await openRoom('/study', DAY)
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
    press('u')
    await until(() => texts('[data-part=toldWords]')[0] === 'Taken back: Read chapter 5.')
    // What was moved was pinned, too.
    equal(sent(), [
        ['block', 'b1', { start: '2026-11-24T15:00:00Z', end: '2026-11-24T16:30:00Z' }],
        ['block', 'b1', { pinned: false }],
    ])
    // The focus has stayed.
    press('}')
    equal(await settled(sent), [['block', 'b1', { start: '2026-11-25T15:00:00Z', end: '2026-11-25T16:30:00Z' }]])
    one('[data-part=close]').click()
    equal(texts('[data-part=told]'), [])
})

test('keys that come before an act is written wait for it', async () => {
    const { data } = await openRoom('/study', DAY)
    press('j')
    for (const key of [']', ']', '}', '{']) press(key)
    await until(() => data.sent.length === 4)
    equal(data.sent.map(([, , { start }]) => start), [
        '2026-11-24T15:15:00Z',
        '2026-11-24T15:30:00Z',
        '2026-11-25T15:30:00Z',
        '2026-11-24T15:30:00Z',
    ])
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
    const half = top + height / (hours ?? 1) * (14.5 - (first ?? 0)) + 2
    const shown = () => [target, ...all('.target .timed')].map(({ dataset }) => dataset['landing'])
    fire(target, 'dragover', half)
    equal(shown(), ['Thu 26 Nov 14:30', 'Thu 26 Nov 14:30'])
    fire(target, 'dragover', half + height / (hours ?? 1) / 2)
    equal(shown(), ['Thu 26 Nov 15:00', 'Thu 26 Nov 15:00'])
    fire(target, 'drop', half)
    equal(shown(), [undefined])
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

test('a block begins half an hour later, and the week is saved as the picture of the server', async () => {
    /** @type {string[]} */
    const paths = []
    const file = (/** @type {string} */ path) => new Blob([paths.push(path) ? '<svg/>' : ''])
    const { data, all, button, texts } = await openRoom('/study', { ...DAY, file })
    all('.entry.study [data-part=open]')[0]?.click()
    await until(() => document.querySelector('dialog:modal'))
    inDialog('Half an hour later').click()
    await until(() => data.sent.length > 0)
    equal(data.sent[0]?.[2], { start: '2026-11-24T15:30:00Z', end: '2026-11-24T17:00:00Z' })
    await until(() => texts('[data-part=toldWords]')[0]?.startsWith('Moved'))
    button('Picture').click()
    await until(() => texts('[data-part=toldWords]')[0] === 'The picture of the week is saved.')
    equal(paths, ['/v1/me/study-timetable/picture?from=2026-11-23'])
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
    await until(() => texts('[data-part=nowWords]')[0]?.startsWith('Read chapter 5: 0m, since'))
    const started = JSON.parse(data.drafts.get('/study#timer') ?? '{}')
    equal([started.running.task, document.title], ['t1', '0m · Study · NoteIt'])
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
    const change = { setting: 'hours', day: '2026-11-24', minutes: 60, time: null, task: null }
    const { data, one, button, texts } = await openRoom('/study', {
        ...DAY,
        studyPlan: { ...DAY.studyPlan, unplaced: [{ task: 't1', minutes: 60, because: { reason: 'hours', detail, change } }] },
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
    await answerDialog('Back')
    equal(Reflect.get(again.field('minimumBlock'), 'value'), '3h')
    again.button('Take back').click()
    await answerDialog('Throw away')
    await until(() => again.data.drafts.size === 0)
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
