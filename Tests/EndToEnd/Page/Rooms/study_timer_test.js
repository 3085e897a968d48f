// The timer in tabs that a phone stops.

import { scope } from '../../../../client-web/platform/signals.js'
import { timerOf } from '../../../../client-web/study/timer.js'
import { equal, test, until } from '../testing.js'
import { Data, task, worldOf } from './fake.js'

const [LOCK, KEY] = ['noteit-study-timer', '/study#timer']
/** Milliseconds between the questions to the tab that has the turn. */
const QUICK = 20
const stopped = { task: 't', title: 'Read', minutes: 25, done: false }

/** A timer with a disk and a server of its own. @param {Partial<Data>} fields @param {number} [pause] */
function timer(fields, pause) {
    const data = Object.assign(new Data(), fields)
    /** @type {ReturnType<typeof timerOf>[]} */
    const made = []
    const end = scope(() => void made.push(timerOf(worldOf(data, () => {}), () => {}, reportError, pause)))
    return { data, timer: /** @type {ReturnType<typeof timerOf>} */ (made[0]), end }
}

test('a tab that sleeps with the turn of the timer holds up no other one', async () => {
    const sleeps = navigator.locks.request(LOCK, () => new Promise(() => {})).catch(({ name }) => name)
    const { data, timer: awake, end } = timer({}, QUICK)
    await awake.start({ id: 't', title: 'Read' })
    equal(JSON.parse(data.drafts.get(KEY) ?? '{}').running.task, 't')
    equal(await sleeps, 'AbortError')
    end()
})

test('a tab that slept while it sent writes and sends nothing of what another one has done', async () => {
    let answer = () => {}
    const waits = new Promise((resolve) => (answer = () => resolve(undefined)))
    let minutesDone = 0
    const { data, timer: slept, end } = timer({
        drafts: new Map([[KEY, JSON.stringify({ running: null, stopped: [stopped] })]]),
        answer: async (method) => {
            const now = task({ id: 't', minutesDone })
            if (method === 'GET' && minutesDone === 0) await waits
            return now
        },
    })
    await until(() => data.asked.length === 1)
    // Another tab takes the turn, sends the minutes, and starts anew.
    const theirs = JSON.stringify({ running: { task: 'u', title: 'Write', startedAt: '2026-11-24T15:00:00Z' }, stopped: [] })
    await navigator.locks.request(LOCK, { steal: true }, () => {
        minutesDone = 25
        data.drafts.set(KEY, theirs)
    })
    // It wakes.
    await new Promise((resolve) => setTimeout(resolve))
    answer()
    await slept.start({ id: 'v', title: 'Think' })
    equal(data.asked.map(([method, path]) => `${method} ${path}`).filter((line) => line.startsWith('POST')), [
        'POST /v1/me/tasks/u/done',
    ])
    equal(JSON.parse(data.drafts.get(KEY) ?? '{}').running.task, 'v')
    end()
})
