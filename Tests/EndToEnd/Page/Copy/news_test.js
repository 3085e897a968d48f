// What is new to the account, and how much of a long course a change looks at.

import { news, reader } from '../../../../client-web/copy/news.js'
import { equal, test } from '../testing.js'

const COURSE = '202530.CMPT225'
const enrollments = /** @type {any} */ ([{ course: COURSE, section: null, role: 'student', since: '2026-09-01T00:00:00Z' }])

test('of many rows a change looks at the row, or the mark, that changed', () => {
    /** @type {Set<number>} */
    const looked = new Set()
    const row = (/** @type {number} */ number) => /** @type {any} */ ({
        kind: 'event',
        id: String(number),
        scope: COURSE,
        body: {
            get newest() {
                looked.add(number)
                return number
            },
            course: COURSE,
            rev: 1,
            createdAt: '2026-10-01T00:00:00Z',
            author: { id: 'other' },
        },
    })
    const rows = Array.from({ length: 1000 }, (_, index) => row(index + 1))
    const marks = new Map()
    let own = reader('me', enrollments, undefined, [])
    /** How many are new, and how many were looked at for that. */
    const count = () => {
        looked.clear()
        const found = rows.filter((one) => news(one, marks.get(one.id), own) === 2).length
        return [found, looked.size]
    }
    equal(count(), [1000, 1000])
    equal(count(), [1000, 0])
    rows[7] = row(8)
    equal(count(), [1000, 1])
    marks.set('9', { seen: 9 })
    equal(count(), [999, 1])
    // Whoever marks the whole course as seen is another reader.
    own = reader('me', enrollments, undefined, [COURSE])
    equal(count(), [0, 1000])
})
