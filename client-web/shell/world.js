// What the shell gives to rooms.

import { newID, Unreachable } from '../accounts/server.js'
import { say } from '../platform/dialogs.js'
import { present } from '../platform/times.js'

/** @import { Call } from '../accounts/server.js' */
/** @import { Session } from '../accounts/session.js' */
/** @import { Copy } from '../copy/copy.js' */
/** @import { Drafts } from '../copy/drafts.js' */
/** @import { Outbox } from '../copy/outbox.js' */
/** @import { Router } from '../platform/router.js' */

/**
 * @typedef {object} World
 * @property {Copy} copy
 * @property {Outbox} outbox
 * @property {Drafts} drafts
 * @property {Call} call asks the server as the account; throws an `Error` whose message is a sentence for the person
 * @property {(path: string) => Promise<Blob>} download the bytes at a path of the server, asked for as the account
 * @property {() => string} newID
 * @property {{ readonly value: Date }} now
 * @property {string} zone such as `America/Vancouver`
 * @property {(words: string) => void} say lets a screen reader speak
 * @property {Router['go']} go
 * @property {() => Promise<void>} signOut asks first if something waits here
 * @property {() => void} gone the account is deleted: all that it had here goes
 */

/**
 * @param {{ session: Session, copy: Copy, outbox: Outbox, drafts: Drafts, router: Router, spoken: HTMLElement,
 *   signOut: () => Promise<void> }} parts
 * @returns {World}
 */
export function makeWorld({ session, copy, outbox, drafts, router, spoken, signOut }) {
    return {
        copy,
        outbox,
        drafts,
        newID,
        call: session.call,
        async download(path) {
            const { token } = await session.access()
            const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` } }).catch((error) => {
                throw new Unreachable(error)
            })
            if (response.status === 429) throw new Error('That was often. Try again in a minute.')
            if (!response.ok) throw new Error('The file is not there any more.')
            return await response.blob().catch((error) => {
                throw new Unreachable(error)
            })
        },
        now: present(),
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        say: (words) => say(spoken, words),
        go: (to, how) => router.go(to, how),
        signOut,
        gone: () => session.leave('gone'),
    }
}
