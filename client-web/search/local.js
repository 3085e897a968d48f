// Search without a network: in the copy.

import { effect } from '../platform/signals.js'
import { excerptOf } from './marked.js'

/** @import { Event, Reply, SearchHit } from '../contract.d.ts' */
/** @import { Copy } from '../copy/copy.js' */
/** @import { EventRow } from '../copy/overlay.js' */
/** @import { World } from '../shell/world.js' */

const MOST = 50

/**
 * The newest events and replies on this device that have all words, in their texts or in the names of their files.
 * @param {World} world @param {string} q @returns {Promise<SearchHit[]>}
 */
export async function local({ copy }, q) {
    const pieces = q.toLowerCase().match(/(\w+:)?"[^"]*"?|\S+/g) ?? []
    const words = pieces.filter((piece) => !/^\w+:/.test(piece)).map((piece) => piece.replace(/^"|"$/g, '')).filter(Boolean)
    if (words.length === 0) return []
    const has = (/** @type {string[]} */ ...texts) => {
        const text = texts.join('\n').toLowerCase()
        return words.every((word) => text.includes(word))
    }
    const events = await eventsOf(copy)
    const found = events
        .filter((event) => event.number > 0 && has(event.title, event.body, ...event.tags, named(event)))
        .map((event) => hit(event, null, words))
    const byID = new Map(events.map((event) => [event.id, event]))
    const replied = (await copy.findReplies((reply) => has(reply.body, named(reply)))).flatMap((reply) => {
        const event = byID.get(reply.event)
        return event ? [hit(event, reply, words)] : []
    })
    return [...found, ...replied].sort((one, other) => writtenAt(one) < writtenAt(other) ? 1 : -1).slice(0, MOST)
}

/** Once they are read from the disk; none if there is no copy. @param {Copy} copy @returns {Promise<readonly EventRow[]>} */
function eventsOf(copy) {
    return new Promise((resolve) => {
        const stop = effect(() => {
            const events = copy.allEvents().value ?? (['none', 'loading'].includes(copy.state.value.phase) ? [] : undefined)
            if (!events) return
            queueMicrotask(() => stop())
            resolve(events)
        })
    })
}

/** @param {Event | Reply} post */
const names = ({ attachments }) => attachments.map(({ name }) => name).join(', ')

/** The names, and once more with their words divided: `lab 4.pdf`. @param {Event | Reply} post */
const named = (post) => `${names(post)}\n${names(post).replace(SEAMS, '$& ')}`

/** Where the name of a file runs words together, as DividedName.swift says. */
const SEAMS = /\p{L}\p{M}*(?=\p{N})|\p{N}\p{M}*(?=\p{L})|\p{Ll}\p{M}*(?=\p{Lu})|\p{Lu}\p{M}*(?=\p{Lu}\p{M}*\p{Ll})/gu

/** @param {SearchHit} hit */
const writtenAt = ({ event, reply }) => (reply ?? event).createdAt

/** @param {Event} event @param {Reply | null} reply @param {string[]} words @returns {SearchHit} */
function hit(event, reply, words) {
    const files = names(reply ?? event)
    const isOfFiles = words.some((word) => named(reply ?? event).toLowerCase().includes(word))
    return {
        event,
        reply,
        title: excerptOf(event.title, reply ? [] : words),
        excerpt: excerptOf((reply ?? event).body, words),
        files: isOfFiles ? excerptOf(files, words) : null,
    }
}
