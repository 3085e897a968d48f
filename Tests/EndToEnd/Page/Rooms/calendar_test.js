import { changed, eventsOf, fileOf, isAt } from '../../../../client-web/calendars/file.js'
import { daysOf } from '../../../../client-web/calendars/rules.js'
import { leastOf, sheetOf } from '../../../../client-web/rooms/sheet.js'
import { addDays, addMonths, at, dayOf, isDay, weekOf } from '../../../../client-web/rooms/days.js'
import { equal, test, until } from '../testing.js'
import { answerDialog, event, openRoom, personal, press, task, type, wordsIn } from './fake.js'

const ZONE = 'America/Los_Angeles'
const utc = (/** @type {Date} */ date) => date.toISOString().slice(0, 16)

test('a clock that changes makes days of 23 and 25 hours', () => {
    const hours = (/** @type {string} */ day) =>
        (at(addDays(day, 1), 0, ZONE).getTime() - at(day, 0, ZONE).getTime()) / 3_600_000
    equal([hours('2026-03-07'), hours('2026-03-08'), hours('2026-11-01')], [24, 23, 25])
    equal(utc(at('2026-03-08', 150, ZONE)), '2026-03-08T10:30', 'a time that is left out is later')
    equal(utc(at('2026-11-01', 90, ZONE)), '2026-11-01T08:30', 'of a time that is twice, the first')
    equal(dayOf(new Date('2026-03-09T06:59:00Z'), ZONE), '2026-03-08')
    equal([addMonths('2026-01-31', 1), weekOf('2026-12-06', 1), weekOf('2026-12-06', 0)], [
        '2026-02-28',
        '2026-11-30',
        '2026-12-06',
    ])
    equal(['2026-02-29', '2026-12-04', 'x', '0000-00-00'].map(isDay), [false, true, false, false])
})

test('rules give the days that calendar programs mean', () => {
    const first = { day: '2026-11-03', minutes: 600, zone: ZONE }
    const days = (/** @type {string} */ rule, to = '2026-11-30') =>
        daysOf(rule, first, '2026-11-01', to)?.map((day) => day.slice(5))
    equal(days('FREQ=WEEKLY;BYDAY=TU,TH', '2026-11-12'), ['11-03', '11-05', '11-10', '11-12'])
    equal(days('FREQ=WEEKLY;INTERVAL=2'), ['11-03', '11-17'])
    equal(days('FREQ=DAILY;COUNT=3'), ['11-03', '11-04', '11-05'])
    equal(days('FREQ=DAILY;INTERVAL=10'), ['11-03', '11-13', '11-23'])
    equal(days('FREQ=DAILY;UNTIL=20261104T180000Z'), ['11-03', '11-04'])
    equal(days('FREQ=DAILY;UNTIL=20261104T170000Z'), ['11-03'])
    equal(days('FREQ=DAILY;UNTIL=20261104'), ['11-03', '11-04'])
    equal(days('FREQ=MONTHLY;BYDAY=-1FR', '2027-01-31'), ['11-27', '12-25', '01-29'])
    equal(days('FREQ=MONTHLY;BYDAY=1TU', '2027-01-31'), ['11-03', '12-01', '01-05'])
    equal(days('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2026-12-31'), ['11-30', '12-31'])
    equal(days('FREQ=MONTHLY;BYMONTHDAY=31', '2027-01-31'), ['12-31', '01-31'])
    equal(days('FREQ=YEARLY', '2027-12-31'), ['11-03', '11-03'])
    equal(daysOf('FREQ=WEEKLY', { ...first, day: '2001-11-06' }, '2026-11-01', '2026-11-10'), ['2026-11-03', '2026-11-10'])
    equal([days('FREQ=HOURLY'), days('FREQ=YEARLY;BYWEEKNO=3'), days('nonsense')], [undefined, undefined, undefined])
})

test('half an hour and a break of five minutes give the next entry the whole width, also on a phone', () => {
    const items = ['15:00', '15:35', '16:10'].map((time, index) => {
        const start = new Date(`2026-11-24T${time}:00Z`)
        return { key: String(index), start, end: new Date(start.getTime() + 30 * 60_000), allDay: false }
    })
    for (const isNarrow of [true, false]) {
        const { timed } = sheetOf(items, '2026-11-24', ZONE, leastOf(isNarrow))
        equal(timed.map(({ lanes }) => lanes), [1, 1, 1])
    }
})

test('entries that overlap stand side by side', () => {
    const item = (/** @type {string} */ key, /** @type {string} */ start, /** @type {string} */ end) => ({
        key,
        kind: /** @type {const} */ ('personal'),
        title: key,
        where: '',
        start: new Date(`2026-11-24T${start}Z`),
        end: new Date(`2026-11-24T${end}Z`),
        allDay: false,
    })
    const items = [
        item('a', '18:00', '20:00'),
        item('b', '19:00', '19:30'),
        item('c', '19:30', '21:00'),
        item('d', '22:00', '22:00'),
    ]
    const { timed } = sheetOf(items, '2026-11-24', ZONE, 0.5)
    equal(timed.map(({ item, from, to, lane, lanes }) => [item.title, from, to, lane, lanes]), [
        ['a', 10, 12, 0, 2],
        ['b', 11, 11.5, 1, 2],
        ['c', 11.5, 13, 1, 2],
        ['d', 14, 14, 0, 1],
    ])
})

test('a file of an event is read again, and keeps what others wrote there', () => {
    const start = new Date('2026-11-24T23:00:00Z')
    const written = {
        title: 'Tea; cake, and\\more',
        location: '',
        start,
        end: new Date('2026-11-25T00:00:00Z'),
        allDay: false,
        rule: null,
    }
    const file = fileOf('u', written, ZONE, start)
    equal(eventsOf(file), [{ uid: 'u', title: written.title, start: 'DTSTART:20261124T230000Z', isWhole: true }])
    const alarm = ['BEGIN:VALARM', 'SUMMARY:Ring', 'TRIGGER:-PT5M', 'END:VALARM', 'X-COLOUR:red', 'END:VEVENT'].join('\r\n')
    const theirs = file.replace('END:VEVENT', alarm)
    const text = changed(theirs, { ...written, title: 'Tea', rule: 'FREQ=WEEKLY' }, ZONE, start) ?? ''
    equal(text.split('\r\n').slice(4), [
        'UID:u',
        'BEGIN:VALARM',
        'SUMMARY:Ring',
        'TRIGGER:-PT5M',
        'END:VALARM',
        'X-COLOUR:red',
        'DTSTAMP:20261124T230000Z',
        'SUMMARY:Tea',
        'DTSTART;TZID=America/Los_Angeles:20261124T150000',
        'DTEND;TZID=America/Los_Angeles:20261124T160000',
        'RRULE:FREQ=WEEKLY',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
    ])
    equal(changed(file.replace('UID', 'EXDATE:20261201T230000Z\r\nUID'), written, ZONE, start), undefined)
    equal(
        ['DTSTART:20261124T230000Z', 'DTSTART;TZID=Europe/Berlin:20261125T000000', 'DTSTART;VALUE=DATE:20261124'].map((line) =>
            isAt(line, start, ZONE)
        ),
        [true, true, true],
    )
    equal(isAt('DTSTART:20261124T220000Z', start, ZONE), false)
})

const TERM = {
    id: '202530',
    name: 'Fall 2026',
    startsOn: '2026-09-08',
    endsOn: '2026-12-07',
    timeZone: 'America/Los_Angeles',
    current: true,
    holidays: [{ day: '2026-11-26', name: 'Reading break' }],
}

/** A week with one of each kind. */
const WEEK = {
    events: [
        event(3, { kind: 'exam', title: 'Midterm', due: '2026-11-25T18:00:00Z' }),
        event(4, {
            kind: 'assignment',
            title: 'Lab 4',
            due: '2026-11-28T07:59:00Z',
            author: { id: 'me', displayName: 'Me', role: 'student' },
        }),
    ],
    tasks: [task({ deadline: '2026-11-27T15:00:00Z' })],
    personalEvents: [
        personal({ rule: 'FREQ=DAILY;COUNT=2' }),
        personal({ id: 'p2', title: 'Tea', start: '2026-11-24T14:00:00Z', end: '2026-11-24T15:00:00Z' }),
    ],
    calendarImports: [{ id: 'i', name: 'Work', lastError: null }],
    answer: (/** @type {string} */ _, /** @type {string} */ path) => {
        if (path.startsWith('/v1/terms')) return { items: [TERM] }
        const shift = {
            kind: 'import',
            title: 'Shift',
            location: 'Shop',
            start: '2026-11-28T17:00:00Z',
            end: '2026-11-28T21:00:00Z',
        }
        return { items: [{ ...shift, allDay: false, done: null, id: 'x', course: null, reference: null, calendar: 'i' }] }
    },
}

/** How many texts were begun. @param {{ drafts: Map<string, string> }} data */
const begun = ({ drafts }) => [...drafts.keys()].filter((key) => !key.startsWith('kept ')).length

test('a week shows everything in its days, which are lists with headings', async () => {
    const { texts, all, data } = await openRoom('/calendar/2026-11-24?view=week', WEEK)
    await until(() => all('.entry.import').length === 1 && all('.entry.holiday').length === 1)
    const days = all('.days > li').map((day) => {
        return [
            wordsIn(/** @type {Element} */ (day.querySelector('h2'))),
            ...Array.from(day.querySelectorAll('.entry'), wordsIn),
        ]
    })
    equal(days.filter(([heading]) => !heading?.startsWith('Sun')), [
        ['Mon 23 Nov, 0 entries'],
        [
            'Tue 24 Nov, today, 3 entries',
            '09:00–10:00 event Tea Hall 3',
            '15:30–17:20 class CMPT 225 LEC D100 Hall 1',
            '18:00–20:00 event Choir Hall 3',
        ],
        ['Wed 25 Nov, 2 entries', '13:00 due Midterm', '18:00–20:00 event Choir Hall 3'],
        ['Thu 26 Nov, 1 entry', 'holiday Reading break'],
        ['Fri 27 Nov, 2 entries', 'due Lab 4', '10:00 task Read chapter 5'],
        ['Sat 28 Nov, 1 entry', '12:00–16:00 event Shift Shop'],
    ])
    equal(texts('[data-part=note]'), ['Times are those of America/Toronto.'])
    data.state.value = { ...data.state.value, connection: 'offline' }
    data.answer = () => {
        throw new Error('no network')
    }
    equal(all('.entry a').map((link) => link.getAttribute('href')), [
        '/c/202530.CMPT225',
        '/c/202530.CMPT225/3',
        '/c/202530.CMPT225/4',
    ])
})

test('imported events that were seen are there without a network, with their time, and go with their calendar', async () => {
    const drafts = new Map()
    const away = () => {
        throw new Error('no network')
    }
    const note = (/** @type {any} */ { texts }) => texts('[data-part=note]')[0] ?? ''
    const open = async (/** @type {any} */ fields) => {
        const opened = await openRoom('/calendar/2026-11-24?view=week', { ...WEEK, drafts, ...fields })
        await until(() => note(opened).includes('Times are'))
        return opened
    }
    const first = await open({})
    await until(() => first.all('.entry.import').length === 1 && drafts.size > 0)
    first.close()
    const other = await open({ answer: away, state: { ...first.data.state.value, connection: 'offline' } })
    await until(() => note(other).includes('as of'))
    equal(other.texts('.entry.import'), ['12:00–16:00 event Shift Shop'])
    equal(
        /^Times .+ Events of imported calendars are as of .+: the server is not reached\.$/.test(note(other)),
        true,
        note(other),
    )
    other.data.calendarImports.value = []
    await until(() => other.all('.entry.import').length === 0)
    equal(drafts.get('kept /calendar told').includes('Shift'), false)
    other.close()
})

test('keys go from day to day, change the view, and the focus goes along', async () => {
    const { one, texts, data } = await openRoom('/calendar?view=week', WEEK)
    const here = () => document.activeElement?.closest('[data-day]')?.getAttribute('data-day')
    press('ArrowRight')
    equal([here(), location.pathname], ['2026-11-25', '/calendar/2026-11-25'])
    press('n')
    equal(here(), '2026-12-02')
    press('m')
    equal([here(), texts('h1'), one('[data-part=month]').ariaPressed], ['2026-12-02', ['December 2026'], 'true'])
    press('ArrowDown')
    press('p')
    equal(here(), '2026-11-09')
    press('t')
    press('d')
    equal([document.activeElement?.ariaCurrent, texts('h1'), document.title], [
        'date',
        ['Tue 24 Nov'],
        'Calendar: Tue 24 Nov · NoteIt',
    ])
    press('j')
    equal(wordsIn(document.activeElement ?? document.body), '09:00–10:00 event Tea Hall 3')
    one('[data-part=on]').focus()
    one('[data-part=on]').click()
    equal([data.said, document.activeElement === one('[data-part=on]')], [['Wed 25 Nov'], true])
})

test('a due date of my own moves after asking, by keys and by dragging', async () => {
    const { all, data } = await openRoom('/calendar/2026-11-24?view=week', WEEK)
    await until(() => all('.entry.holiday').length === 1)
    const [midterm, lab] = [all('.entry.due.exam')[0], all('.entry.due.assignment')[0]]
    equal([midterm?.draggable, lab?.draggable], [false, true])
    lab?.querySelector('a')?.focus()
    press('v')
    await until(() => document.querySelector('dialog:modal'))
    type(document.querySelector('dialog input[name=day]') ?? undefined, '2026-11-30')
    type(document.querySelector('dialog input[name=time]') ?? undefined, '17:00')
    equal(
        wordsIn(/** @type {Element} */ (document.querySelector('dialog [data-part=words]'))),
        'From Sat 28 Nov 02:59 to Mon 30 Nov 17:00?',
    )
    await answerDialog('Move')
    equal(data.sent.map(([name, { id }, patch]) => [name, id, patch]), [['editEvent', 'event-4', {
        due: '2026-11-30T22:00:00.000Z',
    }]])
    equal(data.said, ['Moved.'])
    const row = all('.entry.personal').find((row) => row.draggable)
    const target = all('[data-day="2026-11-27"] .timed')[0]
    if (!row || !target) throw new Error('no rows')
    // These tests have no styles.
    target.style.blockSize = '900px'
    const { top, height } = target.getBoundingClientRect()
    const hour = height / Number(getComputedStyle(target).getPropertyValue('--hours'))
    const first = Number(getComputedStyle(target).getPropertyValue('--first'))
    const fire = (/** @type {Element} */ on, /** @type {string} */ name, /** @type {number} */ clientY) =>
        on.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, clientY, dataTransfer: new DataTransfer() }))
    fire(row, 'dragstart', row.getBoundingClientRect().top)
    fire(target, 'dragover', 0)
    equal(target.closest('li')?.classList.contains('target'), true)
    fire(target, 'drop', top + hour * (14.5 - first) + 2)
    await until(() => document.querySelector('dialog:modal'))
    equal(
        wordsIn(/** @type {Element} */ (document.querySelector('dialog [data-part=words]'))),
        'From Tue 24 Nov 09:00 to Fri 27 Nov 14:30?',
    )
    await answerDialog('Back')
    equal(data.sent.length, 1)
})

test('an event of my own is made, and a wrong one is told', async () => {
    const { data } = await openRoom('/calendar/2026-11-25?view=week', WEEK)
    press('N')
    await until(() => document.querySelector('dialog:modal'))
    const field = (/** @type {string} */ name) => document.querySelector(`dialog [name=${name}]`) ?? undefined
    type(field('title'), 'Dentist')
    type(field('to'), '08:00')
    const send = Array.from(document.querySelectorAll('dialog button')).find(({ textContent }) => textContent === 'Add')
    if (!(send instanceof HTMLElement)) throw new Error('no button')
    send.click()
    await until(() => document.querySelector('dialog .trouble')?.textContent)
    equal(document.querySelector('dialog .trouble')?.textContent, 'The end must be after the start.')
    equal(begun(data), 1)
    type(field('to'), '09:30')
    type(field('repeat'), 'FREQ=WEEKLY')
    send.click()
    await until(() => !document.querySelector('dialog'))
    const [[name, id, { file, ...body }]] = /** @type {any} */ (data.sent)
    equal([name, body], ['personal', {
        title: 'Dentist',
        location: '',
        start: '2026-11-25T14:00:00.000Z',
        end: '2026-11-25T14:30:00.000Z',
        allDay: false,
        rule: 'FREQ=WEEKLY',
    }])
    equal([eventsOf(file)[0]?.uid === id, begun(data), data.said], [true, 0, ['The event is added.']])
})

test('a press on an hour makes an event there, and its end goes along with its beginning', async () => {
    const { all } = await openRoom('/calendar/2026-11-25?view=week', WEEK)
    const hours = all('[data-day="2026-11-27"] .timed')[0]
    if (!hours) throw new Error('no day')
    // These tests have no styles.
    hours.style.blockSize = '900px'
    const { top, height } = hours.getBoundingClientRect()
    const [count, first] = ['--hours', '--first'].map((name) => Number(getComputedStyle(hours).getPropertyValue(name)))
    const clientY = top + height / (count ?? 1) * (14.7 - (first ?? 0))
    hours.dispatchEvent(new MouseEvent('click', { bubbles: true, clientY }))
    await until(() => document.querySelector('dialog:modal'))
    const field = (
        /** @type {string} */ name,
    ) => /** @type {HTMLInputElement} */ (document.querySelector(`dialog [name=${name}]`))
    const times = () => ['day', 'from', 'until', 'to'].map((name) => field(name).value)
    equal(times(), ['2026-11-27', '14:30', '2026-11-27', '15:30'])
    type(field('from'), '16:00')
    equal(times(), ['2026-11-27', '16:00', '2026-11-27', '17:00'])
    await answerDialog('Back')
})

test('a task is made and ticked off', async () => {
    const { data, all } = await openRoom('/calendar/2026-11-27?view=week', WEEK)
    press('T')
    await until(() => document.querySelector('dialog:modal'))
    const field = (/** @type {string} */ name) => document.querySelector(`dialog [name=${name}]`) ?? undefined
    type(field('title'), 'Read chapter 6')
    type(field('minutes'), '90')
    type(field('course'), '202530.CMPT225')
    const wanted = wordsIn(document.querySelector('dialog [data-part=due]') ?? document.body)
    equal(wanted, '')
    await answerAdd()
    const [name, body] = data.sent[0] ?? []
    equal([name, body.title, body.minutes, body.course, body.kind], [
        'task',
        'Read chapter 6',
        90,
        '202530.CMPT225',
        'flexible',
    ])
    all('.entry.task button')[0]?.click()
    await answerDialog('Done')
    equal(data.sent[1]?.slice(0, 1).concat(data.sent[1]?.[2]), ['tick', true])
})

async function answerAdd() {
    const send = Array.from(document.querySelectorAll('dialog button')).find(({ textContent }) => textContent === 'Add')
    if (send instanceof HTMLElement) send.click()
    await until(() => !document.querySelector('dialog'))
}

test('an empty week names the one next thing to do', async () => {
    const { texts } = await openRoom('/calendar/2027-03-01?view=week', {})
    equal(texts('.empty'), ['Nothing is on these days. Press “New event” to put something of your own there.'])
})
