// A world for rooms, in memory: a copy that tests change, an outbox that remembers, a server that answers as it is told.

import { computed, scope, Signal } from '../../../../client-web/platform/signals.js'
import { listen } from '../../../../client-web/shell/keys.js'
import { ROUTES, showRooms } from '../../../../client-web/shell/rooms.js'
import { Router } from '../../../../client-web/platform/router.js'
import { element, until } from '../testing.js'

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

export const COURSE = '202530.CMPT225'
export const NOW = new Date('2026-11-24T15:00:00Z')

/** @param {string} id @param {string} [displayName] @param {Contract.Role} [role] @returns {Contract.Author} */
export const person = (id, displayName = `Student ${id}`, role = 'student') => ({ id, displayName, role, handle: `s.${id}` })

/** @param {number} number @param {Partial<EventRow>} [fields] @returns {EventRow} */
export function event(number, fields = {}) {
    return {
        id: `event-${number}`,
        course: COURSE,
        number,
        kind: 'note',
        title: `Title ${number}`,
        body: `Text ${number}`,
        tags: [],
        due: null,
        visibility: 'public',
        sections: [],
        author: person('b'),
        createdAt: '2026-11-20T10:00:00Z',
        editedAt: null,
        rev: 1,
        replyCount: 0,
        latestText: '',
        dueHistory: [],
        dueMoves: 0,
        activity: 1,
        newest: 1,
        pinned: false,
        publication: null,
        anonymous: false,
        accepted: null,
        endorsed: null,
        meToo: 0,
        mustRead: false,
        attachments: [],
        ...fields,
    }
}

/** @param {number} number @param {Partial<ReplyRow>} [fields] @returns {ReplyRow} */
export function reply(number, fields = {}) {
    return {
        id: `reply-${number}`,
        event: 'event-1',
        number,
        parent: null,
        body: `Reply ${number}`,
        author: person('b'),
        createdAt: '2026-11-21T10:00:00Z',
        editedAt: null,
        rev: 1,
        thanks: 0,
        anonymous: false,
        attachments: [],
        ...fields,
    }
}

/** @param {Partial<Contract.Section>} [fields] @returns {Contract.Section} */
export function section(fields = {}) {
    return {
        id: `${COURSE}.D100`,
        crn: '1',
        code: 'D100',
        kind: 'LEC',
        instructors: ['Instructor'],
        meetings: [{ days: 'TR', start: '12:30', end: '14:20', startsOn: '2026-09-01', endsOn: '2026-12-20', place: 'Hall 1' }],
        capacity: 100,
        enrolled: 90,
        credits: 3,
        campus: 'Hall',
        delivery: null,
        components: [],
        ...fields,
    }
}

/** @param {Partial<Contract.Course>} [fields] @returns {Contract.Course} */
export function course(fields = {}) {
    return {
        id: COURSE,
        term: '202530',
        subject: 'CMPT',
        number: '225',
        title: 'Data Structures',
        credits: 3,
        description: '',
        attributes: [],
        prerequisites: '',
        sections: [section(), section({ id: `${COURSE}.D200`, crn: '2', code: 'D200' })],
        ...fields,
    }
}

/** @param {string} event @param {Partial<Contract.EventMark>} [fields] @returns {Contract.EventMark} */
export function mark(event, fields = {}) {
    const none = {
        seen: 0,
        mine: false,
        meToo: false,
        following: false,
        muted: false,
        done: false,
        thanked: [],
        remindAt: null,
        alias: null,
    }
    return { event, course: COURSE, ...none, ...fields }
}

/** @param {Partial<Contract.Notification>} [fields] @returns {Contract.Notification} */
export function notification(fields = {}) {
    const none = {
        section: null,
        event: null,
        number: null,
        reply: null,
        task: null,
        plan: null,
        text: null,
        minutes: null,
        readAt: null,
    }
    return { id: 'n1', kind: 'mention', course: COURSE, createdAt: '2026-11-24T10:00:00Z', ...none, ...fields }
}

/** @param {Partial<TaskRow>} [fields] @returns {TaskRow} */
export function task(fields = {}) {
    return {
        id: 't1',
        title: 'Read chapter 5',
        notes: '',
        kind: 'flexible',
        start: null,
        end: null,
        minutes: 60,
        earliest: null,
        deadline: null,
        priority: 'medium',
        after: [],
        recurrence: null,
        course: null,
        event: null,
        spaced: null,
        calendarOnly: null,
        done: false,
        minutesDone: 0,
        createdAt: '2026-11-20T10:00:00Z',
        editedAt: null,
        rev: 1,
        ...fields,
    }
}

/** @param {Partial<PersonalRow>} [fields] @returns {PersonalRow} */
export function personal(fields = {}) {
    return {
        id: 'p1',
        calendar: 'personal',
        title: 'Choir',
        location: 'Hall 3',
        start: '2026-11-24T23:00:00Z',
        end: '2026-11-25T01:00:00Z',
        allDay: false,
        rule: null,
        series: null,
        dayZone: null,
        createdAt: '2026-11-20T10:00:00Z',
        editedAt: null,
        rev: 1,
        ...fields,
    }
}

/** What anybody may see of a class. @template Class @typedef {Partial<{ [Name in keyof Class]: Class[Name] }>} Seen */

/** What waits in the outbox. @param {any} body @returns {Entry} */
export function entryOf(body) {
    return { order: 1, account: 'me', kind: 'post', id: 'x', body, madeAt: 0, state: 'waiting', tries: 0, version: '1' }
}

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
    removals = new Signal(/** @type {readonly Contract.Removal[]} */ ([]))
    /** How the copy is. */
    state = new Signal(
        /** @type {State} */ ({ phase: 'ready', connection: 'live', storage: 'disk', since: NOW.getTime() }),
    )
    studySettings = new Signal(/** @type {Contract.StudySettings | null} */ (null))
    preferences = new Signal(/** @type {Contract.Preferences | null} */ ({ reminders: [1440], mutedCourses: [], follows: [] }))
    calendarImports = new Signal(/** @type {readonly Contract.CalendarImport[]} */ ([]))
    entries = new Signal(/** @type {readonly Entry[]} */ ([]))
    now = new Signal(NOW)
    /** What the outbox was asked for: its function and what it was given. @type {any[][]} */
    sent = []
    /** What was spoken. @type {string[]} */
    said = []
    /** @type {Map<string, string>} */
    drafts = new Map()
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
            personalEvents: () => data.personalEvents,
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
            personal: sends('personal'),
            retry: sends('retry'),
            drop: sends('drop'),
            progress: new Signal(/** @type {{ id: string, share: number } | undefined} */ (undefined)),
        })),
        drafts: /** @type {any} */ (/** @satisfies {Seen<Drafts>} */ ({
            text: (key) => Promise.resolve(data.drafts.get(key) ?? ''),
            changes: new Signal(0),
            other: () => Promise.resolve(''),
            keep: (key, text) => Promise.resolve(void data.drafts.set(key, text)),
            forget: (key) => Promise.resolve(void data.drafts.delete(key)),
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

/** @param {HTMLElement} main */
function finders(main) {
    const all = (/** @type {string} */ selector) => /** @type {HTMLElement[]} */ (Array.from(main.querySelectorAll(selector)))
    const one = (/** @type {string} */ selector) => {
        const found = all(selector)[0]
        if (!found) throw new Error(`nothing is ${selector} in ${main.textContent}`)
        return found
    }
    /** The words that are shown, with single spaces. @param {string} selector */
    const texts = (selector) => all(selector).filter((node) => node.checkVisibility()).map((node) => wordsIn(node))
    /** A button that is shown, by its words. @param {string} words @param {ParentNode} [within] */
    const button = (words, within = main) => {
        const found = Array.from(within.querySelectorAll('button, summary, a')).find((node) =>
            node instanceof HTMLElement && wordsIn(node) === words && node.checkVisibility()
        )
        if (!(found instanceof HTMLElement)) throw new Error(`no button ${words} in ${wordsIn(main)}`)
        return found
    }
    return { all, one, texts, button }
}

/** The words that are shown. @param {Node} node */
export const wordsIn = (node) =>
    ((node instanceof HTMLElement ? node.innerText : node.textContent) ?? '').replace(/\s+/g, ' ').trim()

/** Types into a field, as a person does. @param {Element | undefined} field @param {string} text */
export function type(field, text) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)) {
        throw new Error('not a field')
    }
    field.focus()
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** @param {string} key @param {KeyboardEventInit} [how] */
export function press(key, how = {}) {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how }))
}

/** Answers the dialog that is open. @param {string} words of the button @param {string} [text] for its field */
export async function answerDialog(words, text) {
    await pressInDialog(words, text)
    await until(() => !document.querySelector('dialog'))
}

/** Gives an answer that is not taken. @param {string} words @param {string} text @returns {Promise<string>} what is wrong with it */
export async function answerWrongly(words, text) {
    const dialog = await pressInDialog(words, text)
    const alert = dialog.querySelector('[role=alert]')
    await until(() => alert?.textContent)
    const field = dialog.querySelector('input')
    if (field?.ariaInvalid !== 'true' || document.activeElement !== field || field.value !== text) {
        throw new Error('not at its field')
    }
    return alert?.textContent ?? ''
}

/** @param {string} words @param {string} [text] */
async function pressInDialog(words, text) {
    await until(() => document.querySelector('dialog:modal'))
    const dialog = /** @type {HTMLDialogElement} */ (document.querySelector('dialog:modal'))
    const field = dialog.querySelector('input')
    if (text !== undefined && field) field.value = text
    const button = Array.from(dialog.querySelectorAll('button')).find((button) => button.textContent === words)
    if (!button) throw new Error(`the dialog has no ${words}`)
    button.click()
    return dialog
}
