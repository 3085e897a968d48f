// An outbox with its disk, and a server that loses answers.

import { Refused, Unreachable } from '../../../../client-web/accounts/server.js'
import { Outbox } from '../../../../client-web/copy/outbox.js'
import { OutboxDisk } from '../../../../client-web/copy/outbox_disk.js'
import { Signal } from '../../../../client-web/platform/signals.js'
import { until } from '../testing.js'

/** A server with one thing of each address, which has a revision. */
export class Server {
    /** @type {Record<string, any>} */
    things = {}
    /** What was asked: the method, what stood in `If-Match`, and the body. @type {[string, string | undefined, any][]} */
    asked = []
    isAway = false
    /** So many answers are lost: what was asked has happened. */
    lost = 0
    /** @type {Promise<void> | undefined} */
    gate

    /** @type {import('../../../../client-web/accounts/server.js').Call} */
    call = async (method, path, { body, headers = {} } = {}) => {
        if (this.isAway) throw new Unreachable()
        const match = headers['If-Match']
        if (method !== 'GET') this.asked.push([method, match, body])
        await this.gate
        const before = this.things[path]
        if (match !== undefined && match !== `"${before?.rev ?? 0}"`) throw refused(412)
        if (method !== 'GET') this.things[path] = { ...before, .../** @type {any} */ (body), rev: (before?.rev ?? 0) + 1 }
        if (method !== 'GET' && this.lost > 0) {
            this.lost -= 1
            throw new Unreachable()
        }
        return { status: 200, body: this.things[path], headers: new Headers() }
    }

    /** Holds all answers until the function is called. */
    hold() {
        /** @type {() => void} */
        let release = () => {}
        this.gate = new Promise((resolve) => (release = resolve))
        return release
    }
}

/** @param {number} status */
const refused = (status) => new Refused({ type: 'about:blank', title: 'No', status, detail: 'No.' })

/** A tab with its outbox on a disk that others have, too. @param {Server} server @param {string} name */
export async function tab(server, name, isLeader = true, locks = navigator.locks) {
    const disk = await OutboxDisk.open(`noteit-${name}`)
    const leads = new Signal(isLeader)
    const engine = /** @type {any} */ ({
        leads,
        state: new Signal({ connection: 'live' }),
        batches: { now: 0, answered: () => Promise.resolve(), next: () => Promise.resolve() },
        shelves: { rows: () => new Signal([]) },
    })
    const outbox = new Outbox(disk, server.call, engine, { channel: new BroadcastChannel(name), locks })
    await outbox.open('ada')
    return { outbox, leads, disk, engine }
}

export const block = /** @type {any} */ ({ id: 'block', title: 'Read' })
export const BLOCK = '/v1/me/study-blocks/block'
export const PLAN = '/v1/me/plans/plan'
/** @param {string} hour */
export const at = (hour) => ({ start: `${hour}:00`, end: `${hour}:50` })

/** An edit of the plan as the room makes it. @param {Outbox} outbox @param {any} body @param {number} [rev] that is shown */
export const edit = (outbox, body, rev = 7) =>
    outbox.edit('editPlan', { id: 'plan', rev, seen: outbox.entries.value.at(-1)?.version }, body, {})

/** @param {Server} server */
export const revisions = ({ asked }) => asked.map(([, match]) => match)

/** @param {Outbox} outbox */
export const isEmpty = ({ entries }) => until(() => entries.value.length === 0)

/** An event as a page shows it. @param {Outbox} outbox @returns {any} */
export function shown(outbox) {
    const entry = outbox.entries.value.at(-1)
    return { id: 'event', rev: 3, ...(entry ? { waiting: { entry } } : {}) }
}
