// Which entry of the outbox goes before, into or after another.

import { newID } from '../accounts/server.js'

/** @import { Entry } from './outbox.js' */

/** What every entry begins with. @param {string} account */
export const fresh = (account) => ({ account, madeAt: Date.now(), state: 'waiting', tries: 0, version: newID() })

/** @param {Entry} entry */
function hasText({ kind }) {
    return ['post', 'reply', 'editEvent', 'editReply'].includes(kind)
}

/** Whether nobody misses an entry that was refused. @param {Entry} entry */
export function isSmall({ kind, body }) {
    return kind === 'read' || kind === 'seeCourse' || (kind === 'mark' && Object.keys(body).every((key) => key === 'seen'))
}

/** Whether an earlier entry that is still there must be sent before. @param {Entry} entry @param {readonly Entry[]} entries */
export function isBehind(entry, entries) {
    const before = entries.slice(0, entries.indexOf(entry))
    return before.some((earlier) => earlier.id === entry.id || (entry.event !== undefined && earlier.id === entry.event))
}

/**
 * The last entry of some kinds takes a change in: `into` gives the body of both, undefined if they are two. `seen` is the last entry
 * whose text was shown when the change of a text was begun.
 * @typedef {{ kinds: string[], into: (body: any) => any, seen?: Entry | undefined }} Merge
 */

/**
 * Puts a change behind what waits for the same thing, or into the last of that: an earlier one would change the order.
 * @param {readonly Entry[]} entries @param {Entry} made @param {Merge} [merged]
 * @returns {Entry} what is to be kept
 */
export function addedTo(entries, made, { kinds, into, seen } = { kinds: [], into: () => undefined }) {
    const last = entries.findLast(({ id, kind }) => id === made.id && kinds.includes(kind))
    if (!last) return made
    // Another tab wrote it, and this change knows nothing of it: with the revision that was shown, the server refuses one.
    if (hasText(made) && !isSame(last, seen)) return made
    // A text may have arrived although no answer came: then an edit is an entry of its own.
    const isOpen = last.state !== 'sending' && !(hasText(last) && last.tries > 0)
    const body = isOpen ? into(last.body) : undefined
    if (body !== undefined) return { ...last, body, state: 'waiting', version: made.version }
    return hasText(made) ? { ...made, on: last.order ?? 0 } : made
}

/** What was answered, by the order of the entry: as it was sent, with the revision of the answer. @typedef {ReadonlyMap<number | undefined, Entry>} Answered */

/**
 * A change of a text with the revision on which it was begun. What was shown then may have been answered since.
 * @param {Entry} made @param {Entry | undefined} seen whose text was shown @param {Answered} answered
 */
export function basedOn(made, seen, answered) {
    const sent = answered.get(seen?.order)
    return sent?.rev && isSame(sent, seen) ? { ...made, rev: sent.rev } : made
}

/**
 * Another text for an entry that was answered meanwhile, as an edit of that; undefined if it was not, or with another text.
 * @param {Entry} entry @param {any} body @param {Answered} answered
 * @returns {Entry | undefined}
 */
export function editOf(entry, body, answered) {
    if (!hasText(entry) || JSON.stringify(body) === JSON.stringify(entry.body)) return undefined
    const { id, account, event, kind } = entry
    const { anonymous: _, parent: __, ...patch } = body
    const isReply = kind === 'reply' || kind === 'editReply'
    const made = { ...fresh(account), kind: isReply ? 'editReply' : 'editEvent', id, event: event ?? id, body: patch }
    const edit = basedOn(/** @type {Entry} */ (made), entry, answered)
    return edit.rev ? edit : undefined
}

/** Whether an entry still says what it said. @param {Entry} entry @param {Entry | undefined} seen */
function isSame({ order, body }, seen) {
    return order === seen?.order && JSON.stringify(body) === JSON.stringify(seen?.body)
}

/**
 * Puts an edit behind what waits for the same thing, or into it. What was refused of it goes.
 * @param {readonly Entry[]} entries @param {Entry} made @param {number} rev that was shown
 * @param {string | undefined} seen the version of the last entry that was shown
 * @returns {{ put: Entry[], drop?: number[] } | undefined} undefined if that is another one by now
 */
export function editedIn(entries, made, rev, seen) {
    const own = entries.filter(({ id }) => id === made.id)
    const [first, last] = [own[0], own.at(-1)]
    if (last?.version !== seen) return undefined
    if (!first || !last) return { put: [{ ...made, rev }] }
    const { body, version, state, tries } = made
    if (own.some(({ state }) => state === 'refused')) {
        const isNew = first.kind === 'plan'
        const drop = own.slice(Number(isNew)).map(({ order = 0 }) => order)
        return { put: [isNew ? { ...first, body: { ...first.body, ...body }, version, state, tries } : { ...made, rev }], drop }
    }
    // It may have arrived although no answer came: then this is an entry of its own.
    const isOpen = last.state === 'waiting' && last.tries === 0
    return { put: [isOpen ? { ...last, body: { ...last.body, ...body }, version } : { ...made, rev, on: last.order ?? 0 }] }
}

/**
 * The entries that build on one that was answered. Those whose ground was thrown away keep the revision that was shown.
 * @param {readonly Entry[]} entries @param {number | undefined} order @param {number | undefined} rev of the answer
 */
export function nextOf(entries, order, rev) {
    return entries.filter(({ on }) => on !== undefined && on === order)
        .map(({ on: _, ...next }) => ({ ...next, rev: rev ?? next.rev, version: newID() }))
}

/** Whether the server has what an entry asks for. It leaves out lists of credits that are empty. @param {Entry} entry @param {any} found */
export function isDone({ body }, found) {
    const text = (/** @type {unknown} */ value) =>
        JSON.stringify(value, (key, part) => key === 'electives' && part.length === 0 ? undefined : part)
    return Object.entries(body).every(([key, value]) => key === 'unknown' || text(found[key]) === text(value))
}
