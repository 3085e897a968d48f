import { Unreachable } from '../../../../client-web/accounts/server.js'
import { bySection } from '../../../../client-web/staff/unseen.js'
import { equal, test, until } from '../testing.js'
import { answerDialog, answerWrongly, COURSE, course, event, mark, openRoom, person, press, type, wordsIn } from './fake.js'
import { answers, asked, D100, D200, member, open, ROOM, SINCE, STAFF, staffOf } from './staff_world.js'

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
    await until(() => texts('form > .trouble')[0] === 'The server is not reached. Try again once you are connected.')
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
