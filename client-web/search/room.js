// Search over texts and names of files: on the server; without a network, in the copy.

import { keyed } from '../platform/lists.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { full } from '../platform/times.js'
import { input, onClick } from '../rooms/asking.js'
import { moveFocus } from '../rooms/moving.js'
import { addressOf, apart, codeOf, counted, kindOf } from '../events/words.js'
import { local } from './local.js'
import { nodesOf } from './marked.js'

/** @import { SearchHit } from '../contract.d.ts' */
/** @import { MakeRoom } from '../shell/rooms.js' */
/** @import { World } from '../shell/world.js' */

const PAUSE = 300

/** @typedef {{ hits: readonly SearchHit[], next: string | null, state: 'none' | 'asking' | 'there' | 'local', trouble: string }} Found */

/** @type {MakeRoom} */
export function room(place, world) {
    const element = copyOf('search-room')
    const field = input(element, 'q')
    const query = computed(() => (place.value.query['q'] ?? '').trim())
    const found = new Signal(/** @type {Found} */ ({ hits: [], next: null, state: 'none', trouble: '' }))

    field.value = query.value
    effect(() => {
        // Another address than the one that was typed here, such as a link.
        if (query.value !== field.value.trim()) field.value = query.value
    })
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer
    const go = () => {
        clearTimeout(timer)
        const words = field.value.trim()
        world.go(words ? `/search?${new URLSearchParams({ q: words })}` : '/search', { replaces: true })
    }
    field.addEventListener('input', () => {
        clearTimeout(timer)
        timer = setTimeout(go, PAUSE)
    })
    part(element, 'form').addEventListener('submit', (submit) => {
        submit.preventDefault()
        go()
    })
    effect(() => () => clearTimeout(timer))

    effect(() => {
        const q = query.value
        if (!q) {
            found.value = { hits: [], next: null, state: 'none', trouble: '' }
            return
        }
        const ends = new AbortController()
        untracked(() => (found.value = { ...found.value, state: 'asking', trouble: '' }))
        void ask(world, q, '', ends.signal).then((answer) => {
            if (!ends.signal.aborted) found.value = answer
        })
        return () => ends.abort()
    })
    onClick(element, 'more', async () => {
        const { hits, next } = found.value
        const answer = await ask(world, query.value, next ?? '')
        found.value = answer.state === 'local'
            ? { ...found.value, trouble: answer.trouble }
            : { ...answer, hits: [...hits, ...answer.hits] }
    })
    keyed(part(element, 'hits'), () => found.value.hits, keyOf, (hit) => hitRow(world, hit))
    effect(() => {
        const { hits, next, state, trouble } = found.value
        part(element, 'more').hidden = next === null || state !== 'there'
        part(element, 'help').hidden = state !== 'none'
        fill(element, {
            state: state === 'asking'
                ? 'Looking …'
                : state === 'local'
                ? `${trouble} These are the posts on this device: ${counted(hits.length, 'post')}.`
                : state === 'none'
                ? ''
                : trouble || (hits.length > 0
                    ? `${counted(hits.length, 'post')}${next ? ', and more' : ''}`
                    : `Nothing has all of “${query.value}”. Leave a word out.`),
        })
    })
    queueMicrotask(() => field.focus())
    const rows = 'li > a'
    return {
        element,
        title: () => query.value ? `${apart(query.value)} · Search` : 'Search',
        keys: [
            { key: '/', words: 'Search', run: () => field.focus() },
            { key: 'j', words: 'Next', run: () => void moveFocus(element, rows, 1) },
            { key: 'k', words: 'Previous', run: () => void moveFocus(element, rows, -1) },
        ],
    }
}

/** @param {SearchHit} hit */
const keyOf = ({ event, reply }) => reply?.id ?? event.id

/** @param {World} world @param {string} q @param {string} after @param {AbortSignal} [signal] @returns {Promise<Found>} */
async function ask(world, q, after, signal) {
    try {
        const pairs = Object.entries({ q, limit: '30', after }).filter(([, value]) => value)
        const { body } = await world.call('GET', `/v1/search?${new URLSearchParams(pairs)}`, signal ? { signal } : {})
        return { hits: body.items, next: body.next, state: 'there', trouble: '' }
    } catch (error) {
        const trouble = error instanceof Error ? error.message : String(error)
        // What the server said about the query is no reason to search here.
        if (error instanceof Error && 'problem' in error) return { hits: [], next: null, state: 'there', trouble }
        return { hits: await local(world, q), next: null, state: 'local', trouble }
    }
}

/** @param {World} world @param {{ readonly value: SearchHit }} hit */
function hitRow({ now, zone }, hit) {
    const row = copyOf('search-hit')
    effect(() => {
        const { event, reply, title, excerpt, files } = hit.value
        const link = /** @type {HTMLAnchorElement} */ (part(row, 'link'))
        link.href = addressOf(event.course, event.number, reply?.number ?? '')
        part(row, 'kind').replaceChildren(kindOf(event.kind))
        part(row, 'title').replaceChildren(...nodesOf(title))
        part(row, 'excerpt').replaceChildren(...nodesOf(excerpt))
        part(row, 'files').hidden = !files
        part(row, 'names').replaceChildren(...files ? nodesOf(files) : [])
        const { author, createdAt } = reply ?? event
        fill(row, {
            about: `${codeOf(event.course)}#${event.number}${reply ? `#${reply.number}` : ''} · ${
                apart(author.displayName)
            } · ${full(new Date(createdAt), { now: now.value, zone })}`,
        })
    })
    return row
}
