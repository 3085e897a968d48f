// What the room knows of courses and programmes. What was seen of them is here without a network.

import { Refused } from '../accounts/server.js'
import { effect, Signal, untracked } from '../platform/signals.js'
import { creditsOf, UNKNOWN } from './trees.js'
import { keptAnswer } from './kept.js'

/** @import { CatalogEntry, CourseRequirements, Programme, ProgrammeSummary } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Kept } from './kept.js' */

/** @typedef {ReturnType<typeof catalogOf>} Catalog */

const KEY = 'kept /degree#courses'
/** So many courses are kept, those that were seen last. */
const MOST = 1500
/** Milliseconds until a programme that did not arrive is asked for again. */
const PAUSE = 5000

/** The parts of a code: its subject, and the leading digits of its number. @param {string} code */
export function splitCode(code) {
    const [, subject = '', rest = ''] = /^(\S+) (\S+)$/.exec(code) ?? []
    const digits = /^\d+/.exec(rest)?.[0]
    return { subject, number: digits === undefined ? undefined : Number(digits) }
}

/** A code as the server writes it: `cmpt225` is `CMPT 225`. Empty if it is none. @param {string} text */
export function codeIn(text) {
    const [, subject = '', number = ''] = /^[ _-]*([A-Za-z]{1,12})[ _-]*([A-Za-z0-9]{1,12})[ _-]*$/.exec(text) ?? []
    const joined = /^[ _-]*([A-Za-z]{1,12})([0-9][A-Za-z0-9]{0,11})[ _-]*$/.exec(text)
    return (joined ? `${joined[1]} ${joined[2]}` : subject && /[ _-]/.test(text.trim()) ? `${subject} ${number}` : '')
        .toUpperCase()
}

/** @param {World} world */
export function catalogOf(world) {
    const { call, drafts, copy } = world
    const entries = new Signal(/** @type {ReadonlyMap<string, CatalogEntry>} */ (new Map()))
    const requirements = new Signal(/** @type {ReadonlyMap<string, CourseRequirements>} */ (new Map()))
    const { isLive } = copy
    /** Codes that were asked for while the room is open. @type {Set<string>} */
    const asked = new Set()

    void drafts.text(KEY).then((text) => {
        try {
            const kept = JSON.parse(text || '{}')
            entries.value = new Map([...kept.entries ?? [], ...untracked(() => entries.value)])
            requirements.value = new Map([...kept.requirements ?? [], ...untracked(() => requirements.value)])
        } catch {
            // It is of another version.
        }
    })
    const keep = () => {
        const kept = { entries: [...entries.value].slice(-MOST), requirements: [...requirements.value].slice(-MOST) }
        void drafts.keep(KEY, JSON.stringify(kept))
    }
    /** @param {readonly CatalogEntry[]} found */
    function learn(found) {
        const all = new Map(untracked(() => entries.value))
        for (const entry of found) {
            all.delete(entry.code)
            all.set(entry.code, entry)
        }
        entries.value = all
        untracked(keep)
    }
    /** Asks for courses that are not known: a list for each subject. @param {readonly string[]} codes */
    async function know(codes) {
        const missing = [...new Set(codes)].filter((code) => !asked.has(code) && !untracked(() => entries.value).has(code))
        missing.forEach((code) => asked.add(code))
        const subjects = Map.groupBy(missing, (code) => splitCode(code).subject)
        await Promise.all([...subjects].map(async ([subject, own]) => {
            const numbers = own.flatMap((code) => splitCode(code).number ?? [])
            const isNumbered = numbers.length === own.length
            const range = isNumbered ? `&from=${Math.min(...numbers)}&to=${Math.max(...numbers)}` : ''
            const list = `/v1/courses?subject=${encodeURIComponent(subject)}${range}`
            try {
                learn((await pages(list)).filter(({ code }) => own.includes(code)))
            } catch {
                own.forEach((code) => asked.delete(code))
            }
        }))
    }
    /** All items of a list. @param {string} path @returns {Promise<any[]>} */
    async function pages(path) {
        const items = []
        let after = ''
        do {
            const more = `${path.includes('?') ? '&' : '?'}limit=200${after ? `&after=${encodeURIComponent(after)}` : ''}`
            const { body } = await call('GET', `${path}${more}`)
            items.push(...body?.items ?? [])
            after = body?.next ?? ''
        } while (after)
        return items
    }
    /** What a course demands. @param {string} code */
    async function require(code) {
        const { body } = await call('GET', `/v1/courses/${encodeURIComponent(code.replace(' ', ''))}/requirements`)
        if (!body?.course) return
        const all = new Map(untracked(() => requirements.value))
        all.delete(code)
        requirements.value = all.set(code, body)
        untracked(keep)
    }

    const programmes = /** @type {Kept<ProgrammeSummary[]>} */ (keptAnswer(world, 'programmes'))
    effect(() => {
        if (isLive.value) programmes.ask('', async () => ({ body: await pages('/v1/programmes') }))
    })
    /** @type {Map<string, Kept<Programme>>} */
    const known = new Map()
    const failures = new Signal(0)
    /** What did not arrive is asked for again soon, unless the server refuses it. @param {string} id @returns {(error: unknown) => never} */
    const askAgain = (id) => (error) => {
        if (!(error instanceof Refused) || error.status >= 500) {
            setTimeout(() => {
                asked.delete(`programme ${id}`)
                failures.value++
            }, PAUSE)
        }
        throw error
    }
    /** A programme with its requirements; undefined until it is known. @param {string} id */
    function programme(id) {
        if (!id) return undefined
        const kept = known.get(id) ?? /** @type {Kept<Programme>} */ (untracked(() => keptAnswer(world, `programme ${id}`)))
        if (!known.has(id)) known.set(id, kept)
        void failures.value
        if (isLive.value && !untracked(() => kept.isAsking.value) && !asked.has(`programme ${id}`)) {
            asked.add(`programme ${id}`)
            untracked(() => kept.ask(id, () => call('GET', `/v1/programmes/${encodeURIComponent(id)}`).catch(askAgain(id))))
        }
        return kept.found.value?.body
    }
    return {
        entries,
        requirements,
        programmes,
        programme,
        isLive,
        learn,
        know,
        pages,
        require,
        /** @param {string} id */
        programmeName: (id) => programmes.found.value?.body.find((one) => one.id === id)?.name ?? programme(id)?.name ?? id,
        /** @param {string} code */
        titleOf: (code) => entries.value.get(code)?.title ?? '',
        /** @param {string} code @returns {number} */
        credits: (code) => creditsOf(entries.value.get(code)) ?? UNKNOWN,
        /** `3`, or `3?` where nobody knows. @param {string} code */
        creditsText: (code) => {
            const known = creditsOf(entries.value.get(code))
            return known === undefined ? `${UNKNOWN}?` : String(known)
        },
        /** Of an item of a record. @param {{ course: string, credits: number | null, kind: string }} item @returns {number} */
        creditsOfItem: ({ course, credits, kind }) =>
            kind === 'waiver' ? 0 : credits ?? creditsOf(entries.value.get(course)) ?? UNKNOWN,
    }
}
