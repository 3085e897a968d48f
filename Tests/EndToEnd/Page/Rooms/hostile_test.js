import { equal, test, until } from '../testing.js'
import {
    block,
    COURSE,
    course,
    entryOf,
    event,
    mark,
    notification,
    openRoom,
    person,
    personal,
    press,
    reply,
    section,
    studySettings,
    task,
} from './fake.js'
import { ALL } from './hostile_texts.js'
import { faults, skeleton, styled } from './boxes.js'
import { degreeWorld } from './degree_world.js'

/** Everything that people write, as one text. @param {string} text */
function world(text) {
    const author = { ...person('b'), displayName: text, handle: text }
    const own = entryOf({ title: text, body: text })
    return {
        courses: [course({
            title: text,
            description: text,
            prerequisites: text,
            sections: [section({
                code: text,
                kind: text,
                instructors: [text],
                meetings: [{ days: 'TR', start: '12:30', end: '14:20', startsOn: null, endsOn: null, place: text }],
            })],
        })],
        events: [
            event(1, {
                kind: 'question',
                title: text,
                body: text,
                author,
                tags: [text],
                sections: [text],
                due: '2026-11-25T22:00:00Z',
                dueMoves: 1,
                dueHistory: [{ from: null, to: '2026-11-25T22:00:00Z', by: author, at: '2026-11-22T15:00:00Z' }],
                attachments: [{ id: text, name: text, size: 1, mediaType: 'image/png', sha256: '' }],
                mustRead: true,
            }),
            event(0, { id: 'x', title: text, body: text, waiting: { entry: own, state: 'refused', reason: text } }),
        ],
        replies: [
            reply(1, {
                author,
                body: text,
                attachments: [{ id: 'f', name: text, size: 1, mediaType: 'text/plain', sha256: '' }],
            }),
            reply(2, { author, body: text, parent: 'reply-1' }),
            reply(0, { id: 'w', body: text, author, waiting: { entry: own, state: 'refused', reason: text } }),
        ],
        news: new Map([['event-1', 2]]),
        notifications: [
            notification({ event: 'event-1', number: 1, text, kind: 'removed' }),
            notification({ id: 'n2', kind: text, text }),
        ],
        tasks: [task({ title: text, notes: text, deadline: '2026-11-25T20:00:00Z' })],
        personalEvents: [personal({ title: text, location: text })],
        drafts: new Map([[`/c/${COURSE}#new`, text], [`/c/${COURSE}#reply-`, text]]),
        answer: () => {
            throw new Error(text)
        },
        file: () => {
            throw new Error(text)
        },
    }
}

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

/** @typedef {(text: string) => Parameters<typeof openRoom>[1]} Fields */

/** @param {string} address @param {string} text @param {Fields} [fields] @param {string} [row] what is shown last */
async function shown(address, text, fields = world, row = 'li') {
    const { main, all, close } = await openRoom(address, fields(text))
    await until(() => main.querySelector('[data-part=room]')?.children.length !== 0)
    for (const details of all('details')) details.setAttribute('open', '')
    await until(() => main.querySelector(row))
    // What the server is asked for has come.
    if (address.startsWith('/staff')) {
        const [, , , room = ''] = address.split(/[/?]/)
        const last = { roster: '[data-part=requests] li', reports: '[data-part=removed] li' }
        await until(() => main.querySelector(Reflect.get(last, room) ?? '.unseen-names .label'))
        const counts = ['questionsRow', 'reportsRow', 'requestsRow']
        await until(() => counts.every((name) => !main.querySelector(`.counts [data-part=${name}][hidden]`)))
        await until(() => room !== 'notices' || /Reaches/.test(main.querySelector('.reach')?.textContent ?? ''))
        // Counts are asked for when their rows are near.
        await until(() => all('[data-part=seen]').every((node) => (node.scrollIntoView(), node.textContent)))
    }
    await formulas()
    // Files that are no pictures leave nothing behind.
    await until(() => all('img').every((image) => (image.scrollIntoView(), false)))
    const found = [skeleton(main), ...faults(main, text)]
    close()
    return found
}

/** Until the formulas of texts are drawn. */
const formulas = () => import('../../../../client-web/text/formulas/formulas.js')

const counter = { ran: 0 }
Object.assign(globalThis, { ran: () => (counter.ran += 1) })
/** What the policy refused. @type {string[]} */
const refused = []
addEventListener(
    'securitypolicyviolation',
    ({ blockedURI, violatedDirective }) => refused.push(`${violatedDirective} ${blockedURI}`),
)

/** Nothing ran, nothing was asked for but modules, styles and templates, nothing stands beside the page. */
function nothingHappened() {
    const asked = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) =>
        !/\.(js|css|ico|html)$/.test(name)
    )
    const beside = document.querySelectorAll('body > :not(template, main, script, link)').length
    equal([counter.ran, refused, asked, beside, document.title, location.origin], [0, [], [], 0, document.title, origin])
}

/** A room is judged by its elements, and with styles by its boxes. @param {string} address @param {Fields} [fields] @param {string} [row] */
async function staysText(address, fields, row) {
    await styled()
    const [plain] = await shown(address, 'plain', fields, row)
    const wrong = []
    for (const text of ALL) {
        const [found, ...more] = await shown(address, text, fields, row)
        const faulty = [...new Set(more)]
        if (found !== plain || faulty.length > 0) wrong.push([text, ...(found === plain ? [] : [found, plain]), ...faulty])
    }
    equal(wrong, [])
    nothingHappened()
}

test('hostile texts stay texts: today', () => staysText('/'))

test('hostile texts stay texts: the inbox', () => staysText('/inbox'))

test('hostile texts stay texts: courses', () => staysText('/courses?q=a'))

test('hostile texts stay texts: the calendar', async () => {
    await staysText('/calendar/2026-11-24?view=week')
    await staysText('/calendar/2026-11-24?view=month')
})

/** What a person plans to study. @param {string} text */
function studying(text) {
    const times = { start: '2026-11-24T15:00:00Z', end: '2026-11-24T16:00:00Z' }
    const own = { entry: entryOf({ done: true }), state: /** @type {const} */ ('refused'), reason: text }
    const rule = { rule: text, exceptions: [] }
    return {
        ...world(text),
        tasks: [
            task({ title: text, notes: text, deadline: '2026-11-25T20:00:00Z', course: `202530.${text}` }),
            task({ id: 't2', kind: 'fixed', title: text, minutes: null, ...times, recurrence: rule }),
        ],
        studySettings: studySettings({ rules: [{ course: `202530.${text}`, kind: 'exam', minutes: 60 }] }),
        studyPlan: {
            blocks: [
                block({ title: text, course: `202530.${text}` }),
                block({ id: 'b2', title: text, start: times.end, end: '2026-11-24T17:00:00Z', waiting: own }),
                block({ id: 'c', kind: 'class', title: text, ...times }),
            ],
            unplaced: [{ task: 't1', minutes: 60, because: { reason: 'hours', detail: text } }],
            objective: [],
            optimal: true,
        },
        answer: () => ({
            added: 0,
            done: 0,
            open: 0,
            streakDays: 0,
            minutes: { byCourse: [{ course: `202530.${text}`, minutes: 60 }], byWeek: [] },
            topics: [{ title: text, lastStudied: times.start, minutes: 60 }],
        }),
        drafts: new Map([[
            '/study#timer',
            JSON.stringify({ running: { task: 't', title: text, startedAt: times.start }, stopped: [] }),
        ]]),
    }
}

test('hostile texts stay texts: the study plan', async () => {
    await staysText('/study?day=2026-11-24', studying, '.now.runs')
    await staysText('/study?part=tasks', studying, '.now.runs')
    await staysText('/study?part=settings', studying, '.now.runs')
    await staysText('/study?part=stats', studying, '.topics li')
})

test('hostile texts stay texts: a course', () => staysText(`/c/${COURSE}`))

test('hostile texts stay texts: an event', () => staysText(`/c/${COURSE}/1`))

test('hostile texts stay texts: the courses of the staff', () => staysText(`/staff`, forStaff))

test('hostile texts stay texts: a course for its staff', () => staysText(`/staff/${COURSE}`, forStaff))

test('hostile texts stay texts: notices and who has not seen them', () => staysText(`/staff/${COURSE}/notices?new=1`, forStaff))

test('hostile texts stay texts: people and who asks to join', () => staysText(`/staff/${COURSE}/roster`, forStaff))

test('hostile texts stay texts: reports and removed posts', () => staysText(`/staff/${COURSE}/reports?all=1`, forStaff))

/** What people name, and what other systems say, in the settings. @param {string} text */
function settings(text) {
    const made = { id: 'x', name: text, createdAt: '2026-11-20T10:00:00Z' }
    const follow = { course: `202530.${text}`, kind: /** @type {any} */ (text), tag: text }
    return {
        ...world(text),
        account: { id: 'me', email: text, displayName: text, role: 'student', handle: text },
        preferences: { reminders: [60], mutedCourses: [`202530.${text}`], follows: [follow] },
        marks: new Map([
            ['event-1', mark('event-1', { muted: true, remindAt: '2026-11-26T10:00:00Z' })],
            ['event-2', mark('event-2', { following: true })],
        ]),
        calendarImports: [{
            ...made,
            host: text,
            lastSynced: made.createdAt,
            lastError: text,
            nextSync: null,
            events: 1,
            leftOut: { count: 1, why: [text] },
            busy: true,
            allDayBusy: null,
            freeDays: 1,
            tasks: true,
            rev: 1,
        }],
        answer: (/** @type {string} */ method) => {
            if (method !== 'GET') throw new Error(text)
            const session = { device: text, lastUsedAt: made.createdAt, current: false }
            return {
                items: [{ ...made, ...session, include: [text], courses: [`202530.${text}`], lastRead: null, lastUsed: null }],
                next: null,
            }
        },
    }
}

test('hostile texts stay texts: settings', async () => {
    for (const name of ['account', 'leave']) await staysText(`/settings#${name}`, settings, '.pane form')
    for (const name of ['devices', 'reminders', 'feeds', 'app-passwords', 'imports']) {
        await staysText(`/settings#${name}`, settings, '.pane [data-part=rows] > li')
    }
    await staysText('/settings#follows', settings, '.pane [data-part=follows] > li')
})

/** What the catalog and a search tell, and what friends name. @param {string} text @param {string} [off] days for which there is none */
function timetables(text, off = '') {
    const known = world(text).courses[0] ?? course()
    const sections = [
        section({ code: text, kind: text, instructors: [text], campus: text }),
        section({ id: '202530.2', crn: '2', code: text, kind: text }),
    ]
    const all = { ...known, subject: text, number: text, sections }
    const parts = {
        idleMinutes: 0,
        days: 2,
        minutesOutsidePreferred: 0,
        walkingMinutes: 0,
        rating: 0,
        grade: 0,
        untimed: 0,
        full: 0,
    }
    const table = {
        cost: 1,
        parts: { ...parts, otherCampuses: 0, soft: 0 },
        unrated: [1],
        ungraded: [],
        alternatives: [{ course: COURSE, crns: [[2]] }],
    }
    const saved = {
        id: 'x',
        term: '202530',
        name: text,
        sections: [`${COURSE}.1`, text],
        courses: [COURSE],
        shared: true,
        createdAt: '',
        editedAt: null,
        rev: 1,
    }
    const term = { id: '202530', name: text, startsOn: null, endsOn: null, timeZone: 'UTC', current: true, holidays: [] }
    return {
        ...world(text),
        drafts: new Map([[
            'kept /timetables wishes',
            JSON.stringify({ term: '202530', wishes: { 202530: { courses: [COURSE], ignored: [text], off } } }),
        ]]),
        answer: (/** @type {string} */ _method, /** @type {string} */ path, /** @type {any} */ body) => {
            if (path.startsWith('/v1/terms?')) return { items: [term], next: null }
            if (path.startsWith('/v1/courses/')) return all
            if (path.startsWith('/v1/me/schedules')) return { items: [saved], next: null }
            if (path.startsWith('/v1/me/study')) return { blocks: [] }
            const counts = {
                rawCombinations: '1',
                feasible: '1',
                feasibleDistinct: '1',
                exact: true,
                optimal: true,
                bound: null,
            }
            const relaxations = [{ drop: [text, `course ${text}`], timetables: '1' }]
            const conflicts = {
                minimal: [[text, text]],
                maxCourses: 0,
                maxCourseSets: [[text]],
                relaxations,
                otherRelaxations: 0,
                complete: true,
            }
            const timetables = body?.daysOff ? [] : [{ ...table, crns: [1] }, { ...table, crns: [2] }]
            return { ...counts, timetables, assumed: { rating: 300, grade: 300 }, ...(body?.daysOff ? { conflicts } : {}) }
        },
    }
}

test('hostile texts stay texts: timetables', async () => {
    await staysText('/timetables', timetables, '.cards > li + li .tt-block')
})

test('hostile texts stay texts: why there is no timetable', () =>
    staysText('/timetables', (text) => timetables(text, 'M'), '.exits > li'))

test('hostile texts stay texts: a saved timetable', () =>
    staysText('/timetables?plan=x', (text) => ({ ...timetables(text), drafts: new Map() }), '.pair .tt-line'))

/** @param {string} text */
const degrees = (text) => ({ ...world(text), ...degreeWorld(text) })
const PLAN = '/degree/01a21713-fe60-775e-881a-252bfc00d849'

test('hostile texts stay texts: degree plans and the record', async () => {
    await staysText('/degree', degrees, '.dg-plans a')
    await staysText('/degree?part=record', degrees, '.dg-items li')
})

test('hostile texts stay texts: a degree plan and its catalog', () => staysText(`${PLAN}?show=catalog`, degrees, '.dg-list li'))

test('hostile texts stay texts: the audit of a degree', () =>
    staysText(`${PLAN}?show=audit`, degrees, '.dg-requirements li li'))

test('hostile texts stay texts: the path to a degree and what is said of it', async () => {
    await staysText(`${PLAN}?show=path`, degrees, '.dg-because li')
    await staysText(`${PLAN}?show=talk`, degrees, '.dg-comments li')
})

test('hostile texts stay texts: what the server finds', async () => {
    const hit = (/** @type {string} */ text) => ({
        event: event(1, { title: text, author: person('b', text) }),
        reply: null,
        title: { text, marks: [{ from: 0, to: 3 }] },
        excerpt: { text, marks: [] },
    })
    for (const text of ALL) {
        const { all, close } = await openRoom(`/search?q=${encodeURIComponent(text.toWellFormed())}`, {
            answer: () => ({ items: [hit(text)], next: null }),
        })
        await until(() => all('.hit').length === 1 || text.trim() === '')
        equal(all('.hit :not(span, a, bdi, mark, time)').length, 0, text)
        close()
    }
    nothingHappened()
})

test('hostile texts stay texts: a draft that is not one', async () => {
    for (
        const text of [
            ...ALL,
            '{',
            'null',
            '[]',
            '{"title":{}}',
            '{"sections":"x","kind":"evil","visibility":7}',
            '{"__proto__":{"title":"x"}}',
        ]
    ) {
        const { main, one, close } = await openRoom(`/c/${COURSE}`, { drafts: new Map([[`/c/${COURSE}#new`, text]]) })
        press('c')
        await until(() => document.activeElement === one('.composer [data-part=title]'))
        equal(main.querySelectorAll('.composer script, .composer img').length, 0, text)
        close()
    }
})
