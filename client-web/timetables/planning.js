// What the room plans with: wishes that keep themselves, the courses, what the server found. What was seen opens without it.

import { Unreachable } from '../accounts/server.js'
import { termsOf } from '../catalog/terms.js'
import { batch, computed, effect, Signal, untracked } from '../platform/signals.js'
import { addDays, dayOf } from '../rooms/days.js'
import { busyBeside, takenIn, weeklyEvents } from './own.js'
import { entriesOf } from './week.js'
import { countOf, NONE, searchOf, wishesOf } from './wishes.js'

/** @import { Course, ScheduleAnswer, ScheduleSearch, Term } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Entry } from './week.js' */
/** @import { Own, Wishes } from './wishes.js' */

/** @typedef {ScheduleAnswer['timetables'][number]} Timetable */
/**
 * What the server found, for which request and when. `changed` are the timetables, by their places, in which a class was moved by
 * hand.
 * @typedef {{ term: string, request: ScheduleSearch, answer: ScheduleAnswer, at: string, changed: ReadonlySet<number> }} Found
 */
/** @typedef {ReturnType<typeof planningOf>} Planning */

const [WISHES, SEEN] = ['kept /timetables wishes', 'kept /timetables seen']
/** Wishes that follow each other closely are one search, after the first of them. */
const PAUSE = 200
/** The server searches for half a minute at most. */
const PATIENCE = 45_000
/** How many timetables are asked for, at first and at last. */
export const [FEW, MOST] = [10, 100]

/** The current term, or the next once half of it is over. @param {readonly Term[]} terms @param {Date} now */
export function plannedTerm(terms, now) {
    const current = terms.find(({ current }) => current)
    const { startsOn, endsOn } = current ?? {}
    if (!current || !startsOn || !endsOn) return current ?? terms[0]
    const [begin, end] = [Date.parse(startsOn), Date.parse(endsOn)]
    if (now.getTime() - begin <= end - now.getTime()) return current
    const today = dayOf(now, current.timeZone)
    return terms.filter((term) => term.startsOn && term.startsOn > startsOn && term.startsOn > today)
        .sort((one, other) => ((one.startsOn ?? '') < (other.startsOn ?? '') ? -1 : 1))[0] ?? current
}

/** @param {World} world */
export function planningOf(world) {
    const { copy, drafts, call } = world
    const terms = termsOf(world)
    const isReady = new Signal(false)
    const chosen = new Signal('')
    const kept = new Signal(/** @type {Record<string, Wishes>} */ ({}))
    const catalog = new Signal(/** @type {ReadonlyMap<string, Course>} */ (new Map()))
    const found = new Signal(/** @type {Found | undefined} */ (undefined))
    const [isAsking, trouble, limit] = [new Signal(false), new Signal(''), new Signal(FEW)]
    const events = new Signal(/** @type {readonly Own[] | undefined} */ (undefined))

    const term = computed(() => {
        const known = terms.value.find(({ id }) => id === chosen.value)
        return known ?? plannedTerm(terms.value, untracked(() => world.now.value))
    })
    const wishes = computed(() => kept.value[term.value?.id ?? ''] ?? NONE)
    const courses = computed(() => wishes.value.courses.flatMap((id) => catalog.value.get(id) ?? []))
    const taken = computed(() => takenIn(copy.courses().value ?? [], copy.enrollments().value ?? [], term.value?.id ?? ''))
    const own = computed(() => busyBeside(taken.value, events.value ?? [], wishes.value.courses))

    /** @param {Partial<Wishes> | ((wishes: Wishes) => Wishes)} to */
    function change(to) {
        const [before, id] = untracked(() => [wishes.value, term.value?.id ?? ''])
        const next = typeof to === 'function' ? to(before) : { ...before, ...to }
        batch(() => {
            kept.value = { ...untracked(() => kept.value), [id]: next }
            limit.value = FEW
        })
        keep()
    }
    const keep = () => untracked(() => void drafts.keep(WISHES, JSON.stringify({ term: chosen.value, wishes: kept.value })))
    /** @param {string} id */
    function plan(id) {
        chosen.value = id
        keep()
    }

    /** Courses in full, asked for once while the room is open. @type {Map<string, Promise<unknown>>} */
    const asked = new Map()
    /** @param {readonly string[]} ids @returns {Promise<unknown>} */
    function know(ids) {
        return Promise.all(ids.map((id) => {
            const before = asked.get(id)
            if (before) return before
            const asks = call('GET', `/v1/courses/${encodeURIComponent(id)}`).then(({ body }) => {
                if (body?.id) catalog.value = new Map([...untracked(() => catalog.value), [id, body]])
            })
            asked.set(id, asks)
            asks.catch(() => asked.delete(id))
            return asks
        }))
    }

    void Promise.all([drafts.text(WISHES), drafts.text(SEEN)]).then(([before, seen]) =>
        batch(() => {
            const { term = '', wishes = {} } = parsed(before)
            chosen.value = String(term)
            kept.value = Object.fromEntries(
                Object.entries(Object(wishes)).map(([id, one]) => [id, wishesOf(JSON.stringify(one))]),
            )
            const { found: old, courses: known } = parsed(seen)
            const read = Array.isArray(known)
                ? known.map((course) => /** @type {[string, Course]} */ ([course.id, course]))
                : []
            catalog.value = new Map([...read, ...catalog.value])
            if (old?.answer && old.request) found.value = { ...old, changed: new Set() }
            isReady.value = true
        })
    )
    const remember = () =>
        untracked(() => {
            const all = found.value && { ...found.value, changed: [] }
            return drafts.keep(SEEN, JSON.stringify({ found: all, courses: courses.value }))
        })

    // Events of one's own, once for a term.
    const period = computed(() => {
        const { id, startsOn, endsOn } = term.value ?? {}
        return JSON.stringify([id, startsOn, endsOn, copy.isLive.value])
    })
    effect(() => {
        void period.value
        const now = untracked(() => term.value)
        if (!now) return
        const { startsOn, endsOn } = now
        if (!startsOn || !endsOn) return void (events.value = [])
        let isOver = false
        const last = [endsOn, addDays(startsOn, 366)].sort()[0]
        call('GET', `/v1/me/study-timetable?from=${startsOn}&to=${last}`).then(({ body }) => {
            if (!isOver) events.value = weeklyEvents(body?.blocks ?? [], now)
        }, () => {
            if (!isOver) events.value ??= []
        })
        return () => void (isOver = true)
    })
    effect(() => {
        if (isReady.value) void know(wishes.value.courses).catch(() => {})
    })

    /** The request for the wishes; undefined while something of them is not known. */
    const request = computed(() => {
        if (!isReady.value || !term.value || events.value === undefined) return undefined
        if (courses.value.length < wishes.value.courses.length) return undefined
        try {
            return JSON.stringify([term.value.id, searchOf(wishes.value, courses.value, own.value, limit.value)])
        } catch (error) {
            return error instanceof Error ? error : undefined
        }
    })
    /** What was answered since the room was opened, as it was asked for. */
    let answered = ''
    let latest = -PAUSE
    effect(() => {
        const wanted = request.value
        void copy.isLive.value
        isAsking.value = false
        trouble.value = wanted instanceof Error ? wanted.message : ''
        if (wanted instanceof Error || wanted === undefined || wanted === answered) return
        const [id, body] = JSON.parse(wanted)
        if (countOf(body) === 0) {
            found.value = undefined
            answered = ''
            return
        }
        const ends = new AbortController()
        isAsking.value = true
        const pause = performance.now() - latest < PAUSE ? PAUSE : 0
        latest = performance.now()
        const timer = setTimeout(() =>
            search(id, body, ends.signal).then((answer) => {
                batch(() => {
                    answered = wanted
                    found.value = { term: id, request: body, answer, at: new Date().toISOString(), changed: new Set() }
                    isAsking.value = false
                })
                void remember()
            }).catch((error) => {
                if (ends.signal.aborted) return
                isAsking.value = false
                trouble.value = wordsOf(error, body)
            }), pause)
        return () => {
            clearTimeout(timer)
            ends.abort()
        }
    })

    /** @param {string} id @param {ScheduleSearch} body @param {AbortSignal} [signal] @returns {Promise<ScheduleAnswer>} */
    async function search(id, body, signal) {
        const path = `/v1/terms/${encodeURIComponent(id)}/schedules/search`
        const answer = await call('POST', path, { body, patience: PATIENCE, ...(signal ? { signal } : {}) })
        if (signal?.aborted) throw new Unreachable()
        return answer.body
    }

    /** @param {any} error @param {ScheduleSearch} body */
    function wordsOf(error, body) {
        const errors = error?.problem?.errors ?? []
        if (errors.length === 0) return error instanceof Error ? error.message : String(error)
        return `${
            errors.map((/** @type {{ field: string, detail: string }} */ { field, detail }) => {
                const [name = '', index = ''] = field.split('.')
                const id = name === 'courses' ? body.courses[Number(index)] ?? '' : ''
                return `${id ? id.slice(id.indexOf('.') + 1) : NAMES[name] ?? 'A wish'} ${detail}`
            }).join('; ')
        }.`
    }

    /**
     * Puts other sections into a timetable, at once; then the server says what it costs. Throws its reasons, and takes it back, if
     * that cannot be.
     * @param {number} index @param {readonly Entry[]} entries
     */
    async function put(index, entries) {
        const before = untracked(() => found.value)
        const old = before?.answer.timetables[index]
        if (!before || !old) return
        const crns = entries.map(({ section }) => Number(section.crn))
        found.value = replaced(before, index, { ...old, crns, alternatives: [] })
        const { anyOf: _, ...request } = before.request
        const courses = [...new Set(entries.map(({ course }) => course.id))]
        const body = { ...request, courses, pinned: crns, excluded: [], limit: 1 }
        try {
            const { timetables: [exact], conflicts, scores = [] } = await search(before.term, body)
            const now = untracked(() => found.value)
            if (now?.at !== before.at) return
            if (!exact) throw new Conflict(conflicts)
            const known = new Map([...now.answer.scores ?? [], ...scores].map((score) => [score.crn, score]))
            found.value = replaced({ ...now, answer: { ...now.answer, scores: [...known.values()] } }, index, {
                ...exact,
                alternatives: [],
            })
        } catch (error) {
            if (untracked(() => found.value)?.at === before.at) found.value = before
            throw error
        }
    }

    return {
        ...{ term, terms, isReady, wishes, courses, catalog, taken, own, events, found, isAsking, trouble, limit },
        ...{ change, plan, know, put, isOnline: copy.isLive },
        /** @param {Timetable} timetable */
        entries: (timetable) =>
            entriesOf(timetable.crns, [...catalog.value.values()].filter((course) => course.term === term.value?.id)),
    }
}

/** The reasons why a timetable that was changed by hand cannot be. */
export class Conflict extends Error {
    /** @param {ScheduleAnswer['conflicts']} conflicts */
    constructor(conflicts) {
        super('That does not fit.')
        this.conflicts = conflicts
    }
}

/** What the server calls the wishes. @type {Record<string, string>} */
const NAMES = {
    busy: 'A busy time',
    daysOff: 'Days off',
    earliest: '“No class before”',
    latest: '“No class after”',
    preferred: 'The preferred hours',
    campuses: 'The campus',
    pinned: 'A lock',
    excluded: 'What is left out',
    ways: 'A way',
    instructors: 'An instructor',
    excludedInstructors: 'An instructor',
    anyOf: 'The number of courses',
}

/** @param {Found} found @param {number} index @param {Timetable} timetable @returns {Found} */
function replaced(found, index, timetable) {
    const timetables = found.answer.timetables.map((one, place) => place === index ? timetable : one)
    return { ...found, answer: { ...found.answer, timetables }, changed: new Set([...found.changed, index]) }
}

/** @param {string} text @returns {any} */
function parsed(text) {
    try {
        return Object(JSON.parse(text || '{}'))
    } catch {
        return {}
    }
}
