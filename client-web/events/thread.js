// The order and depth of a thread.

/** @import { ReplyRow } from '../copy/overlay.js' */

/** A reply at its place: after what it replies to. @typedef {{ reply: ReplyRow, depth: number, parent: ReplyRow | undefined }} Node */

/** Deeper replies are not indented further, as in the terminal. */
export const DEEPEST = 6

/** A place stays the same object as long as its reply, depth and parent do. @type {WeakMap<ReplyRow, Node>} */
const known = new WeakMap()

/**
 * Replies in the order of reading: each before the replies to it, otherwise as they came. A reply whose parent is gone
 * stands at the first level.
 * @param {readonly ReplyRow[]} replies by their numbers @returns {Node[]}
 */
export function threadOf(replies) {
    const byID = new Map(replies.map((reply) => [reply.id, reply]))
    const children = Map.groupBy(replies, ({ parent }) => parent !== null && byID.has(parent) ? parent : '')
    /** @type {Node[]} */
    const nodes = []
    /** What is to be read, the next one last. @type {[ReplyRow, number][]} */
    const stack = (children.get('') ?? []).map((reply) => /** @type {[ReplyRow, number]} */ ([reply, 0])).reverse()
    for (let next = stack.pop(); next; next = stack.pop()) {
        const [reply, depth] = next
        nodes.push(nodeOf(reply, Math.min(depth, DEEPEST), byID.get(reply.parent ?? '')))
        const below = children.get(reply.id) ?? []
        for (let index = below.length - 1; index >= 0; index -= 1) {
            stack.push([/** @type {ReplyRow} */ (below[index]), depth + 1])
        }
    }
    return nodes
}

/** @param {ReplyRow} reply @param {number} depth @param {ReplyRow | undefined} parent */
function nodeOf(reply, depth, parent) {
    const before = known.get(reply)
    if (before && before.depth === depth && before.parent === parent) return before
    const node = { reply, depth, parent }
    known.set(reply, node)
    return node
}
