import { clockWords, wallOf } from '../../../../client-web/rooms/days.js'
import { lineOf } from '../../../../client-web/tasks/line.js'
import { equal, test } from '../testing.js'

test('the lines of the table are read as in the terminal', async () => {
    const { now, zone, courses, lines } = await (await fetch('/Tests/Data/tasks/lines.json')).json()
    const place = { now: new Date(now), zone, courses, monthFirst: true }
    const found = lines.map((/** @type {{ line: string }} */ { line }) => {
        const { deadline, ...read } = lineOf(line, place)
        const wall = deadline && wallOf(deadline, zone)
        return sorted({ line, ...read, ...(wall ? { deadline: `${wall.day} ${clockWords(wall.minutes)}` } : {}) })
    })
    equal(found, lines.map(sorted))
    equal(lineOf('Lab on 1/12 2h', { ...place, monthFirst: false }).deadline?.toISOString(), '2026-12-02T04:59:00.000Z')
})

/** @param {object} fields */
const sorted = (fields) => Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)))
