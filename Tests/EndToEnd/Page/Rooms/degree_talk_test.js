import { Refused } from '../../../../client-web/accounts/server.js'
import { equal, test, until } from '../testing.js'
import { degreeWorld } from './degree_world.js'
import { openRoom } from './fake.js'
import { person } from './made.js'

const { degreePlans: [plan], planReplies: [comment], ...rest } = degreeWorld('Straight through')
const ID = plan?.id ?? ''
const PLAN = `/v1/me/plans/${ID}`

/** Drafts that count what is written. @extends {Map<string, string>} */
class Written extends Map {
    count = 0

    /** @override @param {string} key @param {string} text */
    set(key, text) {
        this.count += Number(/ (plan|replies)$/.test(key))
        return super.set(key, text)
    }
}

test('whoever reads a plan and does not follow it has its edits and comments within half a minute, while they look', async () => {
    /** @type {(() => void)[]} */
    const looks = []
    const wait = globalThis.setInterval
    globalThis.setInterval = /** @type {any} */ ((/** @type {() => void} */ run, /** @type {number} */ pause) => {
        if (pause === 30_000) looks.push(run)
        return wait(run, pause)
    })
    let theirs = { ...plan, owner: person('bob'), name: 'Straight through' }
    /** @type {any[]} */
    let comments = []
    let isShared = true
    const { data, all, texts } = await openRoom(`/degree/${ID}?show=talk`, {
        ...rest,
        entries: [],
        drafts: new Written(),
        answer: (/** @type {string} */ method, /** @type {string} */ path) => {
            if (!path.startsWith(PLAN)) return rest.answer(method, path)
            if (!isShared) throw new Refused({ type: 'about:blank', title: 'No', status: 404, detail: 'No such plan.' })
            if (path.startsWith(`${PLAN}/replies`)) return { items: comments, next: null }
            return path === PLAN ? theirs : rest.answer(method, path)
        },
    })
    await until(() => texts('h1')[0] === 'Straight through')
    equal([all('.dg-comments > li').length, looks.length > 0], [0, true])
    const asked = () => data.asked.filter(([, path]) => path.startsWith(`${PLAN}/replies`)).length
    const look = async () => {
        const before = asked()
        looks.forEach((run) => run())
        await until(() => asked() > before)
    }
    const card = all('.dg-card')[0]
    const drafts = /** @type {Written} */ (data.drafts)
    await until(() => drafts.count === 2)
    const [written, seen] = [drafts.count, asked()]
    await look()
    await look()
    await until(() => asked() === seen + 2)
    equal(drafts.count, written, 'nothing changed')
    comments = [{ ...comment, author: person('bob'), body: 'So I will.' }]
    await look()
    await until(() => all('.dg-comments > li').length === 1)
    // What did not change is not drawn again.
    equal([Boolean(card), all('.dg-card')[0] === card], [true, true])
    theirs = { ...theirs, name: 'Another way', rev: 2 }
    await look()
    await until(() => texts('h1')[0] === 'Another way')
    // Nobody looks.
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    const before = asked()
    looks.forEach((run) => run())
    equal(asked(), before)
    Object.defineProperty(document, 'hidden', { value: false, configurable: true })
    isShared = false
    await look()
    await until(() => texts('[data-part=gone]')[0]?.includes('not shared any more'))
})

test('a comment on a plan that is not followed stands once, also between its answer and the next reading', async () => {
    /** @type {any[]} */
    let comments = []
    let mayAnswer = () => {}
    const held = new Promise((resolve) => (mayAnswer = () => resolve(undefined)))
    const mine = { ...comment, author: person('me'), body: 'What of MATH 150?' }
    const waits = { account: 'me', kind: 'planReply', id: mine.id, event: ID, body: { body: mine.body }, madeAt: 0, order: 1 }
    const { data, all, texts, world } = await openRoom(`/degree/${ID}?show=talk`, {
        ...rest,
        entries: [],
        drafts: new Map(),
        answer: async (/** @type {string} */ method, /** @type {string} */ path) => {
            if (!path.startsWith(`${PLAN}/replies`)) {
                return path === PLAN ? { ...plan, owner: person('bob') } : rest.answer(method, path)
            }
            const items = comments
            if (items.length > 0) await held
            return { items, next: null }
        },
    })
    await until(() => texts('h1')[0] === 'Straight through')
    const shown = () => texts('.dg-comments > li > .text')
    data.entries.value = /** @type {any} */ ([{ ...waits, state: 'waiting', tries: 0, version: 'v' }])
    equal(shown(), [mine.body])
    comments = [mine]
    Object.assign(world.outbox, { revisionOf: () => 1 })
    data.entries.value = []
    equal(shown(), [mine.body])
    mayAnswer()
    await until(() => all('.dg-comments > li.waits').length === 0)
    equal(shown(), [mine.body])
})
