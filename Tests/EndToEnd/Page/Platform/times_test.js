import { effect, scope, Signal } from '../../../../client-web/platform/signals.js'
import { clock, distance, follow, full, present, words } from '../../../../client-web/platform/times.js'
import { element, equal, test } from '../testing.js'

const frame = { now: new Date('2026-11-21T20:00:00Z'), zone: 'America/Toronto' }
/** @param {string} text */
const at = (text) => new Date(text)

test('a date is a weekday and a time, and relative beside it', () => {
    equal(words(at('2026-11-27T22:00:00Z'), frame), 'Fri 27 Nov 17:00 (in 6 days)')
    equal(words(at('2026-11-21T19:00:00Z'), frame), 'Sat 21 Nov 14:00 (1 hour ago)')
    equal(full(at('2027-01-05T20:30:00Z'), frame), 'Tue 5 Jan 2027 15:30')
    equal(full(at('2026-09-08T04:05:00Z'), frame), 'Tue 8 Sep 00:05')
    equal(clock(at('2026-11-22T04:59:00Z'), frame.zone), '23:59')
})

test('a time is written in the zone that is asked for', () => {
    equal(full(at('2026-11-27T22:00:00Z'), { ...frame, zone: 'Asia/Kolkata' }), 'Sat 28 Nov 03:30')
    equal(full(at('2026-07-01T00:00:00Z'), frame), 'Tue 30 Jun 20:00')
})

test('a distance has one unit, and days are those of the calendar', () => {
    const minutes = (/** @type {number} */ count) => new Date(frame.now.getTime() + count * 60_000)
    const wanted = /** @type {[number, string][]} */ ([
        [0, 'now'],
        [-0.5, 'just now'],
        [1, 'in 1 minute'],
        [-59, '59 minutes ago'],
        [60, 'in 1 hour'],
        [35 * 60, 'in 35 hours'],
        [36 * 60, 'in 2 days'],
        [-36 * 60, '1 day ago'],
        [20 * 1440, 'in 20 days'],
        [21 * 1440, 'in 3 weeks'],
        [70 * 1440, 'in 2 months'],
        [-800 * 1440, '2 years ago'],
    ])
    for (const [count, text] of wanted) equal(distance(minutes(count), frame), text, String(count))
})

test('a day of 23 or 25 hours is one day', () => {
    const spring = { now: at('2027-03-13T20:00:00Z'), zone: 'America/Toronto' }
    equal(distance(at('2027-03-15T19:00:00Z'), spring), 'in 2 days')
    equal(distance(at('2026-11-02T20:00:00Z'), { ...spring, now: at('2026-10-31T19:00:00Z') }), 'in 2 days')
})

test('an element follows a time and the present', () => {
    const now = new Signal(frame.now)
    const due = new Signal(at('2026-11-27T22:00:00Z'))
    const time = element('time')
    const end = scope(() => follow(time, () => due.value, () => ({ now: now.value, zone: frame.zone })))
    equal([time.dateTime, time.textContent], ['2026-11-27T22:00:00.000Z', 'Fri 27 Nov 17:00 (in 6 days)'])
    now.value = at('2026-11-27T21:30:00Z')
    equal(time.textContent, 'Fri 27 Nov 17:00 (in 30 minutes)')
    end()
    due.value = frame.now
    equal(time.textContent, 'Fri 27 Nov 17:00 (in 30 minutes)')
})

test('the present moves on with each minute until its scope ends', () => {
    const wait = globalThis.setTimeout
    /** @type {{ run: () => void, after: number }[]} */
    const timers = []
    Object.assign(globalThis, {
        setTimeout: (/** @type {() => void} */ run, /** @type {number} */ after) => timers.push({ run, after }),
    })
    /** @type {Date[]} */
    const seen = []
    const end = scope(() => {
        const now = present()
        effect(() => void seen.push(now.value))
    })
    timers[0]?.run()
    equal([timers.length, timers.every(({ after }) => after > 0 && after <= 60_000)], [2, true])
    equal([seen.length >= 1, seen.at(-1) !== undefined], [true, true])
    end()
    Object.assign(globalThis, { setTimeout: wait })
})
