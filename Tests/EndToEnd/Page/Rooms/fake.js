// A world for rooms, in memory: a copy that tests change, an outbox that remembers, a server that answers as it is told.

import { computed, scope, Signal } from '../../../../client-web/platform/signals.js'
import { listen } from '../../../../client-web/shell/keys.js'
import { ROUTES, showRooms } from '../../../../client-web/shell/rooms.js'
import { Router } from '../../../../client-web/platform/router.js'
import { element, until } from '../testing.js'
import { finders } from './hands.js'
import { COURSE, course, mark, NOW } from './made.js'

/** @import * as Contract from '../../../../client-web/contract.d.ts' */
/** @import { Copy } from '../../../../client-web/copy/copy.js' */
/** @import { Drafts } from '../../../../client-web/copy/drafts.js' */
/** @import { State } from '../../../../client-web/copy/engine.js' */
/** @import { Entry, Outbox } from '../../../../client-web/copy/outbox.js' */
/** @import { EventRow, PersonalRow, ReplyRow, TaskRow } from '../../../../client-web/copy/overlay.js' */
/** @import { Key } from '../../../../client-web/shell/rooms.js' */
/** @import { World } from '../../../../client-web/shell/world.js' */

// What is not on the screen has its words too.
const all = new CSSStyleSheet()
all.replaceSync('* { content-visibility: visible !important }')
document.adoptedStyleSheets = [all]

export * from './hands.js'
export * from './made.js'

/** What anybody may see of a class. @template Class @typedef {Partial<{ [Name in keyof Class]: Class[Name] }>} Seen */

/** What a test may set. */
export class Data {
    account = new Signal(
        /** @type {Contract.Account} */ ({
            id: 'me',
            email: 'me@example.edu',
            displayName: 'Me Myself',
            role: 'student',
            handle: 'me',
        }),
    )
    courses = new Signal(/** @type {readonly Contract.Course[] | undefined} */ ([course()]))
    enrollments = new Signal(
        /** @type {readonly Contract.Enrollment[]} */ ([
            { course: COURSE, section: `${COURSE}.D100`, role: 'student', since: '2026-09-01T00:00:00Z' },
        ]),
    )
    events = new Signal(/** @type {readonly EventRow[] | undefined} */ ([]))
    replies = new Signal(/** @type {readonly ReplyRow[]} */ ([]))
    marks = new Signal(/** @type {ReadonlyMap<string, Contract.EventMark>} */ (new Map()))
    news = new Signal(/** @type {ReadonlyMap<string, 1 | 2>} */ (new Map()))
    notifications = new Signal(/** @type {readonly Contract.Notification[] | undefined} */ ([]))
    tasks = new Signal(/** @type {readonly TaskRow[]} */ ([]))
    personalEvents = new Signal(/** @type {readonly PersonalRow[]} */ ([]))
    studyPlan = new Signal(/** @type {Contract.StudyPlan | null} */ (null))
    seatWatches = new Signal(/** @type {readonly Contract.SeatWatch[]} */ ([]))
    removals = new Signal(/** @type {readonly Contract.Removal[]} */ ([]))
    /** How the copy is. */
    state = new Signal(
        /** @type {State} */ ({ phase: 'ready', connection: 'live', storage: 'disk', since: NOW.getTime() }),
    )
    studySettings = new Signal(/** @type {Contract.StudySettings | null} */ (null))
    preferences = new Signal(/** @type {Contract.Preferences | null} */ ({ reminders: [1440], mutedCourses: [], follows: [] }))
    calendarImports = new Signal(/** @type {readonly Contract.CalendarImport[]} */ ([]))
    degreePlans = new Signal(/** @type {readonly Contract.DegreePlan[]} */ ([]))
    planReplies = new Signal(/** @type {readonly Contract.PlanReply[]} */ ([]))
    record = new Signal(/** @type {Contract.AcademicRecord | null} */ (null))
    entries = new Signal(/** @type {readonly Entry[]} */ ([]))
    now = new Signal(NOW)
    /** What the outbox was asked for: its function and what it was given. @type {any[][]} */
    sent = []
    /** What was spoken. @type {string[]} */
    said = []
    /** @type {Map<string, string>} */
    drafts = new Map()
    /** What another tab has as a draft. */
    other = ''
    /** What the server was asked for. @type {[method: string, path: string, body: any][]} */
    asked = []
    /** @type {(method: string, path: string, body: any) => any} */
    answer = () => ({})
    /** @type {(path: string) => Blob} */
    file = () => new Blob(['file'])

    becomeStaff() {
        this.enrollments.value = [{ course: COURSE, section: null, role: 'staff', since: '2026-09-01T00:00:00Z' }]
    }

    /** @param {string} id @param {Partial<EventRow>} fields */
    change(id, fields) {
        this.events.value = this.events.value?.map((event) => event.id === id ? { ...event, ...fields } : event)
    }
}

/** @param {Data} data @param {(address: string, how?: { replaces?: boolean }) => void} go @returns {World} */
export function worldOf(data, go) {
    const sends =
        (/** @type {string} */ name, /** @type {(...given: any[]) => any} */ apply = () => 'id') =>
        (/** @type {any[]} */ ...given) => {
            // Texts without files are told without them.
            const files = given.at(-1)
            data.sent.push([name, ...(Array.isArray(files) && files.length === 0 ? given.slice(0, -1) : given)])
            return Promise.resolve(apply(...given))
        }
    let ids = 0
    /** @template T @type {Map<string, { readonly value: T }>} */
    const known = new Map()
    const once = (/** @type {string} */ key, /** @type {() => any} */ read) => {
        if (!known.has(key)) known.set(key, computed(read))
        return /** @type {any} */ (known.get(key))
    }
    return {
        // The classes have private parts, which these have not.
        copy: /** @type {any} */ (/** @satisfies {Seen<Copy>} */ ({
            account: data.account,
            state: data.state,
            isLive: computed(() => data.state.value.connection === 'live'),
            removals: () => data.removals,
            courses: () => data.courses,
            course: (id) =>
                once(
                    `course ${id}`,
                    () => data.courses.value && (data.courses.value.find((course) => course.id === id) ?? null),
                ),
            enrollments: () => data.enrollments,
            events: (id) => once(`events ${id}`, () => data.events.value?.filter(({ course }) => course === id)),
            allEvents: () => data.events,
            event: (id) =>
                once(`event ${id}`, () => data.events.value && (data.events.value.find((event) => event.id === id) ?? null)),
            eventNumbered: (course, number) =>
                once(`event ${course} ${number}`, () => {
                    const found = data.events.value?.find((event) => event.course === course && event.number === number)
                    return data.events.value && (found ?? null)
                }),
            replies: (id) => once(`replies ${id}`, () => data.replies.value.filter(({ event }) => event === id)),
            findReplies: (test) => Promise.resolve(data.replies.value.filter(test)),
            marks: () => data.marks,
            mark: (id) => once(`mark ${id}`, () => data.marks.value.get(id) ?? mark(id)),
            newsIn: () => data.news,
            unread: () => once('unread', () => [...data.news.value.values()].filter((level) => level === 2).length),
            notifications: () => data.notifications,
            inbox: () => once('inbox', () => data.notifications.value?.filter(({ readAt }) => readAt === null).length),
            tasks: () => data.tasks,
            studyPlan: () => data.studyPlan,
            studySettings: () => data.studySettings,
            preferences: () => data.preferences,
            calendarImports: () => data.calendarImports,
            picture: (_post, _id, load) => load(),
            degreePlans: () => data.degreePlans,
            planReplies: () => data.planReplies,
            record: () => data.record,
            personalEvents: () => data.personalEvents,
            seatWatches: () => data.seatWatches,
        })),
        outbox: /** @type {any} */ (/** @satisfies {Seen<Outbox>} */ ({
            entries: data.entries,
            post: sends('post'),
            reply: sends('reply'),
            editEvent: sends('editEvent', (event, patch) => data.change(event.id, patch)),
            editReply: sends('editReply'),
            mark: sends('mark', (id, patch) => {
                data.marks.value = new Map([...data.marks.value, [id, { ...(data.marks.value.get(id) ?? mark(id)), ...patch }]])
            }),
            see: sends('see'),
            seeCourse: sends('seeCourse'),
            meToo: sends('meToo'),
            thank: sends('thank'),
            readNotifications: sends('readNotifications'),
            tick: sends('tick'),
            task: sends('task'),
            block: sends('block', async (block, patch) => {
                await undefined
                const plan = data.studyPlan.value
                const blocks = plan?.blocks.map((one) => one.id === block.id ? { ...one, ...patch } : one) ?? []
                if (plan) data.studyPlan.value = { ...plan, blocks }
            }),
            personal: sends('personal'),
            make: sends('make'),
            edit: sends('edit', () => true),
            retry: sends('retry'),
            revisionOf: () => undefined,
            drop: sends('drop'),
            progress: new Signal(/** @type {{ id: string, share: number } | undefined} */ (undefined)),
        })),
        drafts: /** @type {any} */ (/** @satisfies {Seen<Drafts>} */ ({
            text: (key) => Promise.resolve(data.drafts.get(key) ?? ''),
            changes: new Signal(0),
            begunAt: (address) =>
                Promise.resolve(
                    /** @type {any} */ (
                        [...data.drafts].filter(([key]) => key.startsWith(`${address}#`)).map(([key, text]) => ({ key, text }))
                    ),
                ),
            other: () => Promise.resolve(data.other),
            keep: (key, text) => Promise.resolve(data.drafts.set(key, text) !== undefined),
            forget: (key) => Promise.resolve(data.drafts.delete(key) || true),
        })),
        call: async (method, path, { body } = {}) => {
            data.asked.push([method, path, body])
            return { status: 200, body: await data.answer(method, path, body), headers: new Headers() }
        },
        download: (path) => Promise.resolve(data.file(path)),
        newID: () => `00000000-0000-4000-8000-${String(ids += 1).padStart(12, '0')}`,
        now: data.now,
        zone: 'America/Toronto',
        say: (words) => void data.said.push(words),
        go,
        signOut: sends('signOut'),
        gone: sends('gone'),
    }
}

/**
 * Opens a room as the shell does.
 * @param {string} address @param {Partial<{ [Name in keyof Data]: any }>} [fields] values of the data's signals
 */
export async function openRoom(address, fields = {}) {
    const data = new Data()
    for (const [name, value] of Object.entries(fields)) {
        const known = Reflect.get(data, name)
        if (known instanceof Signal) known.value = value
        else Reflect.set(data, name, value)
    }
    // The tests of a run share it.
    localStorage.clear()
    history.replaceState(null, '', address)
    const router = new Router(ROUTES)
    const main = element('main')
    document.body.append(main)
    const world = worldOf(data, (to, how) => router.go(to, how))
    const keys = new Signal(/** @type {readonly Key[]} */ ([]))
    const ends = [router.start(), listen(() => keys.value), scope(() => showRooms(main, router.place, world, { keys }))]
    const close = () => {
        ends.forEach((end) => end())
        main.remove()
    }
    await until(() => main.children.length > 0)
    return { data, main, router, world, close, ...finders(main) }
}
