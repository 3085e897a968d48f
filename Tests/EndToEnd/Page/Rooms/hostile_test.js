import { equal, test, until } from '../testing.js'
import { COURSE, event, mark, openRoom, person, press } from './fake.js'
import { ALL } from './hostile_texts.js'
import { dialog, nothingHappened, opensText, staysText, world } from './hostile_world.js'
import { mail } from './settings_world.js'

test('hostile texts stay texts: today', () => staysText('/'))

test('hostile texts stay texts: the inbox', () => staysText('/inbox'))

test('hostile texts stay texts: courses', () => staysText('/courses?q=a'))

test('hostile texts stay texts: the calendar', async () => {
    await staysText('/calendar/2026-11-24?view=week')
    await staysText('/calendar/2026-11-24?view=month')
})

test('hostile texts stay texts: a course', () => staysText(`/c/${COURSE}`))

test('hostile texts stay texts: an event', () => staysText(`/c/${COURSE}/1`))

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

const FACTORS = '.pane > section:not([hidden])'

/** What programs, phones and campuses are called. @param {string} text */
function systems(text) {
    const times = { createdAt: '2026-11-20T10:00:00Z', lastUsed: null, sentAt: null, expiresAt: '2026-12-20T10:00:00Z' }
    const known = {
        ...times,
        id: 'x',
        name: text,
        host: text,
        fault: text,
        course: `202530.${text}`,
        settings: { topics: [], exceptCourses: [] },
    }
    const item = { ...known, scope: 'read', state: 'disabled', nextTry: null, kind: 'passkey', issuer: text, subject: text }
    /** @type {Record<string, unknown>} */
    const answers = {
        '/v1/me/push': { available: false, applicationServerKey: null, devices: [known] },
        '/v1/me/ntfy': { topic: known },
        '/v1/me/mail': { ...mail, address: text, settings: { ...mail.settings, language: text } },
        '/v1/me/factors': { factors: [item], recoveryCodesLeft: 1, required: true },
        '/v1/me/sign-on': { name: text, linked: [item], signOutURL: null },
    }
    return {
        ...world(text),
        answer: (/** @type {string} */ _, /** @type {string} */ path) => answers[path] ?? { items: [item], next: null },
    }
}

/** Another section, once a part of it is shown. @param {string} name @param {string} row @returns {import('./hostile_world.js').Step} */
const section = (name, row) => async ({ all, main, router }) => {
    router.go(`/settings#${name}`)
    await until(() => all(row).some((node) => node.checkVisibility()))
    return main
}

test('hostile texts stay texts: settings', async () => {
    for (const name of ['account', 'leave']) await staysText(`/settings#${name}`, settings, '.pane form')
    for (const name of ['devices', 'reminders', 'feeds', 'app-passwords', 'imports']) {
        await staysText(`/settings#${name}`, settings, '.pane [data-part=rows] > li')
    }
    await staysText('/settings#follows', settings, '.pane [data-part=follows] > li')
})

test('hostile texts stay texts: what other systems say in the settings', () =>
    opensText('/settings#push', systems, '.pane [data-part=rows] > li', [
        ({ main }) => main,
        section('ntfy', '.pane [data-part=own]:not([hidden])'),
        section('mail', '.pane form[data-part=form]:not([hidden])'),
        ...['tokens', 'webhooks', 'campus', 'factors'].map((name) => section(name, '.pane [data-part=rows] > li')),
        ({ one }) => (one(`${FACTORS} [data-part=rename]`).click(), dialog()),
        ({ one }) => (one(`${FACTORS} [data-part=remove]`).click(), dialog()),
    ]))

test('hostile texts stay texts: what the server finds', async () => {
    const hit = (/** @type {string} */ text) => ({
        event: event(1, { title: text, author: person('b', text) }),
        reply: null,
        title: { text, marks: [{ from: 0, to: 3 }] },
        excerpt: { text, marks: [] },
        files: { text, marks: [] },
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
