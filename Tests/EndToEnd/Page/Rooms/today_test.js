import { wordsOf } from '../../../../client-web/inbox/words.js'
import { equal, test, until } from '../testing.js'
import { event, mark, notification, openRoom, press, reply, task } from './fake.js'

test('today shows the next class with its room, what is due, what is new, tasks', async () => {
    const { texts, data, one } = await openRoom('/', {
        events: [
            event(1, { kind: 'notice', title: 'Read this', mustRead: true }),
            event(2, { title: 'Something new', createdAt: '2026-11-23T10:00:00Z' }),
            event(3, { kind: 'exam', title: 'Midterm', due: '2026-11-26T18:00:00Z' }),
            event(4, { kind: 'exam', title: 'Far away', due: '2026-12-20T18:00:00Z' }),
            event(5, { kind: 'reminder', title: 'Done before', due: '2026-11-26T18:00:00Z' }),
        ],
        marks: new Map([['event-5', mark('event-5', { done: true })]]),
        news: new Map([['event-1', 2], ['event-2', 2], ['event-3', 1]]),
        notifications: [
            notification({ event: 'event-2', number: 2 }),
            notification({ id: 'n2', readAt: '2026-11-24T10:00:00Z' }),
        ],
        tasks: [task({ deadline: '2026-11-25T22:00:00Z' }), task({ id: 't2', done: true })],
        studyPlan: {
            blocks: [{
                id: 'b',
                kind: 'study',
                start: '2026-11-24T14:00:00Z',
                end: '2026-11-24T16:00:00Z',
                task: null,
                event: null,
                course: null,
                title: 'Heaps',
                pinned: false,
                done: false,
                missed: false,
            }],
            unplaced: [],
            objective: [],
            optimal: true,
        },
    })
    equal(texts('h1'), ['Today Tue 24 Nov'])
    equal(texts('.next p'), ['CMPT225 D100 Data Structures Tue 24 Nov 12:30 (in 2 hours) Hall 1'])
    equal(texts('[data-part=blockPart] p'), ['Heaps, until 11:00'])
    equal(texts('[data-part=due] .title'), ['Midterm'])
    equal(texts('[data-part=news] .title'), ['Read this', 'Something new'])
    equal(texts('[data-part=inbox] li'), [
        'new CMPT225#2 you are mentioned Something new because somebody wrote your handle Tue 24 Nov 05:00 (5 hours ago)',
    ])
    equal(texts('[data-part=tasks] li'), ['Read chapter 5 Wed 25 Nov 17:00 (in 31 hours)'])
    one('[data-part=tasks] input').click()
    equal(data.sent.map(([name, { id }, done]) => [name, id, done]), [['tick', 't1', true]])
    press('j')
    press('d')
    equal(data.sent[1], ['mark', 'event-3', { done: true }])
    equal([texts('[data-part=due] .title'), document.title], [[], '(2) Today · NoteIt'])
})

test('an empty today names the one next thing to do', async () => {
    const { data, texts } = await openRoom('/today', { courses: [], enrollments: [] })
    equal(texts('.empty'), ['You are in no course yet. Find your courses and join your sections.'])
    data.courses.value = undefined
    equal(texts('.empty'), [])
})

test('each kind of news has words, and a kind that is not known has its name', () => {
    const words = (/** @type {Parameters<typeof notification>[0]} */ fields) => {
        const { name, news, why, about } = wordsOf(notification(fields), undefined)
        return [name, news, why, about]
    }
    equal(words({ kind: 'dueSoon', number: 4, minutes: 1440 }), ['CMPT225#4', 'due soon', '1 day before', ''])
    equal(words({ kind: 'removed', number: 4, reply: 'r', text: 'off topic' }), [
        'CMPT225#4',
        'staff removed your reply',
        'you wrote it',
        'off topic',
    ])
    const seats = { id: 's', code: 'D100', capacity: 100, enrolled: 97 }
    equal(words({ kind: 'seatOpened', section: seats }), ['CMPT225 D100', 'a seat opened, 3 of 100 free', 'you watch it', ''])
    equal(words({ kind: 'webhookDisabled', course: null, text: 'Bot: gone' }), [
        '',
        'a webhook was disabled',
        'you added it',
        'Bot: gone',
    ])
    equal(words({ kind: 'emailTaken', course: null, text: 'ada@example.edu' }), [
        '',
        'your email is somebody else’s, so your account has none',
        'set your own in the settings',
        'ada@example.edu',
    ])
    equal(words({ kind: 'ringRung', course: null }), ['', 'ringRung', '', ''])
})

test('the inbox shows what is unread, leads to it, and marks it as read', async () => {
    const { texts, data, one, all, button } = await openRoom('/inbox', {
        events: [event(2, { title: 'A question' })],
        replies: [reply(7, { event: 'event-2' })],
        notifications: [
            notification({ kind: 'reply', event: 'event-2', number: 2, reply: 'reply-7' }),
            notification({ id: 'n2', kind: 'removed', event: 'gone', number: 9, text: 'spam' }),
            notification({ id: 'n3', kind: 'staffGranted', readAt: '2026-11-24T10:00:00Z' }),
            notification({ id: 'n4', kind: 'webhookDisabled', course: null, readAt: '2026-11-24T10:00:00Z' }),
        ],
    })
    equal(texts('li b'), ['new replies', 'staff removed your post', 'you are staff now', 'a webhook was disabled'])
    equal([texts('[data-part=count]'), texts('.new').length, document.title], [['2 unread'], 2, '(2) Inbox · NoteIt'])
    equal(all('li a').map((link) => link.getAttribute('href')), [
        '/c/202530.CMPT225/2#7',
        null,
        '/c/202530.CMPT225',
        '/settings#webhooks',
    ])
    press('j')
    press('j')
    press('d')
    await until(() => data.sent.length === 1)
    button('Mark all as read').click()
    await until(() => data.sent.length === 2)
    equal(data.sent, [['readNotifications', ['n2']], ['readNotifications', ['n1', 'n2']]])
    one('li a').click()
    equal([data.sent[2], location.pathname + location.hash], [['readNotifications', ['n1']], '/c/202530.CMPT225/2#7'])
})

test('more than two hundred notifications are marked in batches', async () => {
    const notifications = Array.from({ length: 450 }, (_, index) => notification({ id: `n${index}` }))
    const { data, all } = await openRoom('/inbox', { notifications })
    equal(all('li').length < 450, true)
    press('D')
    await until(() => data.sent.length === 3)
    equal(data.sent.map(([, ids]) => ids.length), [200, 200, 50])
})

test('an empty inbox names the one next thing to do', async () => {
    const { texts, data } = await openRoom('/inbox', { notifications: undefined })
    equal(texts('.empty'), [])
    data.notifications.value = []
    equal(texts('.empty'), [
        'Nothing happened yet that concerns you. Open a question and press “Follow”: you hear of its answers here.',
    ])
})
