// Timetables that were saved: the list, and one of them by its id. What was seen is here without a network.

import { Refused } from '../accounts/server.js'
import { keyed } from '../platform/lists.js'
import { effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { apart, codeOf } from '../events/words.js'
import { full } from '../platform/times.js'
import { attempt, input } from '../rooms/asking.js'
import { entriesOf } from './week.js'

/** @import { Course, Schedule } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Planning } from './planning.js' */
/** @import { Entry } from './week.js' */

const [KEPT, OPENED] = ['kept /timetables saved', 'kept /timetables opened']
/** So many of others are kept; then the one that was opened first goes. */
const MOST_OPENED = 20
/** The classes that the account is in, as a timetable. */
export const MINE = 'mine'

/** @typedef {{ name: string, term: string, entries: readonly Entry[], withdrawn: readonly string[], schedule?: Schedule }} Plan */
/** @typedef {ReturnType<typeof savedTimetables>} Saved */

/** The name of a timetable beside others, with its owner's if it is not one's own. @param {Plan | undefined} plan */
export const titleOf = (plan) => apart([plan?.name, plan?.schedule?.owner].filter(Boolean).join(' by '))

/** @param {World} world @param {Planning} planning */
export function savedTimetables({ call, drafts, copy, newID }, planning) {
    /** Those of the account, newest first. */
    const own = new Signal(/** @type {readonly Schedule[] | undefined} */ (undefined))
    /** Those of others that were opened by a link. */
    const others = new Signal(/** @type {ReadonlyMap<string, Schedule>} */ (new Map()))
    const [trouble, at] = [new Signal(''), new Signal('')]

    /** Whoever comes after the asker gets nothing of an answer: tells whether nobody did. @returns {() => boolean} */
    function sameAccount() {
        const account = () => untracked(() => copy.account.value?.id)
        const asker = account()
        return () => asker === undefined || asker === account()
    }
    /** Courses of what was kept; what is known already is newer. @param {readonly Course[]} courses */
    const know = (courses = []) => {
        const known = untracked(() => planning.catalog.value)
        planning.catalog.value = new Map([...courses.map((course) => /** @type {const} */ ([course.id, course])), ...known])
    }
    /** @param {string} key @param {(kept: any) => void} use */
    const seen = async (key, use) => {
        try {
            use(JSON.parse(await drafts.text(key) || '{}'))
        } catch {
            // It is of another version.
        }
    }
    void seen(KEPT, (kept) => {
        if (!Array.isArray(kept?.own) || untracked(() => own.value)) return
        own.value = kept.own
        at.value = String(kept.at ?? '')
        know(kept.courses)
    })
    const opened = seen(OPENED, (kept) => {
        others.value = new Map((kept.others ?? []).map((/** @type {Schedule} */ schedule) => [schedule.id, schedule]))
        know(kept.courses)
    })
    /** @param {readonly Schedule[]} all */
    function keepOthers(all) {
        const kept = all.slice(-MOST_OPENED)
        others.value = new Map(kept.map((schedule) => [schedule.id, schedule]))
        const courses = coursesOf(kept)
        void (kept.length > 0 ? drafts.keep(OPENED, JSON.stringify({ others: kept, courses })) : drafts.forget(OPENED))
    }
    /** @param {readonly Schedule[]} schedules */
    const coursesOf = (schedules) =>
        [...new Set(schedules.flatMap(({ courses }) => courses))].flatMap((id) =>
            untracked(() => planning.catalog.value.get(id)) ?? []
        )
    async function read() {
        const isStill = sameAccount()
        /** @type {Schedule[]} */
        const all = []
        let after = ''
        do {
            const { body } = await call(
                'GET',
                `/v1/me/schedules?limit=100${after ? `&after=${encodeURIComponent(after)}` : ''}`,
            )
            all.push(...body?.items ?? [])
            after = body?.next ?? ''
        } while (after)
        if (!isStill()) return
        own.value = all
        at.value = ''
        trouble.value = ''
        await planning.know([...new Set(all.flatMap(({ courses }) => courses))]).catch(() => {})
        if (isStill()) {
            void drafts.keep(KEPT, JSON.stringify({ own: all, courses: coursesOf(all), at: new Date().toISOString() }))
        }
    }
    effect(() => {
        void planning.isOnline.value
        read().catch((error) => (trouble.value = error instanceof Error ? error.message : String(error)))
    })

    /** Asks for one of somebody else. One that was seen stays, unless the server says that it is gone; then it throws. @param {string} id */
    async function find(id) {
        if (untracked(() => own.value)?.some((schedule) => schedule.id === id)) return
        const isStill = sameAccount()
        await opened
        const rest = () => [...untracked(() => others.value).values()].filter((schedule) => schedule.id !== id)
        const found = await call('GET', `/v1/me/schedules/${encodeURIComponent(id)}`).catch((error) => {
            const isGone = error instanceof Refused && error.status === 404
            if (isGone && isStill()) keepOthers(rest())
            if (isGone || !untracked(() => others.value).has(id)) throw error
        })
        if (!found) return
        await planning.know(found.body.courses)
        if (isStill()) keepOthers([...rest(), found.body])
    }
    /** A timetable by its id; undefined until it is known. @param {string} id @returns {Plan | undefined} */
    function plan(id) {
        if (id === MINE) {
            const term = planning.term.value?.id ?? ''
            return { name: 'My classes', term, entries: planning.taken.value, withdrawn: [] }
        }
        const schedule = own.value?.find((one) => one.id === id) ?? others.value.get(id)
        if (!schedule) return undefined
        const mine = copy.courses().value ?? []
        const courses = schedule.courses.flatMap((id) =>
            planning.catalog.value.get(id) ?? mine.find((course) => course.id === id) ?? []
        )
        if (courses.length < schedule.courses.length) return undefined
        const entries = entriesOf(schedule.sections.map((id) => id.slice(id.lastIndexOf('.') + 1)), courses)
        const there = new Set(entries.map(({ section }) => section.id))
        return {
            name: schedule.name,
            term: schedule.term,
            entries,
            withdrawn: schedule.sections.filter((id) => !there.has(id)),
            schedule,
        }
    }
    /** @param {string} name @param {string} term @param {readonly Entry[]} entries @returns {Promise<Schedule>} */
    async function save(name, term, entries) {
        const sections = entries.map(({ section }) => section.id)
        const old = untracked(() => own.value)?.find((one) => one.name === name && one.term === term)
        const { body } = old
            ? await call('PATCH', `/v1/me/schedules/${encodeURIComponent(old.id)}`, { body: { sections } })
            : await call('POST', '/v1/me/schedules', { body: { id: newID(), name, term, sections } })
        put(body)
        return body
    }
    /** @param {Schedule} schedule */
    function put(schedule) {
        own.value = [schedule, ...(untracked(() => own.value) ?? []).filter(({ id }) => id !== schedule.id)]
    }
    /** @param {string} id @param {{ name?: string, shared?: boolean }} patch */
    async function edit(id, patch) {
        put((await call('PATCH', `/v1/me/schedules/${encodeURIComponent(id)}`, { body: patch })).body)
    }
    /** @param {string} id */
    async function remove(id) {
        await call('DELETE', `/v1/me/schedules/${encodeURIComponent(id)}`)
        own.value = (untracked(() => own.value) ?? []).filter((schedule) => schedule.id !== id)
    }
    const termName = (/** @type {string} */ id) => planning.terms.value.find((term) => term.id === id)?.name ?? id
    return { own, trouble, at, find, plan, save, edit, remove, read, termName }
}

/** The id in a link to a timetable, of the page or of the terminal; empty if it is none of this server. @param {string} text */
export function idOfLink(text) {
    const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
    const [, path = '', found = ''] = new RegExp(`^\\s*(.*?)(${id})\\s*$`, 'i').exec(text) ?? []
    return path === '' || path.startsWith(`${location.origin}/`) ? found.toLowerCase() : ''
}

/** The list. @param {HTMLElement} element @param {World} world @param {Saved} saved @param {(id: string) => void} open */
export function savedList(element, world, saved, open) {
    effect(() => void (part(element, 'none').hidden = saved.own.value?.length !== 0))
    fill(element, {
        trouble: () => saved.own.value ? '' : saved.trouble.value,
        when: () =>
            saved.at.value && saved.trouble.value
                ? `As of ${full(new Date(saved.at.value), { now: world.now.value, zone: world.zone })}: ${saved.trouble.value}`
                : '',
    })
    keyed(part(element, 'list'), () => saved.own.value ?? [], ({ id }) => id, (schedule) => {
        const row = fill(copyOf('tt-saved'), {
            name: () => apart(schedule.value.name),
            about: () =>
                [
                    schedule.value.courses.map((id) => apart(codeOf(id))).join(' '),
                    saved.termName(schedule.value.term),
                    schedule.value.shared ? 'shared' : '',
                ].filter(Boolean).join(' · '),
        })
        const link = /** @type {HTMLAnchorElement} */ (part(row, 'link'))
        link.href = `/timetables?plan=${schedule.value.id}`
        return row
    })
    const field = input(element, 'shared')
    part(element, 'opening').addEventListener('submit', (event) => {
        event.preventDefault()
        void attempt(part(element, 'linkTrouble'), async () => {
            const id = idOfLink(field.value)
            if (!id) throw new Error('That is not a link to a timetable on this server. Ask for it again.')
            await saved.find(id)
            field.value = ''
            open(id)
        })
    })
}

/** Why a timetable is not there. @param {unknown} error */
export function goneWords(error) {
    if (error instanceof Refused && error.status === 404) return 'There is no such timetable, or it is not shared any more.'
    return error instanceof Error ? error.message : String(error)
}
