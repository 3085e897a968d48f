import { timeOf, written } from '../../../../client-web/events/due.js'
import { equal, test, until } from '../testing.js'
import { answerDialog, COURSE, entryOf, event, openRoom, person, press, type } from './fake.js'

const ROOM = `/c/${COURSE}`

test('times are read as people write them', () => {
    const now = new Date(2026, 10, 24, 15, 0)
    const wanted = /** @type {[string, string][]} */ ([
        ['fri 17:00', '2026-11-27 17:00'],
        ['Friday 5pm', '2026-11-27 17:00'],
        ['tue 14:00', '2026-12-01 14:00'],
        ['tue 16:00', '2026-11-24 16:00'],
        ['fri', '2026-11-27 23:59'],
        ['tomorrow 9', '2026-11-25 09:00'],
        ['today 23:30', '2026-11-24 23:30'],
        ['27 nov 17:00', '2026-11-27 17:00'],
        ['Fri 27 Nov 17:00', '2026-11-27 17:00'],
        ['nov 27', '2026-11-27 23:59'],
        ['5 jan 8:30am', '2027-01-05 08:30'],
        ['2026-12-01 12:00', '2026-12-01 12:00'],
        ['2026-12-01T12:00', '2026-12-01 12:00'],
        ['2026-12-01', '2026-12-01 23:59'],
        ['17:00', '2026-11-24 17:00'],
    ])
    for (const [text, time] of wanted) equal(written(timeOf(text, now)?.toISOString()), time, text)
    for (const text of ['', 'soon', '30 feb 12:00', 'fri 25:00', '13pm', 'fri 17:00 or later', '2026-13-01', '99']) {
        equal(timeOf(text, now), undefined, text)
    }
})

test('a post is written with its kind, due date, tags and sections, and its draft is kept', async () => {
    const { one, data, texts, button } = await openRoom(ROOM)
    press('c')
    await until(() => document.activeElement === one('[data-part=title]'))
    button('Post').click()
    await until(() => texts('.composer .trouble')[0])
    equal(texts('.composer .trouble'), ['Write a title first.'])
    type(one('.composer [data-part=title]'), '  Lab 5 ')
    type(one('.composer [data-part=kind]'), 'assignment')
    equal(texts('[data-part=understood]'), ['A kind like assignment needs a due date, such as fri 17:00.'])
    type(one('[data-part=due]'), 'f')
    // The kind was left, so what it needs was spoken.
    equal(data.said.splice(0), ['A kind like assignment needs a due date, such as fri 17:00.'])
    for (const written of ['fr', 'fri', 'fri 17', 'fri 17:00']) type(one('[data-part=due]'), written)
    equal(texts('[data-part=understood]'), ['Fri 27 Nov 17:00 (in 3 days)'])
    // It is spoken once, after a pause or as the field is left.
    equal(one('[data-part=understood]').ariaLive, 'off')
    one('[data-part=text]').focus()
    equal(data.said.splice(0), ['Fri 27 Nov 17:00 (in 3 days)'])
    type(one('[data-part=text]'), 'Bring **paper**.')
    type(one('.composer [data-part=tags]'), 'lab, week 12,')
    one('.composer [name=section]').click()
    equal(JSON.parse(data.drafts.get(`${ROOM}#new`) ?? '').title, '  Lab 5 ')
    button('Preview').click()
    await until(() => one('.preview').querySelector('strong')?.textContent === 'paper')
    press('Enter', { ctrlKey: true })
    await until(() => data.sent.length > 0)
    equal(data.sent, [['post', COURSE, {
        title: 'Lab 5',
        body: 'Bring **paper**.',
        kind: 'assignment',
        due: '2026-11-27T22:00:00.000Z',
        tags: ['lab', 'week 12'],
        visibility: 'public',
        sections: [`${COURSE}.D100`],
        attachments: [],
    }]])
    await until(() => document.querySelector('.composer') === null)
    equal([data.drafts.size, data.said, document.activeElement?.textContent], [0, ['Your post is on its way.'], 'Write a post'])
})

test('whoever asks writes a question, unless a kind was chosen', async () => {
    const { one } = await openRoom(ROOM)
    press('c')
    const kind = () => /** @type {HTMLSelectElement} */ (one('.composer [data-part=kind]')).value
    const title = one('.composer [data-part=title]')
    type(title, 'Is it open book?')
    equal(kind(), 'question')
    type(title, 'It is open book')
    equal(kind(), 'note')
    type(one('.composer [data-part=kind]'), 'reminder')
    type(title, 'Did you hand it in?')
    equal(kind(), 'reminder')
})

test('what was posted is named above the list, which may show it far below', async () => {
    const { one, texts, data, button } = await openRoom(ROOM, { events: [event(1, { due: '2026-11-27T22:00:00Z' })] })
    press('c')
    type(one('.composer [data-part=title]'), 'New here')
    button('Post').click()
    await until(() => data.sent.length > 0)
    equal(texts('[data-part=posted]:not([hidden])'), [])
    data.events.value = [...data.events.value ?? [], event(2, { id: 'id', title: 'New here' })]
    equal(texts('[data-part=posted]:not([hidden])'), ['Posted as CMPT225#2'])
    equal(one('[data-part=postedLink]').getAttribute('href'), `${ROOM}/2`)
})

test('a draft is there again, with all its fields', async () => {
    const draft = {
        title: 'Half',
        kind: 'question',
        body: 'a',
        due: 'fri 17:00',
        visibility: 'staff',
        anonymous: true,
        tags: 'x',
        at: '',
        sections: [`${COURSE}.D100`],
    }
    const { one, texts, button, data } = await openRoom(ROOM, { drafts: new Map([[`${ROOM}#new`, JSON.stringify(draft)]]) })
    press('c')
    await until(() => texts('.kept')[0] === 'Your draft is here again.')
    equal(texts('[data-part=understood]'), ['Fri 27 Nov 17:00 (in 3 days)'])
    button('Post').click()
    await until(() => data.sent.length > 0)
    const { title, kind, visibility, anonymous, sections, tags } = data.sent[0]?.[2]
    equal([title, kind, visibility, anonymous, sections, tags], ['Half', 'question', 'staff', true, [`${COURSE}.D100`], ['x']])
    equal(one('h1') !== undefined, true)
})

test('a post may wait for its time; a time that is not understood is told', async () => {
    const { one, texts, button, data } = await openRoom(ROOM)
    press('c')
    type(one('.composer [data-part=title]'), 'Quiz')
    button('Who sees it, tags, later').click()
    type(one('[data-part=at]'), 'someday')
    equal(texts('[data-part=atWords]'), ['Could not understand this as a time; try fri 17:00.'])
    button('Post').click()
    await until(() => texts('.composer .trouble')[0])
    equal(texts('.composer .trouble'), ['Could not understand “someday” as a time; try fri 17:00.'])
    type(one('[data-part=at]'), 'thu 8:00')
    button('Post').click()
    await until(() => data.sent.length > 0)
    equal(data.sent[0]?.[2].publishAt, '2026-11-26T13:00:00.000Z')
})

test('staff may write notices and not anonymously, students the other way around', async () => {
    const { all, one, data } = await openRoom(ROOM)
    press('c')
    const kinds = () => all('.composer [data-part=kind] option').map(({ textContent }) => textContent?.slice(2))
    equal([kinds().includes('notice'), one('[data-part=hiding]').hidden, all('[name=section]').length], [false, false, 1])
    data.becomeStaff()
    equal([kinds().includes('notice'), one('[data-part=hiding]').hidden, all('[name=section]').length], [true, true, 2])
})

test('similar questions are shown while somebody asks', async () => {
    const { one, texts, data } = await openRoom(ROOM, {
        answer: () => ({
            items: [event(7, { title: 'How do heaps work?', accepted: 'a' }), event(8, { replyCount: 1 })].map((event) => ({
                event,
            })),
        }),
    })
    press('c')
    type(one('.composer [data-part=kind]'), 'question')
    type(one('.composer [data-part=title]'), 'How do heaps')
    await until(() => texts('.similar li').length === 2)
    equal(texts('.similar li'), ['How do heaps work? answered', 'Title 8 1 reply'])
    equal(data.asked, [['GET', `/v1/courses/${COURSE}/similar?title=How%20do%20heaps&limit=3`, undefined]])
    type(one('.composer [data-part=kind]'), 'note')
    equal(texts('.similar'), [])
})

test('what waits or was refused says so, with its text, and can be sent again or thrown away', async () => {
    const files = [{ id: 'f', name: 'a.txt', size: 3 }]
    const entry = { ...entryOf({ title: 'Mine', body: 'My *text*', attachments: ['f'] }), files }
    const mine = event(0, {
        id: 'x',
        title: 'Mine',
        body: 'My *text*',
        waiting: { entry, state: 'waiting', reason: undefined },
    })
    const { texts, data, button, one } = await openRoom(ROOM, { events: [mine] })
    equal(texts('.unsent'), ['· note Mine My text Waits for the network; it is sent by itself a.txt 3 B Throw away'])
    data.change('x', { waiting: { entry, state: 'refused', reason: 'the course is full' } })
    equal(texts('.unsent [role=status]'), ['The server refused it: the course is full'])
    button('Try again').click()
    button('Throw away').click()
    await answerDialog('Back')
    button('Throw away').click()
    await answerDialog('Throw away')
    await until(() => data.sent.length === 2)
    equal(data.sent, [['retry', entry], ['drop', entry]])
    button('Change the text').click()
    await until(() => document.activeElement === one('.composer [data-part=title]'))
    type(document.activeElement ?? undefined, 'Better')
    button('Keep the change').click()
    await until(() => data.sent.length === 3)
    const [name, which, body] = data.sent[2] ?? []
    equal([name, which === entry, body.title, body.body, body.attachments], ['retry', true, 'Better', 'My *text*', ['f']])
})

test('a refused post that is sent, or thrown away elsewhere, while its text is changed keeps the form', async () => {
    const entry = entryOf({ title: 'Mine', body: 'My text' })
    const waiting = /** @type {const} */ ({ entry, state: 'refused', reason: 'the course is full' })
    const refused = event(0, { id: 'x', title: 'Mine', waiting })
    const { all, data, button, one, texts } = await openRoom(ROOM, { events: [refused] })
    button('Change the text').click()
    await until(() => document.activeElement === one('.composer [data-part=title]'))
    type(document.activeElement ?? undefined, 'Better')
    data.change('x', { number: 7, rev: 1, waiting: undefined })
    const title = /** @type {HTMLInputElement} */ (one('.composer [data-part=title]'))
    equal([title.value, document.activeElement === title], ['Better', true])
    const sent = 'This was sent meanwhile. What you write here changes the post.'
    equal([texts('.unsent [data-part=became]'), data.said], [[sent], [sent]])
    data.events.value = []
    equal(texts('.unsent [data-part=became]')[0]?.startsWith('This was thrown away meanwhile.'), true)
    data.events.value = [{ ...refused, number: 7, rev: 1, waiting: undefined }]
    button('Keep the change').click()
    await until(() => data.sent.length === 1)
    equal([data.sent[0]?.[0], data.sent[0]?.[2].title], ['retry', 'Better'])
    await until(() => all('.unsent').length === 0)
})

test('a post whose text was begun to change before it was sent has that draft, which goes once it is sent', async () => {
    const { data, button, one } = await openRoom(`${ROOM}/7`, { events: [event(7, { id: 'x', author: person('me') })] })
    const before = `${ROOM}/0#edit-x`
    data.drafts.set(before, JSON.stringify({ title: 'Begun before' }))
    button('Edit').click()
    await until(() => /** @type {HTMLInputElement} */ (one('.composer [data-part=title]')).value === 'Begun before')
    button('Keep the change').click()
    await until(() => data.sent.some(([name]) => name === 'editEvent'))
    await until(() => !data.drafts.has(before))
})

test('a refused post that is thrown away while its text is changed takes the form with it', async () => {
    const waiting = /** @type {const} */ ({ entry: { ...entryOf({ title: 'Mine' }), id: 'x' }, state: 'refused', reason: '' })
    const { all, data, button } = await openRoom(ROOM, { events: [event(0, { id: 'x', waiting })] })
    button('Change the text').click()
    await until(() => all('.composer').length === 1)
    button('Throw away').click()
    await answerDialog('Throw away')
    await until(() => data.sent.length === 1)
    data.events.value = []
    equal(all('.unsent').length, 0)
})
