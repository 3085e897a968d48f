import { dayWords, filtersOf, queryOf, sectionsOf } from '../../../../client-web/events/list.js'
import { equal, test, until } from '../testing.js'
import { COURSE, event, mark, NOW, openRoom, person, press, type, wordsIn } from './fake.js'

const ROOM = `/c/${COURSE}`
const zone = 'America/Toronto'

test('sections are by due dates: pinned, soonest first, undated, past ones if they are asked for', () => {
    const events = [
        event(1),
        event(2, { due: '2026-12-01T22:00:00Z' }),
        event(3, { due: '2026-11-24T22:00:00Z' }),
        event(4, { due: '2026-11-01T22:00:00Z' }),
        event(5, { due: '2026-11-25T04:30:00Z' }),
        event(6, { pinned: true, due: '2026-11-01T22:00:00Z' }),
        event(7),
    ]
    const shown = (/** @type {boolean} */ past) =>
        sectionsOf(events, { now: NOW, zone, past }).map(({ title, events }) => [title, events.map(({ number }) => number)])
    equal(shown(false), [['Pinned', [6]], ['Today, Tue 24 Nov', [3, 5]], ['Tue 1 Dec', [2]], ['No due date', [7, 1]]])
    equal(shown(true).at(-1), ['Past', [4]])
    equal([dayWords('2026-11-25', NOW, zone), dayWords('2027-01-05', NOW, zone)], ['Tomorrow, Wed 25 Nov', 'Tue 5 Jan 2027'])
})

test('filters are written into the address and read from it', () => {
    const query = queryOf({ kind: 'question', tag: 'lab 4', open: true, mine: false, unread: true, past: false })
    equal(query, '?kind=question&tag=lab+4&open=1&unread=1')
    equal(queryOf(filtersOf(Object.fromEntries(new URLSearchParams(query)))), query)
    equal(queryOf(filtersOf({})), '')
})

test('a course shows its events in sections, with what is new', async () => {
    const { texts, data, one } = await openRoom(ROOM, {
        events: [
            event(1, { kind: 'question', title: 'What is a heap?', replyCount: 2, meToo: 1, tags: ['lab'] }),
            event(2, { kind: 'assignment', title: 'Lab 4', due: '2026-11-27T22:00:00Z' }),
        ],
        news: new Map([['event-1', 2]]),
    })
    equal(texts('h1'), ['CMPT225 Data Structures'])
    equal(texts('h2'), ['Fri 27 Nov', 'No due date'])
    equal(texts('li.event'), [
        '✎ assignment Lab 4 Fri 27 Nov 17:00 (in 3 days) #2 · Student b',
        '? question What is a heap? new #1 · Student b · open · 2 replies · 1 have it too lab',
    ])
    equal([one('[data-part=unread]').textContent, document.title], ['Unread (1)', '(1) CMPT225 · NoteIt'])
    equal(one('li.event:last-child a').getAttribute('href'), `/c/${COURSE}/2`)
    data.news.value = new Map()
    data.marks.value = new Map([['event-1', mark('event-1', { seen: 1 })]])
    equal([texts('.new'), document.title], [[], 'CMPT225 · NoteIt'])
})

test('a row follows its event, and the focus stays in it', async () => {
    const { data, all, texts } = await openRoom(ROOM, { events: [event(1), event(2)] })
    const link = all('li.event a')[1]
    link?.focus()
    data.events.value = [event(3), event(1, { title: 'Another title' }), event(2)]
    equal([document.activeElement === link, texts('.title')], [true, ['Title 3', 'Title 2', 'Another title']])
})

test('nothing is shown before the disk was read, and then the one next thing to do', async () => {
    const { data, texts } = await openRoom(ROOM, { events: undefined })
    equal(texts('.empty'), [])
    data.events.value = []
    equal(texts('.empty'), ['Nobody has written here yet. Press “Write a post” and ask the first question.'])
    data.events.value = [event(1, { due: '2026-11-01T22:00:00Z' })]
    equal(texts('.empty'), ['All due dates have passed. Press “Past” to see them.'])
    data.courses.value = []
    data.events.value = []
    equal(texts('.empty'), ['You are not in this course. Find it under Courses and join one of its sections.'])
})

test('filters narrow the list, and Escape takes them off', async () => {
    const { one, texts, button } = await openRoom(ROOM, {
        events: [
            event(1, { kind: 'question' }),
            event(2, { kind: 'question', accepted: 'reply-1', tags: ['lab'] }),
            event(3, { author: person('me') }),
            event(4, { kind: 'exam', due: '2026-11-02T10:00:00Z' }),
        ],
        news: new Map([['event-1', 1]]),
    })
    type(one('[data-part=kinds]'), 'question')
    equal([location.search, texts('.title')], ['?kind=question', ['Title 2', 'Title 1']])
    button('Open questions').click()
    equal([texts('.title'), one('[data-part=open]').ariaPressed], [['Title 1'], 'true'])
    press('Escape')
    document.body.focus()
    one('[data-part=kinds]').blur()
    press('Escape')
    equal([location.search, texts('.title')], ['', ['Title 3', 'Title 2', 'Title 1']])
    button('Mine').click()
    equal(texts('.title'), ['Title 3'])
    button('Mine').click()
    button('Unread').click()
    equal(texts('.title'), ['Title 1'])
    button('Unread').click()
    button('Past').click()
    equal(texts('h2'), ['No due date', 'Past'])
    type(one('[data-part=tags]'), 'lab')
    equal(texts('.title'), ['Title 2'])
})

test('keys go from post to post, and tick one off', async () => {
    const { all, data } = await openRoom(ROOM, { events: [event(1), event(2)] })
    const links = all('li.event a')
    press('j')
    equal(document.activeElement === links[0], true)
    press('j')
    press('j')
    equal(document.activeElement === links[1], true)
    press('k')
    press('d')
    equal(data.sent, [['mark', 'event-2', { done: true }]])
    equal([links[0]?.closest('li')?.className, document.activeElement === links[0]], ['event done', true])
    press('j', { ctrlKey: true })
    equal(document.activeElement === links[0], true)
})

test('ten thousand events are drawn as far as they are seen', async () => {
    const events = Array.from({ length: 10_000 }, (_, index) => event(index + 1))
    const begun = performance.now()
    const { all, data } = await openRoom(ROOM, { events })
    const took = performance.now() - begun
    equal([all('li.event').length < 500, took < 2000], [true, true], `${all('li.event').length} in ${took}`)
    scrollTo(0, document.body.scrollHeight)
    const before = all('li.event').length
    await until(() => all('li.event').length > before)
    const changed = performance.now()
    data.change('event-10000', { title: 'Changed' })
    equal(all('.title')[0]?.textContent, 'Changed')
    equal(performance.now() - changed < 500, true)
})

test('of many posts that are due together, the day is found once', () => {
    const events = Array.from({ length: 1000 }, (_, index) => {
        return { ...event(index + 1), due: index % 2 ? '2026-11-27T17:00:00Z' : '2026-11-29T17:00:00Z' }
    })
    const format = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format'))
    let count = 0
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
        ...format,
        get() {
            count += 1
            return format.get?.call(this)
        },
    })
    const found = sectionsOf(events, { now: NOW, zone, past: true })
    equal([found.map(({ events }) => events.length), count < 20], [[500, 500], true], String(count))
})

test('another filter begins with what the window shows', async () => {
    const events = Array.from({ length: 300 }, (_, index) => event(index + 1))
    const { all, button } = await openRoom(ROOM, { events })
    const seen = Math.ceil(innerHeight / 60)
    await until(() => {
        scrollTo(0, document.body.scrollHeight)
        return all('li.event').length > 3 * seen
    })
    button('Mine').click()
    button('Mine').click()
    equal([all('li.event').length > 0, all('li.event').length <= seen], [true, true])
    // The end of a list that was shorter is near, and stays near.
    button('Mine').click()
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
    button('Mine').click()
    await until(() => all('li.event').length > seen)
})

test('a room that was open before is there again before the next frame', async () => {
    const { router, texts } = await openRoom(ROOM, { events: [event(1)] })
    for (const address of [`${ROOM}/1`, '/inbox']) {
        const before = texts('h1')[0]
        router.go(address)
        await until(() => texts('h1')[0] !== before)
    }
    // Nothing but what is ready at once comes between.
    router.go(`${ROOM}/1`)
    await new Promise((resolve) => queueMicrotask(() => queueMicrotask(() => resolve(undefined))))
    equal(texts('article.thread').length, 1)
})

test('the list says its landmarks and states to screen readers', async () => {
    const { one, all } = await openRoom(ROOM, { events: [event(1)] })
    equal([one('search').ariaLabel, one('section.day').ariaLabel], ['Filters', 'No due date'])
    for (const field of all('input, select, textarea')) equal(wordsIn(field.closest('label') ?? field) !== '', true)
    equal(one('[data-part=unread]').ariaPressed, 'false')
})
