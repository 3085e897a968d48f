import { Refused } from '../../../../client-web/accounts/server.js'
import { equal, test, until } from '../testing.js'
import { degreeWorld } from './degree_world.js'
import { openRoom } from './fake.js'
import { person } from './made.js'

const { degreePlans: [plan], planReplies: [comment], ...rest } = degreeWorld('Straight through')
const ID = plan?.id ?? ''
const PLAN = `/v1/me/plans/${ID}`

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
        drafts: new Map(),
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
