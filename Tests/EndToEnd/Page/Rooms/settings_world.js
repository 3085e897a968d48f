// The settings with a server in memory, and what it has.

import { until } from '../testing.js'
import { COURSE, openRoom } from './fake.js'

const times = { createdAt: '2026-11-20T10:00:00Z', lastUsedAt: '2026-11-24T14:00:00Z' }
const sessions = [
    { id: 's1', device: 'Chrome on Linux', current: true, ...times },
    { id: 's2', device: 'A phone', current: false, ...times },
    { id: 's3', device: null, current: false, ...times },
]
const feed = { id: 'f1', name: 'Due', include: ['due'], courses: [COURSE], createdAt: times.createdAt, lastRead: null }
export const URL_OF_FEED = 'https://notes.example.edu/calendars/secret.ics'
export const source = {
    id: 'i1',
    name: 'canvas.example.edu',
    host: 'canvas.example.edu',
    lastSynced: times.lastUsedAt,
    lastError: 'it answers 503',
    nextSync: null,
    events: 31,
    leftOut: { count: 3, why: ['Odd has no start.'] },
    busy: true,
    allDayBusy: false,
    freeDays: 2,
    tasks: true,
    rev: 1,
}

export const mail = {
    available: true,
    address: 'me@example.edu',
    verified: false,
    settings: {
        digest: 'off',
        digestAt: '07:00',
        digestDay: 'M',
        atOnce: ['mentions'],
        mustRead: true,
        quiet: null,
        language: 'en',
    },
}

const webhook = {
    id: 'w1',
    name: 'Lab bot',
    host: 'bot.example.edu',
    course: COURSE,
    changes: ['event.created'],
    state: 'disabled',
    fault: 'It answered 410.',
    nextTry: null,
    createdAt: times.createdAt,
    oldSecretUntil: null,
}
const topic = {
    host: 'ntfy.sh',
    createdAt: times.createdAt,
    sentAt: null,
    fault: null,
    settings: { topics: ['mentions'], mustRead: true, showsText: false, exceptCourses: ['202430.MATH100'] },
}

/** @param {string} method @param {string} path @param {any} body @returns {any} */
export function answer(method, path, body) {
    if (path.startsWith('/v1/sessions?')) return { items: sessions, next: null }
    if (path.startsWith('/v1/me/calendar-feeds?')) return { items: [feed], next: null }
    if (path === '/v1/me/calendar-feeds') return { id: 'f2', url: URL_OF_FEED }
    if (path === '/v1/me/app-passwords') return { id: 'p1', name: body.name, createdAt: '', password: 'aaaa-bbbb-cccc-dddd' }
    if (path === '/v1/me/preferences') return { reminders: [1440], mutedCourses: [COURSE], follows: [], ...body }
    if (path === '/v1/me/ntfy') return method === 'GET' ? { topic } : topic
    if (path.startsWith('/v1/me/webhooks?')) return { items: [webhook], next: null }
    if (path === '/v1/me/webhooks') return { webhook, secret: 'whsec_c2VjcmV0' }
    if (path === '/v1/me/webhooks/w1/test') return { taken: true }
    if (path === '/v1/me/push') return { available: false, applicationServerKey: null, devices: [] }
    if (path === '/v1/me/mail') return { ...mail, settings: { ...mail.settings, ...body } }
    if (path.startsWith('/v1/me/calendar-imports')) return method === 'DELETE' ? undefined : { ...source, ...body }
    return { items: [], next: null, ...body }
}

/** @param {string} name @param {Parameters<typeof openRoom>[1]} [fields] */
export async function openSection(name, fields = {}) {
    const opened = await openRoom(`/settings#${name}`, { answer, ...fields })
    const { all, data } = opened
    /** A field of the section that is shown, by its label. @param {string} label */
    const labelled = (label) => {
        const found = all('.pane label').find((node) => node.checkVisibility() && node.textContent?.trim().startsWith(label))
        const control = found?.querySelector('input, select')
        if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) throw new Error(`no field ${label}`)
        return control
    }
    const writes = () => data.asked.filter(([method]) => method !== 'GET')
    const says = (/** @type {string} */ words) => until(() => opened.texts('.pane').join().includes(words))
    return { ...opened, labelled, writes, says }
}
