// Rows as they will be once the outbox has been sent.

/** @import { Account, Event, EventMark, Notification, PersonalEvent, PersonalOccurrence, Reply, StudyBlock, StudyPlan, Task } from '../contract.d.ts' */
/** @import { Entry } from './outbox.js' */

/** @typedef {{ entry: Entry, state: Entry['state'], reason: string | undefined }} Waiting */
/** @typedef {Event & { waiting?: Waiting }} EventRow */
/** @typedef {Reply & { waiting?: Waiting }} ReplyRow */
/** @typedef {Task & { waiting?: Waiting }} TaskRow */
/** @typedef {PersonalEvent & { waiting?: Waiting }} PersonalRow */
/** @typedef {StudyBlock & { waiting?: Waiting }} BlockRow */
/** @typedef {Omit<StudyPlan, 'blocks'> & { blocks: BlockRow[] }} PlanRow */

/** A row stays the same object as long as what it is made of does. @type {WeakMap<Entry, { base: unknown, row: any }>} */
const made = new WeakMap()

/** @template Row @param {Entry} entry @param {any} base @param {(waiting: Waiting) => Row} make @returns {Row} */
function once(entry, base, make) {
    const known = made.get(entry)
    if (known && known.base === base) return known.row
    const row = make({ entry, state: entry.state, reason: entry.reason })
    made.set(entry, { base, row })
    return row
}

/** The fields of a patch that are there. @param {any} body */
function fields({ attachments: _, publishAt: __, ...patch }) {
    return Object.fromEntries(
        Object.entries(patch).filter(([key, value]) => value !== undefined && (value !== null || key === 'due')),
    )
}

/** @param {Account} account */
const author = ({ id, displayName, role, handle }) => ({ id, displayName, role, ...(handle ? { handle } : {}) })

/** @param {Entry} entry @param {Account} account @param {Waiting} waiting @returns {EventRow} */
function newEvent({ id, course = '', body, madeAt }, account, waiting) {
    const createdAt = new Date(madeAt).toISOString()
    return /** @type {EventRow} */ ({
        id,
        course,
        number: 0,
        title: '',
        kind: 'note',
        body: '',
        tags: [],
        due: null,
        visibility: 'public',
        sections: [],
        createdAt,
        editedAt: null,
        rev: 0,
        replyCount: 0,
        latestText: String(body.title).slice(0, 40),
        dueHistory: [],
        dueMoves: 0,
        activity: 0,
        newest: 0,
        pinned: false,
        publication: null,
        anonymous: Boolean(body.anonymous),
        accepted: null,
        endorsed: null,
        meToo: 0,
        mustRead: false,
        ...fields(body),
        author: author(account),
        attachments: [],
        waiting,
    })
}

/** @param {Entry} entry @param {Account} account @param {Waiting} waiting @returns {ReplyRow} */
function newReply({ id, event = '', body, madeAt }, account, waiting) {
    return {
        id,
        event,
        number: 0,
        parent: body.parent ?? null,
        body: body.body,
        author: author(account),
        createdAt: new Date(madeAt).toISOString(),
        editedAt: null,
        rev: 0,
        anonymous: Boolean(body.anonymous),
        attachments: [],
        thanks: 0,
        waiting,
    }
}

/**
 * A list with what waits for it: new rows at its end, changed ones in their places.
 * @template {{ id: string }} Row
 * @param {readonly Row[]} rows @param {readonly Entry[]} entries
 * @param {(entry: Entry) => boolean} isNew @param {(entry: Entry, waiting: Waiting) => Row} make
 * @param {Record<string, (row: Row, entry: Entry, waiting: Waiting) => Row>} changes by the kinds of entries
 */
function overlaid(rows, entries, isNew, make, changes) {
    const changing = Map.groupBy(entries.filter(({ kind }) => kind in changes), ({ id }) => id)
    const known = changing.size > 0 || entries.some(isNew) ? new Set(rows.map(({ id }) => id)) : new Set()
    const added = entries.filter((entry) => isNew(entry) && !known.has(entry.id))
    if (changing.size === 0 && added.length === 0) return rows
    return [...rows, ...added.map((entry) => once(entry, undefined, (waiting) => make(entry, waiting)))].map((row) =>
        (changing.get(row.id) ?? []).reduce((before, entry) => {
            return once(entry, before, (waiting) => changes[entry.kind]?.(before, entry, waiting) ?? before)
        }, row)
    )
}

/**
 * The events of a course.
 * @param {readonly Event[]} rows @param {readonly Entry[]} entries @param {string} course @param {Account | undefined} account
 * @returns {readonly EventRow[]}
 */
export function eventsWith(rows, entries, course, account) {
    if (!account) return rows
    return overlaid(
        /** @type {readonly EventRow[]} */ (rows),
        entries,
        (entry) => entry.kind === 'post' && entry.course === course,
        (entry, waiting) => newEvent(entry, account, waiting),
        {
            editEvent: (row, { body }, waiting) => ({ ...row, ...fields(body), waiting }),
            meToo: (row, { body }) => ({ ...row, meToo: Math.max(0, row.meToo + (body.says ? 1 : -1)) }),
        },
    )
}

/**
 * The replies to an event.
 * @param {readonly Reply[]} rows @param {readonly Entry[]} entries @param {string} event @param {Account | undefined} account
 * @returns {readonly ReplyRow[]}
 */
export function repliesWith(rows, entries, event, account) {
    if (!account) return rows
    return overlaid(
        /** @type {readonly ReplyRow[]} */ (rows),
        entries,
        (entry) => entry.kind === 'reply' && entry.event === event,
        (entry, waiting) => newReply(entry, account, waiting),
        {
            editReply: (row, { body }, waiting) => ({ ...row, ...fields(body), waiting }),
            thank: (row, { body }) => ({ ...row, thanks: Math.max(0, row.thanks + (body.says ? 1 : -1)) }),
        },
    )
}

/** @param {readonly Task[]} rows @param {readonly Entry[]} entries @returns {readonly TaskRow[]} */
export function tasksWith(rows, entries) {
    return overlaid(/** @type {readonly TaskRow[]} */ (rows), entries, ({ kind }) => kind === 'task', newTask, {
        tick: (row, { body }, waiting) => ({ ...row, done: body.done, waiting }),
    })
}

/** @param {Entry} entry @param {Waiting} waiting @returns {TaskRow} */
function newTask({ id, body, madeAt }, waiting) {
    const none = { start: null, end: null, minutes: null, earliest: null, deadline: null, recurrence: null, course: null }
    const rest = { event: null, spaced: null, every: null, steps: null, calendarOnly: null, done: false, minutesDone: 0 }
    const unsent = { editedAt: null, rev: 0 }
    const createdAt = new Date(madeAt).toISOString()
    return { id, notes: '', priority: 'medium', after: [], ...none, ...rest, ...unsent, createdAt, ...body, waiting }
}

/** A plan with the blocks as they will be: what is moved is pinned. @param {StudyPlan} plan @param {readonly Entry[]} entries @returns {PlanRow} */
export function planWith(plan, entries) {
    const changing = entries.filter(({ kind }) => kind === 'block')
    if (changing.length === 0) return plan
    const blocks = plan.blocks.map((block) =>
        changing.filter(({ id }) => id === block.id).reduce((/** @type {BlockRow} */ row, entry) => {
            const { body, state, reason } = entry
            const patch = state === 'refused' ? {} : { ...(body.start ? { pinned: true } : {}), ...body }
            return { ...row, ...patch, waiting: { entry, state, reason } }
        }, block)
    )
    return { ...plan, blocks }
}

/** Whether an event of one's own looks like another: the server gives what waits another id. @param {Pick<PersonalEvent, 'title' | 'start'>} one @param {Pick<PersonalEvent, 'title' | 'start'>} other */
const isAlike = (one, other) => one.title === other.title && Date.parse(one.start) === Date.parse(other.start)

/** What is there already and looks like an event that is made. @param {readonly PersonalEvent[]} rows @param {PersonalOccurrence} made */
export const alikeIn = (rows, made) => rows.filter((row) => isAlike(row, made)).map(({ id }) => id)

/** The events that wait and that the server has by now: for each the first that looks like it and was not there when it was made. @param {readonly PersonalEvent[]} rows @param {readonly Entry[]} entries */
export function comeOf(rows, entries) {
    const taken = new Set()
    return new Set(entries.filter(({ kind, state, body, known = [] }) => {
        if (kind !== 'personal' || state === 'refused') return false
        const come = alikeIn(rows, body).find((id) => !known.includes(id) && !taken.has(id))
        taken.add(come)
        return come !== undefined
    }))
}

/** @param {readonly PersonalEvent[]} rows @param {readonly Entry[]} entries @returns {readonly PersonalRow[]} */
export function personalWith(rows, entries) {
    const come = comeOf(rows, entries)
    const isNew = (/** @type {Entry} */ entry) => entry.kind === 'personal' && !come.has(entry)
    return overlaid(/** @type {readonly PersonalRow[]} */ (rows), entries, isNew, ({ id, body, madeAt }, waiting) => {
        const { file: _, ...text } = body
        const createdAt = new Date(madeAt).toISOString()
        return { id, calendar: 'personal', series: null, dayZone: null, createdAt, editedAt: null, rev: 0, ...text, waiting }
    }, {})
}

/** @param {readonly Notification[]} rows @param {readonly Entry[]} entries @returns {readonly Notification[]} */
export function notificationsWith(rows, entries) {
    const read = entries.filter(({ kind }) => kind === 'read')
    if (read.length === 0) return rows
    return rows.map((row) => {
        const entry = read.find(({ body }) => body.read.includes(row.id))
        return entry && row.readAt === null ? { ...row, readAt: new Date(entry.madeAt).toISOString() } : row
    })
}

/**
 * Marks by their events.
 * @param {readonly EventMark[]} rows @param {readonly Entry[]} entries @returns {ReadonlyMap<string, EventMark>}
 */
export function marksWith(rows, entries) {
    const marks = new Map(rows.map((mark) => [mark.event, mark]))
    for (const { kind, id, event = '', body } of entries) {
        if (!['mark', 'meToo', 'thank'].includes(kind)) continue
        const mark = marks.get(event) ?? noMark(event)
        if (kind === 'meToo') marks.set(event, { ...mark, meToo: body.says })
        else if (kind === 'thank') {
            const others = mark.thanked.filter((reply) => reply !== id)
            marks.set(event, { ...mark, thanked: body.says ? [...others, id] : others })
        } else {
            marks.set(event, { ...mark, ...body, seen: Math.max(mark.seen, body.seen ?? 0) })
        }
    }
    return marks
}

/** What holds of an event without a mark. @param {string} event @returns {EventMark} */
export function noMark(event) {
    return {
        event,
        course: '',
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
}
