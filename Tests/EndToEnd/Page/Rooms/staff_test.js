import { Refused, Unreachable } from '../../../../client-web/accounts/server.js'
import { equal, test, until } from '../testing.js'
import { COURSE, course, event, notification, openRoom, person, press, section } from './fake.js'
import { answers, applicant, D100, member, open, report, ROOM, SINCE, STAFF } from './staff_world.js'

test('somebody who is no staff learns what the rooms are for, and the server is asked nothing', async () => {
    for (const address of ['/staff', ROOM, `${ROOM}/notices`, `${ROOM}/roster`, `${ROOM}/reports`, `${ROOM}/toString`]) {
        const { data, texts, close } = await openRoom(address, { events: [event(1, { kind: 'notice', title: 'Secret' })] })
        equal(texts('h1'), ['For the staff of a course'], address)
        equal([data.asked, document.title], [[], 'Staff · NoteIt'])
        press('c')
        press('2')
        equal([location.pathname, texts('code')], [
            decodeURI(address),
            [`noteitd staff grant me@example.edu ${address === '/staff' ? 'COURSE' : COURSE}`],
        ])
        close()
    }
})

test('staff of one course see nothing of another', async () => {
    const { data, texts, close } = await open('/staff/202530.MATH150/roster')
    equal([texts('h1'), data.asked], [['For the staff of a course'], []])
    equal(texts('.none p')[0], 'You are not on the staff of MATH150.')
    close()
})

test('a room that is not there says so', async () => {
    const { texts, close } = await open(`${ROOM}/constructor`)
    equal(texts('h1'), ['There is no such room'])
    close()
})

test('a room goes at once with the place on the staff, with its questions, and what comes later is not shown', async () => {
    /** @type {(value: unknown) => void} */
    let come = () => {}
    const { data, main, all, button, texts, close } = await open(`${ROOM}/roster`, {
        answer: answers({ '/roster': [member('b')] }),
    })
    await until(() => all('.people li').length === 1)
    button('Remove').click()
    await until(() => document.querySelector('dialog:modal'))
    data.answer = () => new Promise((resolve) => (come = resolve))
    document.dispatchEvent(new Event('visibilitychange'))
    data.enrollments.value = [{ course: COURSE, section: D100, role: 'student', since: SINCE }]
    equal([texts('h1'), document.querySelector('dialog'), main.textContent?.includes('b@example.edu')], [
        ['For the staff of a course'],
        null,
        false,
    ])
    come({ items: [member('c')], next: null })
    press('c')
    await Promise.resolve()
    equal([main.textContent?.includes('c@example.edu'), texts('form')], [false, []])
    data.answer = answers({ '/roster': [member('d')] })
    data.enrollments.value = STAFF
    await until(() => all('.people li').length === 1)
    close()
})

test('the courses of the staff show what waits, live', async () => {
    const { data, texts, one, close } = await open('/staff', {
        courses: [course(), course({ id: '202530.MATH150', number: '150', subject: 'MATH' })],
        events: [
            event(1, { kind: 'question' }),
            event(2, { kind: 'question', accepted: 'r' }),
            event(3, { kind: 'notice', title: 'Old news', createdAt: '2026-11-01T10:00:00Z' }),
            event(4, { kind: 'notice', title: 'No lab', createdAt: '2026-11-23T10:00:00Z', mustRead: true }),
        ],
        answer: answers({
            '/reports': [report('1'), report('2'), report('3', { event: 'event-2' })],
            '/join-requests': [applicant()],
            '/event-3/receipts': { seen: 6, people: 7 },
            '/event-4/receipts': { seen: 1, people: 7 },
        }),
    })
    await until(() => texts('.counts a').length === 3 && texts('b').every(Boolean))
    equal(texts('h2'), ['CMPT225 Data Structures'])
    equal(texts('.counts a'), ['1 open question', '2 reported posts', '1 person asks to join'])
    equal(texts('.notice-row > a').map((words) => words.replace(/\(.*?\)/, '')), [
        '◆ No lab #4 must read to everyone in the course Mon 23 Nov 05:00  seen by 1 of 7 people',
        '◆ Old news #3 to everyone in the course Sun 1 Nov 05:00  seen by 6 of 7 people',
    ])
    equal(one('.counts a').getAttribute('href'), `/c/${COURSE}?kind=question&open=1`)
    data.answer = answers({ '/reports': [report('1')], '/join-requests': [applicant(), applicant({ id: 'y' })] })
    data.notifications.value = [notification({ id: 'n9', kind: 'joinRequested' }), notification({ id: 'n8', kind: 'reported' })]
    await until(() => texts('.counts a').includes('2 people ask to join'))
    equal(texts('.counts a'), ['1 open question', '1 reported post', '2 people ask to join'])
    data.change('event-1', { endorsed: 'r' })
    equal(texts('.counts a'), ['1 reported post', '2 people ask to join'])
    close()
})

test('without a network the copy is shown, and what is not known is said, until it is', async () => {
    const { data, texts, close } = await open(ROOM, {
        events: [event(1, { kind: 'question' })],
        answer: () => {
            throw new Unreachable()
        },
    })
    await until(() => texts('.trouble').length > 0)
    equal(
        texts('.trouble')[0],
        'Reports and people who ask to join are not known: The server is not reached. Try again once you are connected.',
    )
    equal(texts('.events .title'), ['Title 1'])
    data.answer = answers({ '/reports': [report('1')] })
    data.state.value = { ...data.state.value, connection: 'offline' }
    data.state.value = { ...data.state.value, connection: 'live' }
    await until(() => texts('.counts a').length === 2)
    equal(texts('.trouble').filter(Boolean), [])
    close()
})

test('what the server refuses is not shown any more', async () => {
    const { data, all, texts, close } = await open(`${ROOM}/roster`, { answer: answers({ '/roster': [member('b')] }) })
    await until(() => all('.people li').length === 1)
    data.answer = () => {
        throw new Refused({ type: '', title: '', status: 403, detail: 'Only for its staff.' })
    }
    document.dispatchEvent(new Event('visibilitychange'))
    await until(() => all('.people li').length === 0)
    equal(texts('.trouble').at(-1), 'Who is in the course is not known: Only for its staff.')
    close()
})

test('staff go on from the inbox to what they are told of; others do not', async () => {
    const notifications = [
        notification({ id: '1', kind: 'reported', event: 'event-1', number: 1 }),
        notification({ id: '2', kind: 'joinRequested' }),
        notification({ id: '3', kind: 'staffGranted' }),
    ]
    const { data, all, close } = await open('/inbox', { notifications, events: [event(1)] })
    const links = () => all('.notification > a').map((link) => link.getAttribute('href'))
    equal(links(), [`${ROOM}/reports`, `${ROOM}/roster`, ROOM])
    data.enrollments.value = []
    equal(links(), [`/c/${COURSE}/1`, `/c/${COURSE}`, `/c/${COURSE}`])
    close()
})

test('a course leads its staff to their rooms, and says which names the class does not see', async () => {
    const { data, all, one, texts, close } = await open(`/c/${COURSE}`, {
        events: [event(1, { anonymous: true, author: person('b') })],
        courses: [course({ sections: [section()] })],
    })
    equal(one('[data-part=staff]').getAttribute('href'), ROOM)
    equal(texts('[data-part=about]'), ['#1 · Student b (anonymous)'])
    data.enrollments.value = [{ course: COURSE, section: D100, role: 'student', since: SINCE }]
    equal(all('[data-part=staff]').map((link) => link.hidden), [true])
    close()
})
