// Plans with one text wherever people and the catalog have one.

import { block, COURSE, course, entryOf, section, studySettings, task } from './fake.js'
import { degreeWorld } from './degree_world.js'
import { world } from './hostile_world.js'
import { PARTS } from './timetables_made.js'

/** What a person plans to study. @param {string} text */
export function studying(text) {
    const times = { start: '2026-11-24T15:00:00Z', end: '2026-11-24T16:00:00Z' }
    const own = { entry: entryOf({ done: true }), state: /** @type {const} */ ('refused'), reason: text }
    const rule = { rule: text, exceptions: [] }
    const id = `202530.${text.toWellFormed()}`
    return {
        ...world(text),
        tasks: [
            task({ title: text, notes: text, deadline: '2026-11-25T20:00:00Z', course: id }),
            task({ id: 't2', kind: 'fixed', title: text, minutes: null, ...times, recurrence: rule }),
        ],
        studySettings: studySettings({ rules: [{ course: `202530.${text}`, kind: 'exam', minutes: 60 }] }),
        studyPlan: {
            blocks: [
                block({ title: text, course: id }),
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

/** What the catalog and a search tell, and what friends name. @param {string} text @param {string} [off] days for which there is none */
export function timetables(text, off = '') {
    const known = world(text).courses[0] ?? course()
    const sections = [
        section({ code: text, kind: text, instructors: [text], campus: text }),
        section({ id: '202530.2', crn: '2', code: text, kind: text }),
    ]
    const all = { ...known, subject: text, number: text, sections }
    const table = {
        cost: 1,
        parts: PARTS,
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

/** A degree. @param {string} text */
export const degrees = (text) => ({ ...world(text), ...degreeWorld(text) })
export const PLAN = '/degree/01a21713-fe60-775e-881a-252bfc00d849'
