// Pictures of texts that were looked at. They stand in the database of the copy, so that each goes in the transaction in which
// its text goes.

import { answer } from './database.js'

/** @import { Step } from './rows.js' */

/** So much is kept; then the oldest go. */
export const MOST_BYTES = 50_000_000
const MOST = 1000

/** @typedef {{ post: string, id: string, blob: Blob, size: number, at: number }} Picture `post` is an event or a reply */

/** @param {IDBDatabase} db */
export function makePictures(db) {
    db.createObjectStore('picture', { keyPath: ['post', 'id'] }).createIndex('age', ['at', 'size'])
}

/** The files of a post that the copy has. @param {IDBTransaction} at @param {string} post @returns {Promise<string[]>} */
async function filesOf(at, post) {
    const row = await answer(at.objectStore('event').get(post)) ?? await answer(at.objectStore('reply').get(post))
    return row?.body.attachments?.map((/** @type {{ id: string }} */ { id }) => id) ?? []
}

/**
 * Keeps a picture, unless the copy lost its post meanwhile.
 * @param {IDBTransaction} at @param {Omit<Picture, 'size' | 'at'>} picture @param {number} most bytes
 */
export async function putPicture(at, { post, id, blob }, most) {
    if (blob.size > most || !(await filesOf(at, post)).includes(id)) return
    const store = at.objectStore('picture')
    store.put({ post, id, blob, size: blob.size, at: Date.now() })
    let sum = 0
    for (const [place, { key, primaryKey }] of (await newestFirst(store.index('age'))).entries()) {
        sum += /** @type {number[]} */ (key)[1] ?? 0
        if (sum > most || place >= MOST) store.delete(primaryKey)
    }
}

/** The keys of an index, without what they stand for. @param {IDBIndex} index @returns {Promise<{ key: IDBValidKey, primaryKey: IDBValidKey }[]>} */
function newestFirst(index) {
    return new Promise((resolve, reject) => {
        /** @type {{ key: IDBValidKey, primaryKey: IDBValidKey }[]} */
        const found = []
        const request = index.openKeyCursor(null, 'prev')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
            const cursor = request.result
            if (!cursor) return resolve(found)
            found.push({ key: cursor.key, primaryKey: cursor.primaryKey })
            cursor.continue()
        }
    })
}

/**
 * Deletes the pictures whose post is gone, or has them no more.
 * @param {IDBTransaction} at @param {readonly Step[]} [steps] what happened to the rows; none: anything
 */
export async function sweepPictures(at, steps) {
    const isPost = (/** @type {string} */ kind) => kind === 'event' || kind === 'reply'
    if (steps && !steps.some((step) => isPost('put' in step ? step.put.kind : step.drop[0]))) return
    const store = at.objectStore('picture')
    const kept = /** @type {[string, string][]} */ (await answer(store.getAllKeys()))
    const posts = new Set(kept.map(([post]) => post))
    // With an event its replies go, which no step names.
    const isTouched = (/** @type {Step} */ step) => 'put' in step ? posts.has(step.put.id) : isPost(step.drop[0])
    if (steps && !steps.some(isTouched)) return
    for (const post of posts) {
        const files = await filesOf(at, post)
        for (const key of kept) if (key[0] === post && !files.includes(key[1])) store.delete(key)
    }
}
