import { excerptOf, nodesOf } from '../../../../client-web/search/marked.js'
import { element, equal, test, until } from '../testing.js'
import { event, openRoom, press, reply, type } from './fake.js'

const hit = (number = 1, fields = {}) => ({
    event: event(number, { kind: 'question', title: 'What is a heap?' }),
    reply: null,
    title: { text: 'What is a heap?', marks: [{ from: 10, to: 14 }] },
    excerpt: { text: 'A 🌳 heap', marks: [{ from: 4, to: 8 }] },
    files: null,
    ...fields,
})

test('found words are marked, by whole characters', () => {
    equal(Array.from(nodesOf(hit().excerpt), (node) => typeof node === 'string' ? node : `[${node.textContent}]`), [
        'A 🌳 ',
        '[heap]',
        '',
    ])
    equal(element('p', {}, ...nodesOf({ text: '<b>', marks: [] })).textContent, '<b>')
    const long = excerptOf(`${'x '.repeat(100)}a heap of 🌳 trees`, ['heap', 'trees'])
    equal(Array.from(element('p', {}, ...nodesOf(long)).querySelectorAll('mark'), (mark) => mark.textContent), [
        'heap',
        'trees',
    ])
    equal(excerptOf('İstanbul', ['stanbul']).marks, [])
})

test('a search shows what the server found, page by page', async () => {
    const { one, texts, data, all, button } = await openRoom('/search', {
        answer: (/** @type {string} */ _, /** @type {string} */ path) =>
            path.includes('after=')
                ? { items: [hit(2)], next: null }
                : { items: [hit(), hit(1, { reply: reply(3) })], next: 'x' },
    })
    await until(() => document.activeElement === one('[data-part=q]'))
    type(one('[data-part=q]'), 'heap in:CMPT225')
    one('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    await until(() => all('.hit').length === 2)
    equal([location.search, texts('.state')], ['?q=heap+in%3ACMPT225', ['2 posts, and more']])
    equal(texts('.hit')[1], '? question What is a heap? A 🌳 heap CMPT225#1#3 · Student b · Sat 21 Nov 05:00')
    equal(all('.hit a')[1]?.getAttribute('href'), '/c/202530.CMPT225/1#3')
    button('More').click()
    await until(() => all('.hit').length === 3)
    equal(data.asked.map(([, path]) => path), [
        '/v1/search?q=heap+in%3ACMPT225&limit=30',
        '/v1/search?q=heap+in%3ACMPT225&limit=30&after=x',
    ])
    one('[data-part=q]').blur()
    press('j')
    equal(document.activeElement === all('.hit a')[0], true)
})

test('a result says which file has the words', async () => {
    const files = { text: 'a.png, heap.pdf', marks: [{ from: 7, to: 11 }] }
    const { texts } = await openRoom('/search?q=heap', { answer: () => ({ items: [hit(1, { files }), hit(2)], next: null }) })
    await until(() => texts('.hit').length === 2)
    equal(texts('[data-part=files]'), ['Files: a.png, heap.pdf'])
    equal(texts('[data-part=files] mark'), ['heap'])
})

/** @param {string} q @param {Record<string, any>} fields */
const offline = (q, fields) =>
    openRoom(`/search?${new URLSearchParams({ q })}`, {
        answer: () => {
            throw new Error('The server is not reached.')
        },
        ...fields,
    })

test('without a network, the posts of this device are searched', async () => {
    const { texts } = await offline('HEAP root', {
        events: [event(1, { title: 'A heap', body: 'has a root' }), event(2, { title: 'heap' })],
    })
    await until(() => texts('.hit').length === 1)
    equal(texts('.hit mark'), ['heap', 'root'])
    equal(texts('.state'), ['The server is not reached. These are the posts on this device: 1 post.'])
})

test('without a network, replies and names of files are searched, the newest first', async () => {
    const file = { id: 'file', name: 'Heap-notes.pdf', size: 1, mediaType: 'application/pdf', sha256: '' }
    const { texts, all } = await offline('notes heap', {
        events: [
            event(1, { attachments: [{ ...file, name: 'x.png' }, file] }),
            event(2, { title: 'Heaps', createdAt: '2026-11-22T10:00:00Z', body: 'My notes' }),
            event(3, { number: 0, title: 'heap notes' }),
        ],
        replies: [
            reply(1, { body: 'Notes on a heap' }),
            reply(2, { attachments: [file], createdAt: '2026-11-23T10:00:00Z' }),
            reply(3, { event: 'gone', attachments: [file] }),
            reply(4, { body: 'Notes' }),
        ],
    })
    await until(() => texts('.hit').length === 4)
    equal(all('.hit a').map((link) => link.getAttribute('href')?.split('/').at(-1)), ['1#2', '2', '1#1', '1'])
    equal(texts('[data-part=files]'), ['Files: Heap-notes.pdf', 'Files: x.png, Heap-notes.pdf'])
    equal(texts('.hit mark'), ['Heap', 'notes', 'Heap', 'notes', 'Notes', 'heap', 'Heap', 'notes'])
})

test('without a network, the words that the name of a file runs together are found', async () => {
    const file = { id: 'file', size: 1, mediaType: 'text/plain', sha256: '' }
    const events = ['lab4.txt', 'Week2_slides.csv', 'CSLectureU\u0308bung.txt'].map((name, index) =>
        event(index + 1, { title: `Post ${index + 1}`, attachments: [{ ...file, name }] })
    )
    const finds = {
        'lab 4': 1,
        '"lab 4"': 1,
        '"week 2" slides': 2,
        week2: 2,
        '"cs lecture u\u0308bung"': 3,
        'cslecture in:x': 3,
    }
    for (const [q, number] of Object.entries(finds)) {
        const { texts, all } = await offline(q, { events })
        await until(() => texts('.state')[0]?.includes('on this device'))
        equal([q, ...all('.hit a').map((link) => link.getAttribute('href')?.split('/').at(-1))], [q, `${number}`])
        equal(texts('[data-part=files]').length, 1)
    }
})

test('without a network, a search waits for the disk, and finds nothing where there is no copy', async () => {
    const { texts, data } = await offline('heap', { events: undefined })
    await until(() => data.asked.length === 1)
    equal(texts('.state'), ['Looking …'])
    data.events.value = [event(1, { title: 'A heap' })]
    await until(() => texts('.hit').length === 1)
    const none = await offline('heap', {
        events: undefined,
        state: { phase: 'none', connection: 'offline', storage: 'disk', since: 0 },
    })
    await until(() => none.texts('.state')[0]?.endsWith('on this device: 0 posts.'))
})

test('what the server says about a query is shown', async () => {
    const { texts } = await openRoom('/search?q=in:nowhere', {
        answer: () => {
            throw Object.assign(new Error('You are in no course CMPT999.'), { problem: {} })
        },
    })
    await until(() => texts('.state')[0] === 'You are in no course CMPT999.')
})

test('a search without words explains itself; one without a result says what to try', async () => {
    const { texts, router } = await openRoom('/search', { answer: () => ({ items: [], next: null }) })
    equal(texts('.empty p'), ['Type words that you remember. All of them must be in the post or in the names of its files.'])
    router.go('/search?q=nothing')
    await until(() => texts('.state')[0]?.startsWith('Nothing'))
    equal([texts('.state'), texts('.empty')], [['Nothing has all of “nothing”. Leave a word out.'], []])
})
