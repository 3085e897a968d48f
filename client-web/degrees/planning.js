// One plan with what the server says of it. Edits are shown at once, and wait in the outbox; the server checks them meanwhile.

import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { dayOf } from '../rooms/days.js'
import { commentsWith, keptAnswer, plansWith, planWith, recordWith } from './kept.js'
import { termOn } from './terms.js'

/** @import { DegreeAudit, DegreePath, DegreePlan, DegreePlanPatch, PlanCheck, PlanReply } from '../contract.d.ts' */
/** @import { Entry } from '../copy/outbox.js' */
/** @import { World } from '../shell/world.js' */
/** @import { Catalog } from './catalog.js' */
/** @import { Kept, PlanRow } from './kept.js' */

/** @typedef {PlanCheck['problems'][number]} Problem */
/** @typedef {ReturnType<typeof planningOf>} Planning */
/** @typedef {ReturnType<typeof ownOf>} Own */

/** Milliseconds after which a plan that the account reads, but does not follow, is read again. */
const LOOKS = 30_000
/** A tab that sends while another edits: look again so often. */
const MOST_TURNS = 20

/** The plans and the record of the account, with what waits. @param {World} world */
export function ownOf({ copy, outbox, now, zone }) {
    const plans = computed(() => {
        const rows = copy.degreePlans().value
        return rows && plansWith(rows, outbox.entries.value, copy.account.value)
    })
    const record = computed(() => {
        const row = copy.record().value
        return row === undefined ? undefined : recordWith(row, outbox.entries.value)
    })
    const today = computed(() => termOn(dayOf(now.value, zone)))
    return { plans, record, today }
}

/**
 * Changes a row of the outbox as often as it takes until nothing else changed it between looking and writing.
 * @template {{ id: string, rev: number, seen?: string | undefined }} Row @param {World} world @param {'editPlan' | 'record'} kind
 * @param {() => Row | null | undefined} row @param {(row: Row) => { patch: any, base: any } | undefined} make undefined: there is nothing to do
 * @returns {Promise<boolean>} whether there was something to do
 */
export async function change({ outbox }, kind, row, make) {
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
        const now = untracked(row)
        const made = now && make(now)
        if (!now || !made) return false
        const { id, rev, seen } = now
        if (await outbox.edit(kind, { id, rev, seen }, made.patch, made.base)) return true
    }
    throw new Error('Another tab changes the same just now. Try again.')
}

/** The fields of a plan that an edit may change. @param {PlanRow} plan @returns {DegreePlanPatch} */
export const fieldsOf = ({ name, programme, terms, creditsPerTerm, accepted, shared }) => ({
    name,
    programme,
    terms,
    creditsPerTerm,
    accepted,
    shared,
})

/** @param {World} world @param {string} id @param {Own} own @param {Catalog} catalog */
export function planningOf(world, id, own, catalog) {
    const { copy, outbox, call } = world
    const { isLive } = catalog
    const path = `/v1/me/plans/${id}`
    /** One that another person shares, and that the account does not follow. */
    const other = /** @type {Kept<DegreePlan>} */ (keptAnswer(world, `${id} plan`))
    const otherReplies = /** @type {Kept<PlanReply[]>} */ (keptAnswer(world, `${id} replies`))
    const check = /** @type {Kept<PlanCheck>} */ (keptAnswer(world, `${id} check`))
    const audit = /** @type {Kept<DegreeAudit>} */ (keptAnswer(world, `${id} audit`))
    const pathOf = /** @type {Kept<DegreePath & { from: string, keep: boolean }>} */ (keptAnswer(world, `${id} path`))
    const ifProgramme = new Signal('')
    const ifAudit = /** @type {Kept<DegreeAudit>} */ (keptAnswer(world, ''))

    const copied = computed(() => own.plans.value && (own.plans.value.find((plan) => plan.id === id) ?? null))
    const plan = computed(() => {
        if (copied.value) return copied.value
        const found = other.found.value?.body
        return found
            ? planWith(found, outbox.entries.value)
            : copied.value === null && !other.isGone.value
            ? undefined
            : copied.value
    })
    const isOwn = computed(() => plan.value?.owner.id === copy.account.value?.id)
    /** Whether the copy follows it: then it is live. */
    const isFollowed = computed(() => Boolean(copied.value))
    const mayEdit = computed(() => isOwn.value && !plan.value?.refused)

    function read() {
        other.ask('', () => call('GET', path))
        otherReplies.ask('', async () => ({ body: await catalog.pages(`${path}/replies`) }))
    }
    effect(() => {
        if (isLive.value && copied.value === null) untracked(read)
    })
    effect(() => {
        // Whoever follows a plan has it in the copy.
        if (copied.value) untracked(() => [other, otherReplies].forEach((kept) => kept.found.value && kept.forget()))
    })
    effect(() => {
        const look = () => document.hidden || untracked(() => isLive.value && copied.value === null && read())
        document.addEventListener('visibilitychange', look)
        const timer = setInterval(look, LOOKS)
        return () => {
            document.removeEventListener('visibilitychange', look)
            clearInterval(timer)
        }
    })
    effect(() => {
        if (other.isGone.value) untracked(() => [check, audit, pathOf, otherReplies].forEach((kept) => kept.forget()))
    })

    const recordRev = computed(() => isOwn.value ? own.record.value?.rev ?? 0 : 0)
    const checkKey = computed(() => {
        const now = plan.value
        if (!now || now.isNew) return ''
        const { terms, creditsPerTerm, accepted, rev } = now
        return JSON.stringify(isOwn.value ? [terms, creditsPerTerm, accepted, recordRev.value] : [rev])
    })
    effect(() => {
        const of = checkKey.value
        if (!of || !isLive.value) return
        untracked(() => {
            const { terms, creditsPerTerm, accepted } = /** @type {PlanRow} */ (plan.value)
            const body = { terms, creditsPerTerm, accepted }
            check.ask(of, () => isOwn.value ? call('POST', `${path}/check`, { body }) : call('GET', `${path}/check`))
        })
    })
    /** The audit is of what the server has. */
    const auditKey = computed(() => {
        const now = plan.value
        return now?.programme && !now.isNew ? JSON.stringify([now.rev, now.programme, recordRev.value]) : ''
    })
    effect(() => {
        const of = auditKey.value
        if (of && isLive.value && !plan.value?.waits) untracked(() => audit.ask(of, () => call('GET', `${path}/audit`)))
    })
    effect(() => {
        const [programme, of] = [ifProgramme.value, auditKey.value]
        if (!programme) return void (ifAudit.found.value = undefined)
        const query = `?programme=${encodeURIComponent(programme)}`
        untracked(() => ifAudit.ask(JSON.stringify([programme, of]), () => call('GET', `${path}/audit${query}`)))
    })
    /** @param {Record<string, string>} query */
    function findPath(query) {
        const keep = query['keep'] === 'true'
        const of = JSON.stringify([untracked(() => auditKey.value), query])
        pathOf.ask(of, async () => {
            const { body } = await call('GET', `${path}/path?${new URLSearchParams(query)}`, { patience: 45_000 })
            return { body: { ...body, from: query['from'] ?? '', keep } }
        })
    }

    const problems = computed(() => check.found.value?.body.problems ?? [])
    const isChecked = computed(() => check.found.value?.of === checkKey.value)
    /** Comments that were sent to a plan that the copy does not follow, until it is read again. @type {Signal<readonly Entry[]>} */
    const sent = new Signal(/** @type {readonly Entry[]} */ ([]))
    /** @type {readonly Entry[]} */
    let unsent = []
    effect(() => {
        const now = outbox.entries.value.filter(({ kind, event }) => kind === 'planReply' && event === id)
        const gone = unsent.filter((entry) => !now.some((other) => other.id === entry.id))
        unsent = now
        untracked(() => {
            if (gone.length === 0 || isFollowed.value) return
            sent.value = [...sent.value, ...gone.filter((entry) => outbox.revisionOf(entry))]
            read()
        })
    })
    effect(() => {
        void otherReplies.found.value
        sent.value = []
    })
    const comments = computed(() => {
        const rows = isFollowed.value ? copy.planReplies(id).value : otherReplies.found.value?.body
        return commentsWith(rows ?? [], [...outbox.entries.value, ...sent.value], id, copy.account.value)
    })
    effect(() => {
        const codes = [
            ...plan.value?.terms.flatMap(({ courses }) => courses) ?? [],
            ...check.found.value?.body.taken?.map(({ course }) => course) ?? [],
            ...pathOf.found.value?.body.terms.flatMap(({ courses }) => courses) ?? [],
        ]
        if (isLive.value && codes.length > 0) untracked(() => void catalog.know(codes))
    })

    /**
     * Edits the plan as it is at that moment, whatever another tab has made of it.
     * @param {(plan: PlanRow) => DegreePlanPatch | undefined} make @returns {Promise<boolean>} whether there was something to do
     */
    const edit = (make) =>
        change(world, 'editPlan', () => plan.value, (now) => {
            const patch = make(now)
            return patch && { patch, base: fieldsOf(now) }
        })
    return {
        id,
        path,
        plan,
        isOwn,
        isFollowed,
        mayEdit,
        other,
        check,
        checkKey,
        isChecked,
        problems,
        audit,
        auditKey,
        ifProgramme,
        ifAudit,
        pathOf,
        findPath,
        comments,
        edit,
        read,
        catalog,
        own,
    }
}

/** What somebody has of courses before a term of a plan. @param {readonly { course: string, grade?: string | null, kind: string, inProgress: boolean }[]} taken those that count @param {PlanRow | undefined} plan @param {string | undefined} term undefined: of the record alone @param {(item: any, minimum: string | null) => boolean} meets @returns {import('./trees.js').HasCourse} */
export function hasOf(taken, plan, term, meets) {
    return (code, minimum, concurrent) => {
        const own = taken.filter(({ course }) => course === code).filter((item) => meets(item, minimum))
        if (own.some(({ inProgress }) => !inProgress)) return 'done'
        if (own.length > 0) return 'inProgress'
        const isPlanned = term !== undefined &&
            plan?.terms.some((each) => each.courses.includes(code) && (each.term < term || (concurrent && each.term === term)))
        return isPlanned ? 'planned' : undefined
    }
}
