import { excerptOf, nodesOf } from '../../../../client-web/search/marked.js'
import { element, equal, test, until } from '../testing.js'
import { event, openRoom, press, reply, type } from './fake.js'

const hit = (number = 1, fields = {}) => ({
    event: event(number, { kind: 'question', title: 'What is a heap?' }),
    reply: null,
    title: { text: 'What is a heap?', marks: [{ from: 10, to: 14 }] },
    excerpt: { text: 'A 🌳 heap', marks: [{ from: 4, to: 8 }] },
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

test('without a network, the events of this device are searched', async () => {
    const { texts } = await openRoom('/search?q=HEAP+root', {
        events: [event(1, { title: 'A heap', body: 'has a root' }), event(2, { title: 'heap' })],
        answer: () => {
            throw new Error('The server is not reached.')
        },
    })
    await until(() => texts('.hit').length === 1)
    equal(texts('.hit mark'), ['heap', 'root'])
    equal(texts('.state'), ['The server is not reached. These are the events on this device: 1 event.'])
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
    equal(texts('.empty p'), ['Type words that you remember. All of them must be in the post.'])
    router.go('/search?q=nothing')
    await until(() => texts('.state')[0]?.startsWith('Nothing'))
    equal([texts('.state'), texts('.empty')], [['Nothing has all of “nothing”. Leave a word out.'], []])
})
