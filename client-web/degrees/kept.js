// Answers of the server that open without it later, and rows with what waits for them. They are kept among the drafts.

import { Refused } from '../accounts/server.js'
import { Signal, untracked } from '../platform/signals.js'
import { whenDrawn } from '../rooms/frames.js'

/** @import { AcademicRecord, Account, DegreePlan, PlanReply, RecordItem } from '../contract.d.ts' */
/** @import { Entry } from '../copy/outbox.js' */
/** @import { World } from '../shell/world.js' */

/** Keys of what was seen. What stands before `#` is an address of the drafts. */
const SEEN = 'kept /degree'
/** @param {string} name */
const keyOf = (name) => `${SEEN}#${name}`

/** What was answered: `of` says to what, `at` when. @template Body @typedef {{ body: Body, of: string, at: string }} Found */
/** @template Body @typedef {{ found: Signal<Found<Body> | undefined>, trouble: Signal<string>, isAsking: Signal<boolean>, isGone: Signal<boolean>, ask: (of: string, run: () => Promise<{ body: any }>) => void, forget: () => void }} Kept */

/**
 * The answer to one question, with the last that was seen. One request is on its way at a time; the newest question comes next.
 * @template Body @param {World} world @param {string} name empty: it is not kept @returns {Kept<Body>}
 */
export function keptAnswer({ drafts, copy }, name) {
    const found = new Signal(/** @type {Found<Body> | undefined} */ (undefined))
    const [trouble, isAsking, isGone] = [new Signal(''), new Signal(false), new Signal(false)]
    /** @type {{ of: string, run: () => Promise<{ body: any }> } | undefined} */
    let next
    /** Whether what is on the disk counts no more. */
    let isForgotten = false
    const account = () => untracked(() => copy.account.value?.id)
    if (name) {
        void drafts.text(keyOf(name)).then((text) => {
            const kept = parsed(text)
            if (kept?.body && !untracked(() => found.value) && !isForgotten) found.value = kept
        })
    }
    async function run() {
        for (let now = next; now; now = next) {
            next = undefined
            try {
                const asker = account()
                const { body: fresh } = await now.run()
                const before = untracked(() => found.value)
                // What is the same is drawn no second time, and not written.
                const body = JSON.stringify(before?.body) === JSON.stringify(fresh) ? before?.body : fresh
                found.value = { body, of: now.of, at: new Date().toISOString() }
                const isSame = body === before?.body && now.of === before?.of
                trouble.value = ''
                isGone.value = false
                // Whoever came after the asker gets nothing of this.
                if (name && !isSame && account() === asker) {
                    void drafts.keep(
                        keyOf(name),
                        JSON.stringify(untracked(() => found.value)),
                    )
                }
            } catch (error) {
                if (next) continue
                trouble.value = error instanceof Error ? error.message : String(error)
                if (error instanceof TypeError || error instanceof ReferenceError) reportError(error)
                // It is gone, or was never one's own to see.
                if (error instanceof Refused && [403, 404].includes(error.status)) {
                    isGone.value = true
                    forget()
                }
            }
        }
        isAsking.value = false
    }
    function forget() {
        isForgotten = true
        found.value = undefined
        if (name) void drafts.forget(keyOf(name))
    }
    return {
        found,
        trouble,
        isAsking,
        isGone,
        ask(of, question) {
            next = { of, run: question }
            if (untracked(() => isAsking.value)) return
            isAsking.value = true
            // What led to a question that was answered before is on the screen first.
            if (untracked(() => found.value)) whenDrawn(() => void run())
            else void run()
        },
        forget,
    }
}

/** @param {string} text */
function parsed(text) {
    try {
        return JSON.parse(text || 'null')
    } catch {
        return undefined
    }
}

/** Forgets what was seen of plans that are not there any more. @param {World} world @param {(id: string) => boolean} isThere */
export async function forgetPlans({ drafts }, isThere) {
    for (const { key } of await drafts.begunAt(SEEN)) {
        const id = /#([0-9a-f-]{36}) /.exec(key)?.[1]
        if (id && !isThere(id)) await drafts.forget(key)
    }
}

/**
 * A plan with what waits for it. `seen` is the version of its last entry, `refused` the first that the server refused, and then the
 * plan is as the server has it. `isNew` means that the server does not have it yet.
 * @typedef {DegreePlan & { seen?: string | undefined, waits?: boolean, refused?: Entry | undefined, isNew?: boolean }} PlanRow
 */

/** @param {DegreePlan} plan @param {readonly Entry[]} entries all of the outbox @returns {PlanRow} */
export function planWith(plan, entries) {
    const own = entries.filter(({ id, kind }) => id === plan.id && ['plan', 'editPlan'].includes(kind))
    if (own.length === 0) return plan
    const refused = own.find(({ state }) => state === 'refused')
    const shown = refused ? plan : own.reduce((row, { body }) => ({ ...row, ...body }), plan)
    return { ...shown, seen: own.at(-1)?.version, waits: !refused, refused }
}

/** Plans with those that wait. @param {readonly DegreePlan[]} plans @param {readonly Entry[]} entries @param {Account | undefined} account @returns {readonly PlanRow[]} */
export function plansWith(plans, entries, account) {
    if (!account) return plans
    const known = new Set(plans.map(({ id }) => id))
    const made = entries.filter(({ kind, id }) => kind === 'plan' && !known.has(id)).map((entry) => {
        const { id, body, madeAt, version, state } = entry
        const { id: by, displayName, role } = account
        const none = { approved: null, approvalLost: null, replyCount: 0, editedAt: null, rev: 0 }
        const given = { programme: null, terms: [], creditsPerTerm: null, accepted: [], shared: false, ...body }
        const createdAt = new Date(madeAt).toISOString()
        const row = { id, owner: { id: by, displayName, role }, createdAt, ...none, ...given }
        const edits = entries.filter((other) => other.id === id && other.kind === 'editPlan')
        const refused = state === 'refused' ? entry : undefined
        const whole = edits.reduce((before, { body }) => ({ ...before, ...body }), row)
        return { ...whole, seen: edits.at(-1)?.version ?? version, waits: !refused, refused, isNew: true }
    })
    return [...plans.map((plan) => planWith(plan, entries)), ...made]
}

/** @typedef {AcademicRecord & { seen?: string | undefined, waits?: boolean, refused?: Entry | undefined }} RecordRow */

/** @param {AcademicRecord | null} record @param {readonly Entry[]} entries @returns {RecordRow} */
export function recordWith(record, entries) {
    const base = record ?? { items: [], rev: 0 }
    const own = entries.filter(({ kind }) => kind === 'record')
    if (own.length === 0) return base
    const refused = own.find(({ state }) => state === 'refused')
    /** @type {readonly RecordItem[]} */
    const items = refused ? base.items : own.at(-1)?.body.items
    return { ...base, items: [...items], seen: own.at(-1)?.version, waits: !refused, refused }
}

/** A comment; one that waits has no number yet. @typedef {PlanReply & { waiting?: Entry }} CommentRow */

/** @param {readonly PlanReply[]} replies @param {readonly Entry[]} entries @param {string} plan @param {Account | undefined} account @returns {readonly CommentRow[]} */
export function commentsWith(replies, entries, plan, account) {
    if (!account) return replies
    const known = new Set(replies.map(({ id }) => id))
    const { id: by, displayName, role } = account
    const waiting = entries.filter(({ kind, event, id }) => kind === 'planReply' && event === plan && !known.has(id))
        .map((entry) => ({
            id: entry.id,
            plan,
            number: 0,
            parent: entry.body.parent ?? null,
            body: entry.body.body,
            author: { id: by, displayName, role },
            createdAt: new Date(entry.madeAt).toISOString(),
            editedAt: null,
            rev: 0,
            waiting: entry,
        }))
    return [...replies, ...waiting]
}
