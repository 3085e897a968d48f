// Questions like the one that somebody is about to ask.

import { effect } from '../platform/signals.js'
import { part } from '../platform/templates.js'
import { addressOf, counted, span } from './words.js'

/** @import { SearchPage } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */

const PAUSE = 400
const SHORTEST = 8

/**
 * Shows them while somebody types. Without a network it shows none.
 * @param {World} world @param {string} course @param {HTMLElement} aside @param {() => string} title empty for no question
 */
export function similar(world, course, aside, title) {
    const list = part(aside, 'questions')
    effect(() => {
        const words = title().trim()
        const ends = new AbortController()
        if (words.length < SHORTEST) {
            aside.hidden = true
            return
        }
        const timer = setTimeout(async () => {
            try {
                const path = `/v1/courses/${encodeURIComponent(course)}/similar?title=${encodeURIComponent(words)}&limit=3`
                const { body } = await world.call('GET', path, { signal: ends.signal })
                if (!ends.signal.aborted) show(body.items)
            } catch {
                if (!ends.signal.aborted) aside.hidden = true
            }
        }, PAUSE)
        return () => {
            clearTimeout(timer)
            ends.abort()
        }
    })

    /** @param {SearchPage['items']} hits */
    function show(hits) {
        aside.hidden = hits.length === 0
        list.replaceChildren(...hits.map(({ event }) => {
            const link = document.createElement('a')
            link.href = addressOf(course, event.number)
            link.target = '_blank'
            link.append(span(event.title, 'title', 'bdi'))
            const state = event.accepted || event.endorsed ? 'answered' : counted(event.replyCount, 'reply', 'replies')
            const row = document.createElement('li')
            row.append(link, ` ${state}`)
            return row
        }))
    }
}
