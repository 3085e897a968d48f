import { threadOf } from '../../../../client-web/events/thread.js'
import { equal, test, until } from '../testing.js'
import { answerDialog, answerWrongly, COURSE, entryOf, event, mark, openRoom, person, press, reply, type } from './fake.js'

const ROOM = `/c/${COURSE}/1`

test('replies stand below what they answer, as deep as six levels', () => {
    const replies = [
        reply(1),
        reply(2),
        reply(3, { parent: 'reply-1' }),
        reply(4, { parent: 'gone' }),
        reply(5, { parent: 'reply-3' }),
    ]
    const shape = (/** @type {import('./fake.js').reply extends (...given: any) => infer R ? R[] : never} */ list) =>
        threadOf(list).map(({ reply, depth }) => [reply.number, depth])
    equal(shape(replies), [[1, 0], [3, 1], [5, 2], [2, 0], [4, 0]])
    equal(threadOf(replies)[0] === threadOf([...replies, reply(6)])[0], true)
    const deep = Array.from({ length: 20_000 }, (_, index) => reply(index + 1, index > 0 ? { parent: `reply-${index}` } : {}))
    equal(threadOf(deep).at(-1)?.depth, 6)
})

test('an event shows who wrote it, when it is due, how that moved, its text and its thread', async () => {
    const { texts, one, all } = await openRoom(ROOM, {
        events: [event(1, {
            kind: 'assignment',
            title: 'Lab 4',
            body: 'Bring **paper**.',
            due: '2026-11-27T22:00:00Z',
            author: person('p', 'Ada Example', 'instructor'),
            dueMoves: 1,
            dueHistory: [{
                from: '2026-11-26T22:00:00Z',
                to: '2026-11-27T22:00:00Z',
                by: person('p', 'Ada Example'),
                at: '2026-11-22T15:00:00Z',
            }],
            sections: [`${COURSE}.D200`],
            tags: ['lab'],
            editedAt: '2026-11-22T15:00:00Z',
        })],
        replies: [reply(1), reply(2, { parent: 'reply-1', author: person('me', 'Me Myself') })],
    })
    equal(texts('h1'), ['✎ assignment Lab 4'])
    equal(texts('.by'), ['Ada Example @s.p instructor Fri 20 Nov 05:00 (4 days ago) D200 edited Sun 22 Nov 10:00 #lab'])
    equal(texts('p.due'), ['Due Fri 27 Nov 17:00 (in 3 days)'])
    one('.moves').setAttribute('open', '')
    equal(texts('.moves'), ['The due date moved 1 time Thu 26 Nov 17:00 → Fri 27 Nov 17:00, by Ada Example, Sun 22 Nov 10:00'])
    equal([texts('h2'), one('.text strong').textContent], [['2 replies'], 'paper'])
    equal(texts('.reply header'), [
        '#1 Student b @s.b Sat 21 Nov 05:00 (3 days ago)',
        '#2 Me Myself @s.me you Sat 21 Nov 05:00 (3 days ago)',
    ])
    equal([texts('.to'), all('li.reply')[1]?.dataset['depth']], [['to #1, Student b'], '1'])
    equal(document.title, 'Lab 4 · CMPT225#1 · NoteIt')
})

test('an event that is on the screen counts as read', async () => {
    const { data } = await openRoom(ROOM, {
        events: [event(1, { newest: 3 })],
        marks: new Map([['event-1', mark('event-1', { seen: 1 })]]),
    })
    await until(() => data.sent.length === 1)
    equal([data.sent[0]?.[0], data.sent[0]?.[1].id], ['see', 'event-1'])
})

test('replies arrive live, are spoken once, and leave focus and selection alone', async () => {
    const { data, one, all, texts } = await openRoom(ROOM, { events: [event(1)], replies: [reply(1)] })
    const number = one('.reply header > a')
    number.focus()
    getSelection()?.selectAllChildren(one('.reply .text'))
    data.replies.value = [...data.replies.value, reply(2, { author: person('c', 'Cyd') }), reply(3, { author: person('me') })]
    equal([all('li.reply').length, texts('h2'), data.said], [3, ['3 replies'], ['New reply by Cyd']])
    equal([document.activeElement === number, getSelection()?.toString()], [true, 'Reply 1'])
    data.change('event-1', { title: 'Changed', meToo: 2 })
    equal([document.activeElement === number, getSelection()?.toString(), texts('h1 bdi')], [true, 'Reply 1', ['Changed']])
})

test('a reply is written below the event or below a reply, and its draft is kept', async () => {
    const { data, one, texts, button } = await openRoom(ROOM, { events: [event(1)], replies: [reply(1)] })
    press('r')
    await until(() => document.activeElement?.localName === 'textarea')
    type(document.activeElement ?? undefined, 'To all')
    equal(Array.from(data.drafts), [[`${ROOM}#reply-`, 'To all']])
    press('Enter', { ctrlKey: true })
    await until(() => data.sent.some(([name]) => name === 'reply'))
    one('.reply header > a').focus()
    press('r')
    await until(() => texts('.replying .label')[0] === 'Reply to Student b')
    button('Reply', one('.replying')).click()
    await until(() => texts('.replying .trouble')[0])
    equal(texts('.replying .trouble'), ['Write something first.'])
    type(one('.replying textarea'), 'To you')
    button('Reply', one('.replying')).click()
    await until(() => data.sent.filter(([name]) => name === 'reply').length === 2)
    equal(data.sent.filter(([name]) => name === 'reply'), [
        ['reply', 'event-1', { body: 'To all', attachments: [] }],
        ['reply', 'event-1', { body: 'To you', attachments: [], parent: 'reply-1' }],
    ])
    await until(() => document.activeElement?.textContent === '#1')
    equal(data.drafts.size, 0)
})

test('whoever asked anonymously answers anonymously unless they say otherwise', async () => {
    const alias = { id: 'alias', displayName: 'Anonymous', role: /** @type {const} */ ('student') }
    const { data, one, texts } = await openRoom(ROOM, {
        events: [event(1, { kind: 'question', anonymous: true, author: alias })],
        replies: [reply(1, { author: alias, anonymous: true })],
        marks: new Map([['event-1', mark('event-1', { seen: 1, mine: true, alias: 'alias' })]]),
    })
    equal(texts('.who'), ['Anonymous you', 'Anonymous you'])
    press('r')
    await until(() => document.activeElement?.localName === 'textarea')
    type(document.activeElement ?? undefined, 'Me again')
    press('Enter', { ctrlKey: true })
    await until(() => data.sent.length > 0)
    equal(data.sent[0], ['reply', 'event-1', { body: 'Me again', attachments: [], anonymous: true }])
    equal(one('[data-part=edit]').hidden, false)
})

test('staff see who is behind an alias, and endorse, pin and delete with a reason', async () => {
    const { data, texts, button, one } = await openRoom(ROOM, {
        events: [event(1, { kind: 'question', anonymous: true })],
        replies: [reply(1)],
        enrollments: [{ course: COURSE, section: null, role: 'staff', since: '2026-09-01T00:00:00Z' }],
    })
    equal(texts('.by .who'), ['Student b @s.b anonymous to the class'])
    button('Endorse').click()
    button('Pin').click()
    await until(() => data.asked.length === 2)
    button('Delete', one('.reply')).click()
    await answerDialog('Delete', 'off topic')
    button('Delete').click()
    await answerDialog('Delete', '')
    await until(() => data.asked.length === 4)
    equal(data.asked.map(([method, path, body]) => [method, path, body ?? null]), [
        ['PUT', '/v1/events/event-1/answer', { reply: 'reply-1' }],
        ['PUT', '/v1/events/event-1/pin', null],
        ['DELETE', '/v1/replies/reply-1?reason=off%20topic', null],
        ['DELETE', '/v1/events/event-1', null],
    ])
    await until(() => location.pathname === `/c/${COURSE}`)
})

test('staff see how many have seen a notice', async () => {
    const notice = event(1, { kind: 'notice', mustRead: true })
    const staff = [{ course: COURSE, section: null, role: /** @type {const} */ ('staff'), since: '2026-09-01T00:00:00Z' }]
    const { texts, data } = await openRoom(ROOM, {
        events: [notice],
        enrollments: staff,
        answer: () => ({ people: 30, seen: 12 }),
    })
    await until(() => texts('.seen').length > 0)
    equal([texts('.seen'), data.asked.length], [['Seen by 12 of 30 people'], 1])
})

test('an answer is accepted by the author of the question, and shown as one', async () => {
    const { data, button, texts, all } = await openRoom(ROOM, {
        events: [event(1, { kind: 'question', author: person('me'), endorsed: 'reply-2' })],
        replies: [reply(1), reply(2)],
    })
    equal(texts('.answer'), ['★ endorsed by staff'])
    button('Accept').click()
    await until(() => data.asked.length === 1)
    data.change('event-1', { accepted: 'reply-1' })
    equal([texts('.answer'), all('.chosen').length], [['✓ accepted', '★ endorsed by staff'], 2])
    button('Accept').click()
    await until(() => data.asked.length === 2)
    equal(data.asked.map(([method]) => method), ['PUT', 'DELETE'])
})

test('me too, thanks, done, follow and mute are told at once', async () => {
    const { data, button } = await openRoom(ROOM, {
        events: [event(1, { kind: 'question', meToo: 3 })],
        replies: [reply(1, { thanks: 2 })],
    })
    for (const words of ['Me too (3)', 'Thanks (2)', 'Done', 'Follow', 'Mute']) button(words).click()
    press('d')
    const sent = data.sent.filter(([name]) => name !== 'see').map(([name, on, says]) => [name, on.id ?? on, says])
    equal(sent, [
        ['meToo', 'event-1', true],
        ['thank', 'reply-1', true],
        ['mark', 'event-1', { done: true }],
        ['mark', 'event-1', { following: true }],
        ['mark', 'event-1', { muted: true }],
        ['mark', 'event-1', { done: false }],
    ])
    equal([button('Follow').ariaPressed, button('Done').ariaPressed], ['true', 'false'])
})

test('what can be done has a key', async () => {
    const { data, button } = await openRoom(ROOM, { events: [event(1, { kind: 'question' })] })
    for (const key of ['m', 'f', 'M']) press(key)
    await until(() => data.sent.length === 3)
    equal(data.sent.map(([name, , what]) => [name, what]), [['meToo', true], ['mark', { following: true }], ['mark', {
        muted: true,
    }]])
    press('d')
    equal(data.said, ['Done.'])
    press('R')
    await answerDialog('Back')
    equal(button('Follow').ariaPressed, 'true')
})

test('a reminder is asked for as people write times', async () => {
    const { data, button, texts } = await openRoom(ROOM, { events: [event(1)] })
    button('Remind me').click()
    equal(await answerWrongly('Remind me', 'sometime'), 'Could not understand “sometime” as a time; try fri 17:00.')
    equal(await answerWrongly('Remind me', '2020-01-01 17:00'), 'This time has passed.')
    await answerDialog('Remind me', 'fri 17:00')
    await until(() => data.sent.some(([name]) => name === 'mark'))
    equal(data.sent.find(([name]) => name === 'mark'), ['mark', 'event-1', { remindAt: '2026-11-27T22:00:00.000Z' }])
    equal(texts('.by .mark'), ['you are reminded Fri 27 Nov 17:00'])
})

test('one edits and deletes what is one’s own, and reports what is of others', async () => {
    const { data, button, one, texts } = await openRoom(ROOM, {
        events: [event(1, { author: person('me'), body: 'before', replyCount: 1 })],
        replies: [reply(1)],
    })
    press('e')
    await until(() => document.activeElement === one('.composer [data-part=title]'))
    type(one('.composer textarea'), 'after')
    button('Keep the change').click()
    await until(() => data.sent.some(([name]) => name === 'editEvent'))
    equal([data.sent.find(([name]) => name === 'editEvent')?.[2].body, texts('.thread > div .text')], ['after', ['after']])
    button('Report', one('.reply')).click()
    await answerDialog('Report', 'rude')
    button('Delete').click()
    await answerDialog('Back')
    await until(() => data.asked.length === 1)
    equal(data.asked, [['POST', '/v1/events/event-1/reports', { reason: 'rude', reply: 'reply-1' }]])
    await until(() => texts('.reply [data-part=report]')[0] === 'Reported')
})

test('what the server says is shown where it was asked', async () => {
    const { button, texts } = await openRoom(ROOM, {
        events: [event(1, { kind: 'question', author: person('me') })],
        replies: [reply(1)],
        answer: () => {
            throw new Error('The server is not reached.')
        },
    })
    button('Accept').click()
    await until(() => texts('.reply .trouble').some(Boolean))
    equal(texts('.reply .trouble').filter(Boolean), ['The server is not reached.'])
})

test('a refused reply stays with its reason and its text, and can be changed', async () => {
    const entry = entryOf({ body: 'My words' })
    const { data, button, texts, one } = await openRoom(ROOM, {
        events: [event(1)],
        replies: [
            reply(0, { id: 'w', body: 'My words', waiting: { entry, state: 'refused', reason: 'the course has ended' } }),
        ],
    })
    equal(texts('.reply .text'), ['My words'])
    equal(texts('.reply [role=status]'), ['The server refused it: the course has ended'])
    button('Change the text', one('.reply')).click()
    await until(() => one('.replying textarea') === document.activeElement)
    type(one('.replying textarea'), 'Other words')
    button('Keep the change').click()
    await until(() => data.sent.some(([name]) => name === 'retry'))
    equal(data.sent.find(([name]) => name === 'retry'), ['retry', entry, { body: 'Other words', attachments: [] }])
})

test('an address names a reply, also far down in a long thread', async () => {
    const replies = Array.from({ length: 1000 }, (_, index) => reply(index + 1))
    const { all, router } = await openRoom(`${ROOM}#500`, { events: [event(1)], replies })
    await until(() => document.activeElement?.textContent === '#500')
    equal([all('li.named').length, all('li.reply').length < 1000], [1, true])
    router.go(`${ROOM}#2`)
    await until(() => document.activeElement?.textContent === '#2')
    equal(all('li.named').map(({ dataset }) => dataset['id']), ['reply-2'])
})

test('keys go from reply to reply', async () => {
    const { all } = await openRoom(ROOM, { events: [event(1)], replies: [reply(1), reply(2)] })
    const links = all('.reply header > a')
    press('j')
    press('j')
    equal(document.activeElement === links[1], true)
    press('k')
    equal(document.activeElement === links[0], true)
})

test('an event that is gone, or was never there, says so', async () => {
    const { data, texts } = await openRoom(ROOM, { events: [event(1)] })
    equal(texts('h1'), ['· note Title 1'])
    data.events.value = []
    equal(texts('.gone p'), [
        'It was deleted, or it is private or for others, or you are not in its course. Go to CMPT225',
    ])
})
