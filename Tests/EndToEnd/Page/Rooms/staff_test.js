import { Refused, Unreachable } from '../../../../client-web/accounts/server.js'
import { byPost } from '../../../../client-web/staff/reports.js'
import { bySection } from '../../../../client-web/staff/unseen.js'
import { equal, test, until } from '../testing.js'
import {
    answerDialog,
    answerWrongly,
    COURSE,
    course,
    event,
    mark,
    notification,
    openRoom,
    person,
    press,
    reply,
    section,
    type,
    wordsIn,
} from './fake.js'

/** @import * as Contract from '../../../../client-web/contract.d.ts' */

const ROOM = `/staff/${COURSE}`
const SINCE = '2026-09-01T00:00:00Z'
const [D100, D200] = [`${COURSE}.D100`, `${COURSE}.D200`]
/** @param {string | null} [section] @param {string} [id] @returns {Contract.Enrollment} */
const staffOf = (section = null, id = COURSE) => ({ course: id, section, role: 'staff', since: SINCE })
const STAFF = [staffOf()]

/** @param {string} id @param {string[]} sections @param {Partial<Contract.Member>} [fields] @returns {Contract.Member} */
const member = (id, sections = [D100], fields = {}) => ({
    id,
    displayName: `Student ${id}`,
    handle: `s.${id}`,
    email: `${id}@example.edu`,
    role: 'student',
    places: sections.map((section) => ({ course: COURSE, section, role: 'student', since: SINCE })),
    ...fields,
})

/** @param {string} id @param {Partial<Contract.Report>} [fields] @returns {Contract.Report} */
const report = (id, fields = {}) => ({
    id,
    course: COURSE,
    event: 'event-1',
    number: 1,
    title: 'Title 1',
    reply: null,
    replyNumber: null,
    reason: 'An advertisement',
    reporter: person('c'),
    createdAt: '2026-11-24T10:00:00Z',
    resolvedAt: null,
    resolvedBy: null,
    ...fields,
})

/** @param {Partial<Contract.Applicant>} [fields] @returns {Contract.Applicant} */
const applicant = (fields = {}) => ({
    id: 'z',
    displayName: 'Newcomer',
    handle: 'new',
    email: 'new@example.edu',
    emailVerified: true,
    sections: [D100],
    since: '2026-11-23T10:00:00Z',
    ...fields,
})

/**
 * Answers by the ends of paths.
 * @param {Record<string, unknown>} known a list, or another answer
 * @returns {(method: string, path: string, body: any) => unknown}
 */
const answers = (known) => (method, path) => {
    const found = Object.entries(known).find(([end]) => new RegExp(`${end}($|\\?)`).test(`${method} ${path}`))?.[1]
    return Array.isArray(found) ? { items: found, next: null } : found ?? { items: [], next: null }
}

/** @param {import('./fake.js').Data} data @param {string} method */
const asked = (data, method) => data.asked.filter(([how, path]) => how === method && !path.includes('dryRun'))

/** @param {Record<string, any>} fields of the world */
const open = (address = ROOM, fields = {}) => openRoom(address, { enrollments: STAFF, ...fields })

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
    equal(texts('.trouble')[0], 'Reports and people who ask to join are not known: The server is not reached.')
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

test('a notice says how many it reaches before it goes, and is sent once', async () => {
    let people = 134
    const { data, one, all, button, texts, close } = await open(ROOM, {
        courses: [course(), course({ id: '202530.MATH150', subject: 'MATH', number: '150', sections: [] })],
        enrollments: [...STAFF, staffOf(null, '202530.MATH150')],
        answer: (/** @type {string} */ _, /** @type {string} */ path) => path.includes('dryRun') ? { people } : { items: [] },
    })
    press('c')
    await until(() => document.activeElement === all('form [data-part=title]')[0])
    equal(location.pathname, `${ROOM}/notices`)
    await until(() => texts('.reach')[0] === 'Reaches 134 people in CMPT225.')
    const box = (/** @type {string} */ words) =>
        all('form label').find((label) => wordsIn(label) === words)?.querySelector('input')
    box('D200 LEC')?.click()
    equal([box('everyone')?.checked, box('D200 LEC')?.checked], [false, true])
    button('Other courses too').click()
    all('form fieldset')[1]?.querySelector('input')?.click()
    people = 1
    await until(() => texts('.reach')[0] === 'Reaches 1 person in CMPT225 D200 and MATH150.')
    button('Send').click()
    await until(() => texts('form > .trouble')[0] === 'Write a title first.')
    type(one('form [data-part=title]'), 'No lab')
    type(one('form textarea'), 'Work on the **project**.')
    type(one('form [data-part=at]'), 'mon 08:00')
    await until(() => texts('form .understood').join('') === 'Mon 30 Nov 08:00 (in 6 days)')
    box('Must be read: it passes a mute, and you see who has not seen it')?.click()
    press('Enter', { ctrlKey: true })
    await answerDialog('Back')
    equal(asked(data, 'POST'), [])
    button('Send').click()
    await until(() => document.querySelector('dialog:modal'))
    equal(
        wordsIn(/** @type {Element} */ (document.querySelector('dialog:modal p'))),
        '“No lab” goes to CMPT225 D200 and MATH150, Mon 30 Nov 08:00 (in 6 days). It must be read.',
    )
    data.answer = (_, path) => {
        if (path.includes('dryRun')) return { people }
        throw new Unreachable()
    }
    await answerDialog('Send')
    await until(() => texts('form > .trouble')[0] === 'The server is not reached.')
    equal(one('form textarea') instanceof HTMLTextAreaElement && data.drafts.size, 1)
    data.answer = (_, path) => path.includes('dryRun') ? { people } : { items: [] }
    button('Send').click()
    await answerDialog('Send')
    await until(() => all('form').length === 0)
    const [first, second] = asked(data, 'POST').map(([, path, body]) => ({ path, ...body }))
    equal(first, second)
    equal({ ...first, id: '' }, {
        path: '/v1/notices',
        id: '',
        courses: ['202530.MATH150'],
        sections: [D200],
        title: 'No lab',
        body: 'Work on the **project**.',
        due: null,
        mustRead: true,
        publishAt: '2026-11-30T13:00:00.000Z',
    })
    equal([data.drafts.size, data.said.at(-1)], [0, 'It goes to 1 person, Mon 30 Nov 08:00 (in 6 days).'])
    close()
})

test('a draft of a notice comes back with its receivers and its id', async () => {
    const id = '00000000-0000-4000-8000-00000000abcd'
    const kept = JSON.stringify({ id, title: 'Half', body: 'a text', due: '', at: '', mustRead: true, wanted: [D100] })
    const { data, all, button, texts, close } = await open(`${ROOM}/notices?new=1`, {
        drafts: new Map([[`${ROOM}/notices#new`, kept]]),
        answer: answers({ dryRun: { people: 3 } }),
    })
    await until(() => texts('.kept')[0] === 'Your draft is here again.')
    await until(() => texts('.reach')[0]?.endsWith('in CMPT225 D100.'))
    button('Send').click()
    await answerDialog('Send')
    await until(() => all('form').length === 0)
    equal([asked(data, 'POST')[0]?.[2].id, asked(data, 'POST')[0]?.[2].mustRead], [id, true])
    close()
})

test('staff of a section send to it alone', async () => {
    const { all, texts, close } = await open(`${ROOM}/notices?new=1`, {
        enrollments: [staffOf(D200), { course: COURSE, section: D100, role: 'student', since: SINCE }],
    })
    await until(() => all('form').length === 1)
    equal(texts('form fieldset label'), ['D200 LEC'])
    close()
})

test('people who have not seen a notice stand by their sections, each once', async () => {
    const people = ['a', 'b', 'c', 'd', 'e'].map((id) => person(id))
    const roster = [
        member('a', [D100]),
        member('b', [D100, D200]),
        member('c', [D200]),
        { ...member('d'), places: [staffOf()] },
    ]
    const shape = (/** @type {ReturnType<typeof bySection>} */ groups) =>
        groups.map(([code, all]) => [code, all.map(({ id }) => id)])
    equal(shape(bySection(people, roster, [], course())), [
        ['D100', ['a']],
        ['D100, D200', ['b']],
        ['D200', ['c']],
        ['Staff', ['d']],
        ['Others', ['e']],
    ])
    equal(shape(bySection(people, roster, [D200], course()))[0], ['D200', ['b', 'c']])
    const { data, all, one, texts, close } = await open(`/c/${COURSE}/1`, {
        events: [event(1, { kind: 'notice', mustRead: true })],
        answer: answers({ '/receipts': { seen: 1, people: 2 }, '/unseen': [person('a')], '/roster': [member('a')] }),
    })
    await until(() => all('.unseen-names').length === 1)
    equal(data.asked.some(([, path]) => /unseen|roster/.test(path)), false, 'before anybody wants to know')
    one('.unseen-names summary').click()
    await until(() => texts('.unseen-names .label').length === 1)
    equal(texts('.unseen-names > ul > li'), ['D100 · 1 person Student a @s.a'])
    data.enrollments.value = [{ course: COURSE, section: D100, role: 'student', since: SINCE }]
    equal(all('.unseen-names').length, 0)
    close()
})

test('a student hears that the staff see who has not seen it, and sees no names', async () => {
    const { data, all, texts, close } = await openRoom(`/c/${COURSE}/1`, {
        events: [event(1, { kind: 'notice', mustRead: true })],
        marks: new Map([['event-1', mark('event-1', { seen: 1 })]]),
    })
    equal(texts('.mark'), ['must read: the staff see who has not seen it'])
    equal([all('.unseen-names').length, data.asked], [0, []])
    close()
})

test('a notice is taken back with a reason', async () => {
    const { data, button, texts, close } = await open(`${ROOM}/notices`, {
        events: [event(1, { kind: 'notice', author: person('me') }), event(2, { kind: 'notice' })],
    })
    await until(() => texts('.notice-row').length === 2)
    equal(texts('.notice-row > button'), ['Take back'])
    button('Take back').click()
    equal(await answerWrongly('Take it back', ''), 'Write the reason: everyone who saw the notice reads it.')
    await answerDialog('Take it back', 'The room stays')
    await until(() => asked(data, 'DELETE').length === 1)
    equal(asked(data, 'DELETE')[0]?.[1], '/v1/events/event-1?reason=The%20room%20stays')
    close()
})

test('people are found by name, handle, email, section and role, and removed from what is shown', async () => {
    const { data, one, texts, close } = await open(`${ROOM}/roster`, {
        answer: answers({
            '/roster': [member('a', [D100, D200]), member('b', [D200]), { ...member('me'), role: 'instructor', places: STAFF }],
        }),
    })
    const names = () => texts('.people .name')
    await until(() => names().length === 3)
    equal(texts('select')[0]?.includes('D200 (2)'), true)
    press('/')
    type(one('[data-part=q]'), '@S.B')
    equal([names(), texts('[data-part=count]')], [['Student b'], ['1 person']])
    type(one('[data-part=q]'), '')
    type(one('[data-part=section]'), D200)
    equal([names(), location.search], [['Student a', 'Student b'], `?section=${D200}`])
    press('j')
    one('.people li').focus()
    press('x')
    await until(() => document.querySelector('dialog:modal'))
    equal(document.querySelector('dialog:modal h2')?.textContent, 'Remove Student a from CMPT225 D200?')
    data.answer = answers({ '/roster': [member('b', [D200])] })
    await answerDialog('Remove', 'Wrong section')
    await until(() => data.said.length === 1)
    equal([asked(data, 'DELETE')[0]?.[1], data.said], [
        `/v1/courses/${COURSE}/members/a?section=${D200}&reason=Wrong+section`,
        ['Student a is removed from CMPT225 D200.'],
    ])
    equal([names(), document.activeElement === one('.people li')], [['Student b'], true])
    type(one('[data-part=role]'), 'staff')
    equal(texts('.staff section [data-part=empty]'), ['Nobody here is called so. Take a filter off.'])
    close()
})

test('a removal that fails brings the person back and says why', async () => {
    const { data, one, texts, button, close } = await open(`${ROOM}/roster`, { answer: answers({ '/roster': [member('a')] }) })
    await until(() => texts('.people .name').length === 1)
    data.answer = (method) => {
        if (method !== 'DELETE') return { items: [member('a')], next: null }
        throw new Refused({ type: '', title: '', status: 409, detail: 'Revoke the staff place first.' })
    }
    button('Remove').click()
    await answerDialog('Remove', '')
    await until(() => texts('.staff .trouble').some((words) => words.includes('Revoke the staff place first.')))
    equal(texts('.people .name'), ['Student a'])
    one('.people li')
    close()
})

test('requests to join are granted and refused by keys', async () => {
    const all = [applicant(), applicant({ id: 'y', displayName: 'Other', emailVerified: false, sections: [D100, D200] })]
    const { data, texts, close } = await open(`${ROOM}/roster`, { answer: answers({ '/join-requests': all }) })
    await until(() => texts('[data-part=requests] .name').length === 2)
    equal(texts('[data-part=requests] .must'), ['not verified'])
    equal(texts('[data-part=requests] .second bdi'), ['D100', 'D100, D200'])
    press('j')
    data.answer = answers({ '/join-requests': all.slice(1), '/roster': [member('z')] })
    press('y')
    await until(() => data.said.length === 1)
    equal(data.said, ['Let into CMPT225: Newcomer.'])
    await until(() => texts('[data-part=people] .name').length === 1)
    data.answer = answers({})
    press('n')
    await until(() => data.said.length === 2)
    equal(asked(data, 'PATCH').map(([, path, body]) => [path, body]), [
        [`/v1/courses/${COURSE}/join-requests/z`, { admitted: true }],
        [`/v1/courses/${COURSE}/join-requests/y`, { admitted: false }],
    ])
    await until(() => texts('h2').join() === 'In the course')
    close()
})

test('staff of the whole course decide who may join; others read it', async () => {
    const rule = { joining: 'domains', domains: ['example.edu', 'example.org'], fromServer: true }
    const { data, all, one, texts, button, close } = await open(`${ROOM}/roster`, { answer: answers({ '/joining': rule }) })
    await until(() => all('summary').length === 2)
    button('Who may join').click()
    await until(() => texts('[data-part=joining]').join(''))
    equal(texts('[data-part=joining]'), [
        'People with a verified email @example.edu or @example.org join CMPT225. The staff let others in. ' +
        'That is the rule of the server.',
    ])
    type(one('[data-part=rule]'), 'domains')
    type(one('[data-part=domains]'), '@sfu.example, example.com')
    button('Change the rule').click()
    await until(() => asked(data, 'PUT').length === 1)
    equal(asked(data, 'PUT')[0], ['PUT', `/v1/courses/${COURSE}/joining`, {
        joining: 'domains',
        domains: ['sfu.example', 'example.com'],
    }])
    await until(() => data.said.length === 1)
    data.enrollments.value = [staffOf(D100)]
    equal(texts('[data-part=joiningForm]'), [])
    close()
})

test('somebody becomes staff, and an email that is not verified is told', async () => {
    const made = { ...member('b'), emailVerified: false, places: [staffOf(D200)] }
    const { data, all, texts, button, close } = await open(`${ROOM}/roster`, {
        answer: answers({ '/roster': [member('b')], '/staff/': made, 'PUT .*': made }),
    })
    await until(() => texts('.people .name').length === 1)
    button('Make staff').click()
    await until(() => texts('form')[0]?.includes('Email'))
    all('form input[type=checkbox]')[1]?.click()
    button('Make staff', all('form')[0]).click()
    await until(() => data.said.length === 1)
    equal(asked(data, 'PUT')[0], ['PUT', `/v1/courses/${COURSE}/staff/%40s.b`, { sections: [D200] }])
    equal(
        texts('[data-part=granted]')[0]?.startsWith('Student b is staff of CMPT225: D200. The email @s.b is not verified'),
        true,
    )
    close()
})

test('leaving the staff as its last says so', async () => {
    const { data, texts, button, close } = await open(`${ROOM}/roster`, {
        answer: answers({ '/roster': [{ ...member('me'), role: 'instructor', places: STAFF }] }),
    })
    await until(() => texts('.people .name').length === 1)
    button('Take off the staff').click()
    await until(() => document.querySelector('dialog:modal'))
    equal(wordsIn(/** @type {Element} */ (document.querySelector('dialog:modal p'))).includes('last staff place'), true)
    await answerDialog('Leave the staff')
    await until(() => asked(data, 'DELETE').length === 1)
    equal(asked(data, 'DELETE')[0]?.[1], `/v1/courses/${COURSE}/staff/me`)
    close()
})

test('a reported post stands in its place with its reasons, and an anonymous author as the thread shows it', async () => {
    const { data, all, texts, button, close } = await open(`${ROOM}/reports`, {
        events: [event(1, { title: 'Buy', body: 'Only **5** dollars', anonymous: true, author: person('b') })],
        replies: [reply(1, { body: 'Who cares' })],
        answer: answers({
            '/reports': [
                report('1'),
                report('2', { reason: 'Unkind', reply: 'reply-1', replyNumber: 1 }),
                report('3', { reason: 'Off topic', reporter: person('d') }),
                report('4', { event: 'event-9', number: 9, title: 'Gone' }),
            ],
        }),
    })
    await until(() => all('.report').length === 3)
    equal(texts('.report > p > a'), ['CMPT225#1 Buy', 'CMPT225#1#1 Buy', 'CMPT225#9 Gone'])
    equal(texts('.report .must'), ['reported by 2 people', 'reported by 1 person', 'reported by 1 person'])
    equal(texts('.reasons .reason'), ['An advertisement', 'Off topic', 'Unkind', 'An advertisement'])
    equal(texts('.report > .second'), [
        'Student b @s.b anonymous to the class',
        'Student b @s.b',
        'The post is not there any more.',
    ])
    equal(texts('.report .text'), ['Only 5 dollars', 'Who cares'])
    equal(texts('.report:nth-child(3) button'), ['Keep the post'])
    press('j')
    press('d')
    await until(() => data.said.length === 1)
    equal(asked(data, 'PATCH'), ['1', '3'].map((id) => ['PATCH', `/v1/reports/${id}`, { resolved: true }]))
    press('r')
    await until(() => document.activeElement?.localName === 'textarea')
    press('Escape')
    button('Closed ones too').click()
    await until(() => data.asked.at(-1)?.[1].includes('/reports?limit'))
    equal(location.search, '?all=1')
    close()
})

test('a reported post is removed with a reason, unless it changed meanwhile', async () => {
    const { data, all, texts, close } = await open(`${ROOM}/reports`, {
        events: [event(1, { rev: 4 })],
        answer: answers({ '/reports': [report('1')] }),
    })
    await until(() => all('.report').length === 1)
    press('j')
    press('x')
    equal(await answerWrongly('Remove', ' '), 'Write the reason: the author reads it.')
    data.answer = answers({ '/removals': [] })
    await answerDialog('Remove', 'Not here')
    await until(() => data.said.length === 1)
    equal(asked(data, 'DELETE'), [['DELETE', '/v1/events/event-1?reason=Not%20here', null]])
    await until(() => texts('.empty')[0]?.startsWith('No report is open.'))
    close()
})

test('reports are grouped by what was reported', () => {
    const all = [report('1'), report('2', { reply: 'r', resolvedAt: SINCE }), report('3', { resolvedAt: SINCE })]
    equal(byPost(all).map(({ id, reports, isOpen }) => [id, reports.length, isOpen]), [['event-1', 2, true], ['r', 1, false]])
})

test('what staff removed is restored', async () => {
    const removal = {
        id: 'reply-1',
        course: COURSE,
        event: 'event-1',
        number: 1,
        reply: true,
        replyNumber: 1,
        title: 'Title 1',
        removedAt: SINCE,
        reason: null,
    }
    const { data, texts, button, close } = await open(`${ROOM}/reports`, { answer: answers({ '/removals': [removal] }) })
    await until(() => texts('[data-part=removed] > li').length === 1)
    equal(texts('[data-part=removed] p')[0], 'CMPT225#1#1 a reply to Title 1')
    data.answer = answers({})
    button('Restore').click()
    await until(() => data.said.length === 1)
    equal(asked(data, 'POST'), [['POST', '/v1/replies/reply-1/restore', null]])
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
