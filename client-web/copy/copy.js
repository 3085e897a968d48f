// The local copy: what the account may see, on this device, in step with the server.
//
// Rooms read it and nothing else reads the database. Each function answers a signal: read `.value` in an effect or in a
// computed value, and it runs again when a row changed. A row that did not change is the same object as before, so `keyed`
// redraws only what changed. `undefined` means that the disk has not been read yet; show nothing then, and no empty state.
//
//     copy.account          the account, undefined if nobody is signed in
//     copy.state            `{ phase, connection, storage, since }`, see `State`
//     copy.courses()        the courses of the account, by id                     Course[]
//     copy.course(id)                                                            Course
//     copy.enrollments()    its sections and places on staffs                     Enrollment[]
//     copy.events(course)   of one course, also what waits in the outbox          EventRow[], by number; waiting ones last
//     copy.allEvents()      of all courses                                        EventRow[]
//     copy.event(id)        one event, whatever its course                        EventRow; null if there is none
//     copy.replies(event)   a thread, also what waits                             ReplyRow[], by number; waiting ones last
//     copy.findReplies(test) those of all threads that pass, as the server has them   a promise of Reply[]
//     copy.marks()          by the id of the event                                Map<string, EventMark>
//     copy.mark(event)                                                            EventMark; null if there is none
//     copy.news(event)      whether an event is new: 0 no, 1 yes but muted, 2 yes (`news.js` has the rule)
//     copy.unread(course)   the number of events with news 2; of all courses without one
//     copy.notifications()  newest first                                          Notification[]
//     copy.inbox()          the number of unread notifications
//     copy.tasks()                                                                TaskRow[], oldest first
//     copy.preferences(), copy.studySettings(), copy.studyPlan(), copy.record()   one each; null if there is none
//     copy.picture(post, id, load)   the bytes of a picture in a text: those that are kept, else what `load` answers
//     copy.seatWatches(), copy.removals(course), copy.degreePlans(), copy.planReplies(plan),
//     copy.personalEvents(), copy.calendarImports()
//
// A row that waits in the outbox, or that the outbox changes, has `waiting`: `{ entry, state, reason }`, where `state` is
// `waiting`, `sending` or `refused` and `entry` names the entry for `outbox.retry` and `outbox.drop`. Its `number` is 0 until
// the server gives one.
//
// Writes go through the outbox (`outbox.js`), at once and offline:
//
//     outbox.post(course, { title, body, ... })    answers the id of the event
//     outbox.reply(event, { body, parent })        answers the id of the reply
//     outbox.editEvent(event, patch), outbox.editReply(reply, patch)
//     outbox.mark(event, { seen, done, following, muted, remindAt }), outbox.see(event), outbox.seeCourse(course)
//     outbox.meToo(event, says), outbox.thank(reply, says), outbox.readNotifications(ids), outbox.tick(task, done)
//     outbox.block(block, { start, end, pinned, done, missed })
//     outbox.task({ title, kind, ... }), outbox.personal(id, { title, start, ..., file })
//     outbox.make('plan' | 'planReply', body, plan), outbox.edit('editPlan' | 'record', row, body, base)   (`degrees/kept.js`)
//     outbox.entries        all that waits or was refused                         signal of Entry[]
//     outbox.retry(entry), outbox.drop(entry)
//     drafts.text(key), drafts.keep(key, text), drafts.forget(key)                (`drafts.js`; a key is the address of a text)
//     drafts.other(key)     what another tab wrote into the same text
//
// What a room must ask the server itself (search, who is in a course, deleting) goes through `session.call`
// of `accounts/session.js`; the copy hears of the change from the log.

import { computed, scope, untracked } from '../platform/signals.js'
import { news, reader, seenCourses } from './news.js'
import { eventsWith, marksWith, noMark, notificationsWith, personalWith, planWith, repliesWith, tasksWith } from './overlay.js'

/** @import * as Contract from '../contract.d.ts' */
/** @import { Engine } from './engine.js' */
/** @import { Outbox } from './outbox.js' */
/** @import { EventRow, PersonalRow, PlanRow, ReplyRow, TaskRow } from './overlay.js' */
/** @import { Reader } from './news.js' */
/** @import { Row } from './rows.js' */

/** @template T @typedef {{ readonly value: T | undefined }} Reading undefined until it is known */

export class Copy {
    #engine
    #outbox
    /** What was asked before. @type {Map<string, Reading<any>>} */
    #known = new Map()

    /** @param {Engine} engine @param {Outbox} outbox */
    constructor(engine, outbox) {
        this.#engine = engine
        this.#outbox = outbox
    }

    get state() {
        return this.#engine.state
    }

    /** Whether the server is reached, and the copy in step. @type {{ readonly value: boolean }} */
    get isLive() {
        return /** @type {any} */ (this.#once('is live', () => this.state.value.connection === 'live'))
    }

    /** A signal that lives as long as the copy, whoever asks first. @template T @param {string} key @param {() => T | undefined} read @returns {Reading<T>} */
    #once(key, read) {
        if (!this.#known.has(key)) scope(() => void this.#known.set(key, computed(read)))
        return /** @type {Reading<T>} */ (this.#known.get(key))
    }

    /** @param {string} kind @param {string} [list] @returns {readonly Row[] | undefined} */
    #rows(kind, list) {
        return untracked(() => this.#engine.shelves.rows(kind, list)).value
    }

    /** All subjects of a kind. @template T @param {string} kind @param {(one: any, other: any) => number} [order] @returns {Reading<readonly T[]>} */
    #all(kind, order) {
        return this.#once(kind, () => {
            const bodies = this.#rows(kind)?.map(({ body }) => /** @type {T} */ (body))
            return order ? bodies?.sort(order) : bodies
        })
    }

    /** Of a kind that has one subject; null if it is not there. @template T @param {string} kind @returns {Reading<T | null>} */
    #one(kind) {
        return this.#once(kind, () => {
            const rows = this.#rows(kind)
            return rows && (rows[0]?.body ?? null)
        })
    }

    /** @type {Reading<Contract.Account>} */
    get account() {
        return this.#once('the account', () => this.#rows('account')?.[0]?.body)
    }

    /** @returns {Reading<readonly Contract.Course[]>} */
    courses() {
        return this.#all('course', byID)
    }

    /** @param {string} id @returns {Reading<Contract.Course | null>} */
    course(id) {
        return this.#once(`course ${id}`, () => find(this.courses().value, id))
    }

    /** @returns {Reading<readonly Contract.Enrollment[]>} */
    enrollments() {
        return this.#all('enrollment')
    }

    /** @param {string} course @returns {Reading<readonly EventRow[]>} */
    events(course) {
        return this.#once(`events ${course}`, () => {
            const rows = this.#bodies('event', course)
            return rows && eventsWith(rows, this.#outbox.entries.value, course, this.account.value)
        })
    }

    /** Events as the server has them. @param {'event' | 'reply'} kind @param {string} list */
    #bodies(kind, list) {
        return this.#once(`${kind} in ${list}`, () => this.#rows(kind, list)?.map(({ body }) => body)).value
    }

    /** @returns {Reading<readonly EventRow[]>} */
    allEvents() {
        return this.#once('all events', () => {
            const waiting = this.#outbox.entries.value.flatMap(({ kind, course }) => kind === 'post' && course ? [course] : [])
            const places = this.#engine.shelves.places.value
            const lists = places && [...new Set([...places, ...waiting])].map((course) => this.events(course).value)
            return lists?.every((list) => list !== undefined) ? lists.flat() : undefined
        })
    }

    /** @param {string} id @returns {Reading<EventRow | null>} */
    event(id) {
        return this.#once(`one event ${id}`, () => {
            const course = this.#engine.shelves.scopeOf(id)
            return find(course === undefined ? this.allEvents().value : this.events(course).value, id)
        })
    }

    /** @param {string} course @param {number} number as in its address @returns {Reading<EventRow | null>} */
    eventNumbered(course, number) {
        return this.#once(`event ${course} ${number}`, () => {
            const events = this.events(course).value
            return events && (events.find((event) => event.number === number) ?? null)
        })
    }

    /** @param {string} event @returns {Reading<readonly ReplyRow[]>} */
    replies(event) {
        return this.#once(`replies ${event}`, () => {
            const rows = this.#bodies('reply', event)
            return rows && repliesWith(rows, this.#outbox.entries.value, event, this.account.value)
        })
    }

    /** For a search; nothing follows it. @param {(reply: Contract.Reply) => boolean} test @returns {Promise<Contract.Reply[]>} */
    async findReplies(test) {
        return (await this.#engine.shelves.find('reply', ({ body }) => test(body))).map(({ body }) => body)
    }

    /** @returns {Reading<ReadonlyMap<string, Contract.EventMark>>} */
    marks() {
        return this.#once('marks', () => {
            const rows = this.#rows('mark')?.map(({ body }) => body)
            return rows && marksWith(rows, this.#outbox.entries.value)
        })
    }

    /** Of an event without a mark, what holds then. @param {string} event @returns {Reading<Contract.EventMark>} */
    mark(event) {
        return this.#once(`mark ${event}`, () => {
            const marks = this.marks().value
            return marks && (marks.get(event) ?? this.#once(`no mark ${event}`, () => noMark(event)).value)
        })
    }

    /** @returns {Reading<Reader>} */
    #reader() {
        const seen = this.#once('seen courses', () => JSON.stringify(seenCourses(this.#outbox.entries.value)))
        return this.#once('reader', () => {
            const [account, enrollments] = [this.account.value, this.enrollments().value]
            if (!account || !enrollments) return undefined
            return reader(account.id, enrollments, this.preferences().value ?? undefined, JSON.parse(seen.value ?? '[]'))
        })
    }

    /** What is new, by the ids of events; what has no news is not there. @param {string} course @returns {Reading<ReadonlyMap<string, 1 | 2>>} */
    newsIn(course) {
        return this.#once(`news in ${course}`, () => {
            const [rows, marks, reader] = [this.#rows('event', course), this.marks().value, this.#reader().value]
            if (!rows || !marks || !reader) return undefined
            /** @type {Map<string, 1 | 2>} */
            const found = new Map()
            for (const row of rows) {
                const level = news(row, marks.get(row.id), reader)
                if (level > 0) found.set(row.id, /** @type {1 | 2} */ (level))
            }
            return found
        })
    }

    /** @param {{ id: string, course: string }} event @returns {Reading<0 | 1 | 2>} */
    news({ id, course }) {
        return this.#once(`news ${id}`, () => {
            const found = this.newsIn(course).value
            return found && (found.get(id) ?? 0)
        })
    }

    /** The number of events with something new. @param {string} [course] none: of all @returns {Reading<number>} */
    unread(course) {
        return this.#once(`unread ${course ?? ''}`, () => {
            if (course === undefined) {
                const counts = this.courses().value?.map(({ id }) => this.unread(id).value)
                return counts?.every((count) => count !== undefined) ? counts.reduce((sum, count) => sum + count, 0) : undefined
            }
            const found = this.newsIn(course).value
            return found && [...found.values()].filter((level) => level === 2).length
        })
    }

    /** @returns {Reading<readonly Contract.Notification[]>} */
    notifications() {
        return this.#once('notifications', () => {
            const rows = this.#all('notification', newestFirst).value
            return rows && notificationsWith(/** @type {Contract.Notification[]} */ (rows), this.#outbox.entries.value)
        })
    }

    /** The number of unread notifications. @returns {Reading<number>} */
    inbox() {
        return this.#once('inbox', () => this.notifications().value?.filter(({ readAt }) => readAt === null).length)
    }

    /** @returns {Reading<readonly TaskRow[]>} */
    tasks() {
        return this.#once('tasks', () => {
            const rows = this.#all('task', oldestFirst).value
            return rows && tasksWith(/** @type {Contract.Task[]} */ (rows), this.#outbox.entries.value)
        })
    }

    /** @returns {Reading<Contract.Preferences | null>} */
    preferences() {
        return this.#one('preferences')
    }

    /** @returns {Reading<Contract.StudySettings | null>} */
    studySettings() {
        return this.#one('studySettings')
    }

    /** @returns {Reading<PlanRow | null>} */
    studyPlan() {
        return this.#once('the plan', () => {
            const plan = /** @type {Contract.StudyPlan | null | undefined} */ (this.#one('studyPlan').value)
            return plan && planWith(plan, this.#outbox.entries.value)
        })
    }

    /** @returns {Reading<Contract.AcademicRecord | null>} */
    record() {
        return this.#one('record')
    }

    /** @returns {Reading<readonly Contract.SeatWatch[]>} */
    seatWatches() {
        return this.#all('seatWatch')
    }

    /** @param {string} course @returns {Reading<readonly Contract.Removal[]>} */
    removals(course) {
        return this.#once(`removals ${course}`, () => {
            return this.#rows('removal')?.filter((row) => row.scope === course).map(({ body }) => body)
        })
    }

    /** @returns {Reading<readonly Contract.DegreePlan[]>} */
    degreePlans() {
        return this.#all('degreePlan', oldestFirst)
    }

    /** @param {string} plan @returns {Reading<readonly Contract.PlanReply[]>} */
    planReplies(plan) {
        return this.#once(`comments ${plan}`, () => {
            return this.#rows('planReply')?.filter((row) => row.scope === plan).map(({ body }) => body)
        })
    }

    /** @returns {Reading<readonly PersonalRow[]>} */
    personalEvents() {
        return this.#once('personal events', () => {
            const rows = /** @type {Contract.PersonalEvent[] | undefined} */ (this.#all('personalEvent').value)
            return rows && personalWith(rows, this.#outbox.entries.value)
        })
    }

    /**
     * @param {string} post an event or a reply @param {string} id of the file
     * @param {() => Promise<Blob>} load asks the server; what it answers is kept
     */
    async picture(post, id, load) {
        const kept = await this.#engine.picture(post, id)
        if (kept) return kept
        const blob = await load()
        void this.#engine.keepPicture(post, id, blob)
        return blob
    }

    /** @returns {Reading<readonly Contract.CalendarImport[]>} */
    calendarImports() {
        return this.#all('calendarImport')
    }
}

/** @template {{ id: string }} Row @param {readonly Row[] | undefined} rows @param {string} id */
function find(rows, id) {
    return rows && (rows.find((row) => row.id === id) ?? null)
}

/** @param {{ id: string }} one @param {{ id: string }} other */
const byID = (one, other) => (one.id < other.id ? -1 : 1)

/** @param {{ id: string, createdAt: string }} one @param {{ id: string, createdAt: string }} other */
const oldestFirst = (one, other) =>
    one.createdAt === other.createdAt ? byID(one, other) : one.createdAt < other.createdAt ? -1 : 1

/** @param {{ id: string, createdAt: string }} one @param {{ id: string, createdAt: string }} other */
const newestFirst = (one, other) => oldestFirst(other, one)
