import { test } from '../testing.js'
import { COURSE, event, person } from './fake.js'
import { staysText, world } from './hostile_world.js'

/** What the server tells staff. @param {string} text */
function forStaff(text) {
    const [since, author] = ['2026-11-24T10:00:00Z', { ...person('b'), displayName: text, handle: text, email: text }]
    const place = { course: COURSE, section: text, role: 'student', since }
    const report = {
        course: COURSE,
        event: 'event-1',
        number: 1,
        title: text,
        reason: text,
        reporter: author,
        createdAt: since,
    }
    const open = { resolvedAt: null, resolvedBy: null }
    const removal = { course: COURSE, event: 'e', number: 3, title: text, removedAt: since, reason: text }
    /** @type {Record<string, unknown[]>} */
    const lists = {
        roster: [{ ...author, places: [place] }, { ...author, id: 'c', places: [{ ...place, role: 'staff' }] }],
        'join-requests': [{ ...author, emailVerified: false, sections: [text], since }],
        reports: [
            { id: '1', ...report, ...open, reply: null, replyNumber: null },
            { id: '2', ...report, reply: 'reply-1', replyNumber: 1, resolvedAt: since, resolvedBy: author },
        ],
        removals: [{ id: 'e', ...removal, reply: false, replyNumber: null }],
        unseen: [author],
        invitations: [
            {
                id: '1',
                course: COURSE,
                section: text,
                role: 'student',
                email: text,
                uses: 2,
                used: 1,
                expiresAt: '2026-12-24T10:00:00Z',
            },
            { id: '2', course: COURSE, section: null, role: 'staff', handle: text, uses: 1, used: 0, expiresAt: since },
        ],
    }
    return {
        ...world(text),
        enrollments: [{ course: COURSE, section: null, role: 'staff', since }],
        events: [...world(text).events, event(2, { kind: 'notice', title: text, mustRead: true, author: person('me', text) })],
        drafts: new Map([[`/staff/${COURSE}/notices#new`, JSON.stringify({ title: text, body: text, due: text, at: text })]]),
        answer: (/** @type {string} */ method, /** @type {string} */ path) => {
            if (method === 'POST') return { people: 2 }
            if (path.endsWith('/joining')) return { joining: 'domains', domains: [text], fromServer: false }
            if (path.endsWith('/receipts')) return { seen: 1, people: 2 }
            return { items: lists[/\/([a-z-]+)(\?|$)/.exec(path)?.[1] ?? ''] ?? [], next: null }
        },
    }
}

test('hostile texts stay texts: the courses of the staff', () => staysText(`/staff`, forStaff))

test('hostile texts stay texts: a course for its staff', () => staysText(`/staff/${COURSE}`, forStaff))

test('hostile texts stay texts: notices and who has not seen them', () => staysText(`/staff/${COURSE}/notices?new=1`, forStaff))

test('hostile texts stay texts: people, who asks to join, and invitations', () =>
    staysText(`/staff/${COURSE}/roster`, forStaff))

test('hostile texts stay texts: reports and removed posts', () => staysText(`/staff/${COURSE}/reports?all=1`, forStaff))
