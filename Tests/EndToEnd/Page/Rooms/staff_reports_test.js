import { byPost } from '../../../../client-web/staff/reports.js'
import { equal, test, until } from '../testing.js'
import { answerDialog, answerWrongly, COURSE, event, person, press, reply } from './fake.js'
import { answers, asked, open, report, ROOM, SINCE } from './staff_world.js'

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
