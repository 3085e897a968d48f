// Rows and subjects as the copy has them, for tests; each takes the fields that matter.

import { noMark } from '../../../../client-web/copy/overlay.js'

/** @import * as Contract from '../../../../client-web/contract.d.ts' */
/** @import { Entry } from '../../../../client-web/copy/outbox.js' */
/** @import { BlockRow, EventRow, PersonalRow, ReplyRow, TaskRow } from '../../../../client-web/copy/overlay.js' */

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
    return { ...noMark(event), course: COURSE, ...fields }
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
        every: null,
        steps: null,
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

/** What waits in the outbox. @param {any} body @returns {Entry} */
export function entryOf(body) {
    return { order: 1, account: 'me', kind: 'post', id: 'x', body, madeAt: 0, state: 'waiting', tries: 0, version: '1' }
}

/** @param {Partial<BlockRow>} [fields] @returns {BlockRow} */
export function block(fields = {}) {
    return {
        id: 'b1',
        kind: 'study',
        start: '2026-11-24T15:00:00Z',
        end: '2026-11-24T16:30:00Z',
        task: 't1',
        event: null,
        course: null,
        title: 'Read chapter 5',
        pinned: false,
        done: false,
        missed: false,
        ...fields,
    }
}

/** Evenings of workdays. @param {Partial<Contract.StudySettings>} [fields] @returns {Contract.StudySettings} */
export function studySettings(fields = {}) {
    const evening = [{ start: '16:00', end: '22:00' }]
    return {
        timeZone: 'America/Toronto',
        hours: { M: evening, T: [{ start: '09:00', end: '12:00' }, ...evening], W: evening, R: evening, F: evening },
        minimumBlock: 30,
        maximumBlock: 120,
        break: 5,
        dailyLimit: null,
        mode: 'balanced',
        longestRun: 120,
        longBreak: 30,
        alerts: { start: 0, end: 5 },
        rules: [],
        ...fields,
    }
}
