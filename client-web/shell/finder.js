// The finder: courses, posts, files, commands and all that can be pressed in the room, by some letters of their names.

import { apart } from '../events/words.js'
import { ask } from '../platform/dialogs.js'
import { effect, scope, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { pressed } from './pressed.js'

/** @import { World } from './world.js' */

/**
 * `words` are searched, in lower case. `isOfRoom`: it has a key in the room that is open.
 * @typedef {{ kind: string, title: string, words: string, isOfRoom?: boolean, run: () => void }} Thing
 */

const MOST = 20

/**
 * The things that have all words, those first in which a word begins the title.
 * @param {readonly Thing[]} things @param {string} text
 */
export function find(things, text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean)
    const rank = (/** @type {Thing} */ thing) => words.some((word) => thing.title.toLowerCase().startsWith(word)) ? 0 : 1
    return things.filter((thing) => words.every((word) => thing.words.includes(word)))
        .map((thing, place) => ({ thing, place, rank: rank(thing) }))
        .sort((one, other) => one.rank - other.rank || one.place - other.place)
        .slice(0, MOST).map(({ thing }) => thing)
}

/** @param {World} world @param {() => readonly Thing[]} commands @returns {Thing[]} */
function things({ copy, go }, commands) {
    const courses = (copy.courses().value ?? []).map((course) => {
        const code = `${course.subject}${course.number}`
        return {
            kind: 'Course',
            title: `${code} ${apart(course.title)}`,
            words: `${code} ${course.subject} ${course.number} ${course.title} ${course.id}`.toLowerCase(),
            run: () => go(`/c/${encodeURIComponent(course.id)}`),
        }
    })
    const staffed = new Set((copy.enrollments().value ?? []).flatMap(({ role, course }) => role === 'staff' ? [course] : []))
    const rooms = [...staffed].flatMap((course) => {
        const code = course.replace(/^[^.]*\./, '')
        return [['notices', 'Notices'], ['roster', 'People'], ['reports', 'Reports']].map(([room, title = '']) => ({
            kind: code,
            title,
            words: `${title} ${code} staff`.toLowerCase(),
            run: () => go(`/staff/${encodeURIComponent(course)}/${room}`),
        }))
    })
    // Newest first.
    const events = [...copy.allEvents().value ?? []].reverse().filter(({ number }) => number > 0)
    const posts = events.map((event) => {
        const code = event.course.replace(/^[^.]*\./, '')
        return {
            kind: `${code}#${event.number}`,
            title: event.title,
            words: `${code}#${event.number} ${event.kind} ${event.title} ${event.tags.join(' ')}`.toLowerCase(),
            run: () => go(`/c/${encodeURIComponent(event.course)}/${event.number}`),
        }
    })
    const files = events.flatMap(({ attachments, course, number }) => {
        const code = `${course.replace(/^[^.]*\./, '')}#${number}`
        return attachments.map(({ name }) => ({
            kind: `File in ${code}`,
            title: name,
            words: `${name} ${code} file`.toLowerCase(),
            run: () => go(`/c/${encodeURIComponent(course)}/${number}`),
        }))
    })
    const known = commands()
    const room = document.querySelector('main')
    const controls = room ? pressed(room, new Set(known.flatMap(({ isOfRoom, words }) => isOfRoom ? [words] : []))) : []
    return [...courses, ...known, ...rooms, ...posts, ...files, ...controls]
}

/** Opens the finder. @param {World} world @param {() => readonly Thing[]} commands also of a room that opens meanwhile */
export async function finder(world, commands) {
    if (document.querySelector('dialog:modal')) return
    const dialog = /** @type {HTMLDialogElement} */ (copyOf('finder'))
    const input = /** @type {HTMLInputElement} */ (part(dialog, 'words'))
    const list = part(dialog, 'found')
    // The rows are drawn anew when the copy changes, too.
    const [text, chosen, drawn] = [new Signal(''), new Signal(0), new Signal(0)]
    /** @type {Thing[]} */
    let found = []
    /** @type {Thing | undefined} */
    let taken
    const take = (/** @type {Thing | undefined} */ thing) => {
        if (!thing) return
        taken = thing
        dialog.close()
    }
    const stop = scope(() => {
        effect(() => {
            found = find(things(world, commands), text.value)
            list.replaceChildren(...found.map((thing, index) => {
                const row = fill(copyOf('find-row'), { kind: thing.kind, title: thing.title })
                row.id = `found-${index}`
                row.addEventListener('click', () => take(thing))
                return row
            }))
            part(dialog, 'hint').textContent = found.length > 0 ? '' : 'Nothing of that name is here. Enter searches all texts.'
            chosen.value = Math.min(untracked(() => chosen.value), Math.max(0, found.length - 1))
            drawn.value = untracked(() => drawn.value) + 1
        })
        effect(() => {
            void drawn.value
            for (const [index, row] of [...list.children].entries()) {
                row.setAttribute('aria-selected', String(index === chosen.value))
                if (index === chosen.value) row.scrollIntoView({ block: 'nearest' })
            }
            if (list.children.length > 0) input.setAttribute('aria-activedescendant', `found-${chosen.value}`)
            else input.removeAttribute('aria-activedescendant')
        })
    })
    input.addEventListener('input', () => {
        chosen.value = 0
        text.value = input.value
    })
    input.addEventListener('keydown', (event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        if (step) chosen.value = (chosen.value + step + found.length) % Math.max(1, found.length)
        // The browser would only empty the field.
        else if (event.key === 'Escape') dialog.close()
        else if (event.key === 'Enter' && !event.isComposing) {
            take(
                found[chosen.value] ?? {
                    kind: '',
                    title: '',
                    words: '',
                    run: () => world.go(`/search?${new URLSearchParams({ q: input.value })}`),
                },
            )
        } else return
        event.preventDefault()
    })
    await ask(dialog)
    stop()
    taken?.run()
}
