// A copy without rooms, for tests: signed in, and read as plain values.

import { Session } from '../../../../client-web/accounts/session.js'
import { Copy } from '../../../../client-web/copy/copy.js'
import { Drafts } from '../../../../client-web/copy/drafts.js'
import { Engine } from '../../../../client-web/copy/engine.js'
import { Outbox } from '../../../../client-web/copy/outbox.js'
import { OutboxDisk } from '../../../../client-web/copy/outbox_disk.js'
import { effect } from '../../../../client-web/platform/signals.js'

export const session = new Session()
/** @type {Engine} */
export let engine
/** @type {Copy} */
export let copy
/** @type {Outbox} */
export let outbox
/** @type {Drafts} */
export let drafts

/** @param {{ patience?: number, pause?: number, locks?: null, name?: string }} [parts] */
export async function open({ patience, pause, locks, name } = {}) {
    const parts = {
        ...(patience ? { patience } : {}),
        ...(pause ? { pause } : {}),
        ...(locks === null ? { locks } : {}),
        ...(name ? { name } : {}),
    }
    if (pause) session.pause = pause
    engine = new Engine(session.call, /** @type {any} */ (parts))
    const disk = await OutboxDisk.open()
    const { name: _, ...ofOutbox } = parts
    outbox = new Outbox(disk, session.call, engine, ofOutbox)
    drafts = new Drafts(disk)
    copy = new Copy(engine, outbox)
    return await engine.open()
}

/** @param {string} account */
export async function follow(account) {
    drafts.open(account)
    await outbox.open(account)
    await engine.follow(account)
}

/** Signs in, and follows. @param {string} email @param {string} password */
export async function enter(email, password) {
    await session.signIn(email, password)
    await follow(/** @type {any} */ (session.state.value.account).id)
}

/** Opens with what is there, as a page that is loaded again. @param {{ pause?: number }} [parts] */
export async function reenter(parts) {
    const account = await open(parts)
    if (account) {
        drafts.open(account)
        await outbox.open(account)
    }
    await session.begin()
    const { is, account: now } = session.state.value
    if (is === 'out') return await engine.leave()
    if (now) await follow(now.id)
    else if (account) await follow(account)
}

/** Waits until a value of the copy is as wanted. @param {(copy: Copy, outbox: Outbox) => unknown} holds @param {number} [patience] */
export function until(holds, patience = 60_000) {
    return new Promise((resolve, reject) => {
        const fail = () =>
            reject(new Error(`waited for ${holds}: ${JSON.stringify([engine.state.value, outbox.entries.value])}`))
        const timer = setTimeout(fail, patience)
        const stop = effect(() => {
            const found = holds(copy, outbox)
            if (!found) return
            clearTimeout(timer)
            queueMicrotask(() => stop())
            resolve(found)
        })
    })
}

/**
 * The copy as a snapshot would have it: all rows of some kinds, as rooms read them.
 * @param {string[]} kinds
 */
export async function rows(kinds) {
    await until((copy) => copy.allEvents().value)
    const events = copy.allEvents().value ?? []
    for (const { id } of events) await until((copy) => copy.replies(id).value)
    return {
        ...Object.fromEntries(kinds.map((kind) => [kind, engine.shelves.rows(kind).value?.map(({ body }) => body)])),
        event: events,
        reply: events.flatMap(({ id }) => copy.replies(id).value ?? []),
        notification: copy.notifications().value,
        mark: [...copy.marks().value?.values() ?? []],
        task: copy.tasks().value,
        studyPlan: [copy.studyPlan().value].filter((plan) => plan),
        personalEvent: copy.personalEvents().value,
    }
}
