// Timetables: wishes, the best timetables for them, and those that were saved or shared. A saved one has an address,
// `/timetables?plan=ID`, and beside another `&beside=ID`.

import { computed, effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { apart } from '../events/words.js'
import { asked, onClick } from '../rooms/asking.js'
import { narrow } from '../rooms/sheet.js'
import { adopt } from './adopting.js'
import { showClass } from './class.js'
import { listenToDragging } from './dragging.js'
import { wishesForm } from './form.js'
import { countWords, foundTimetables } from './found.js'
import { planView } from './plan.js'
import { Conflict, planningOf } from './planning.js'
import { listed, partOf } from './reasons.js'
import { savedList, savedTimetables } from './saved.js'
import { swapped } from './swaps.js'
import { nameOf, timesOf } from './week.js'
import { settled } from './wishes.js'

/** @import { Section } from '../contract.d.ts' */
/** @import { MakeRoom } from '../shell/rooms.js' */
/** @import { Doing } from './found.js' */
/** @import { Entry } from './week.js' */

/** @param {HTMLElement | null} heading */
function focusOn(heading) {
    if (!heading) return
    heading.tabIndex = -1
    heading.focus()
}

/** @type {MakeRoom} */
export function room(place, world) {
    const element = copyOf('tt-room')
    const planning = planningOf(world)
    const saved = savedTimetables(world, planning)
    const go = (/** @type {Record<string, string>} */ query) => {
        const words = new URLSearchParams(query).toString()
        world.go(words ? `/timetables?${words}` : '/timetables')
    }
    const id = computed(() => place.value.query['plan'] ?? '')
    const beside = computed(() => place.value.query['beside'] ?? '')

    const terms = /** @type {HTMLSelectElement} */ (part(element, 'term'))
    effect(() => {
        terms.replaceChildren(...planning.terms.value.map(({ id, name }) => new Option(name, id)))
        terms.value = planning.term.value?.id ?? ''
    })
    terms.addEventListener('change', () => planning.plan(terms.value))

    const wishes = part(element, 'wishes')
    const details = /** @type {HTMLDetailsElement} */ (part(element, 'details'))
    const { field } = wishesForm(wishes, world, planning)
    const isNarrow = narrow()
    // On a phone the timetables come first once there are wishes; at a desk both stand beside each other.
    effect(() => {
        if (planning.isReady.value) {
            details.open = !isNarrow.value || untracked(() => planning.wishes.value.courses.length === 0)
        }
    })
    const toForm = () => {
        details.open = true
        field.focus()
    }

    /** Takes a class at another time. What else would have to move is offered. @param {number} index @param {Entry} entry @param {Section} to */
    async function move(index, entry, to) {
        const timetable = untracked(() => planning.found.value)?.answer.timetables[index]
        if (!timetable) return
        const before = untracked(() => planning.entries(timetable))
        const words = apart(`${nameOf(entry.course)} ${to.code}`)
        part(moved, 'movedAction').hidden = false
        try {
            const done = planning.put(index, swapped(entry, to, before))
            fill(moved, { words: `${words} is at ${timesOf(to)} now.` })
            moved.hidden = false
            part(moved, 'action').textContent = 'Lock it there'
            await done
            world.say(`${words} is at ${timesOf(to)} now.`)
        } catch (error) {
            const reasons = error instanceof Conflict ? error.conflicts?.minimal ?? [] : undefined
            const { courses, own } = untracked(() => ({ courses: planning.courses.value, own: planning.own.value }))
            const why = reasons?.map((set) => listed(set.map((text) => partOf(text, courses, own).words)))[0]
            const said = reasons
                ? `${words} does not fit into this timetable${why ? `: ${why}` : ''}.`
                : error instanceof Error
                ? error.message
                : String(error)
            fill(moved, { words: said })
            part(moved, 'action').textContent = `Find timetables with ${words}`
            world.say(said)
        }
        locks = () => planning.change((wishes) => settled(wishes, entry.course, to.crn, 'locked'))
    }
    let locks = () => {}
    const foundAt = computed(() => planning.found.value?.at)
    const moved = part(element, 'moved')
    effect(() => {
        // It was about timetables that are gone.
        void foundAt.value
        if (!part(moved, 'movedAction').hidden) moved.hidden = true
    })
    part(element, 'movedAction').addEventListener('click', () => {
        locks()
        moved.hidden = true
    })
    part(element, 'movedClose').addEventListener('click', () => (moved.hidden = true))

    const entriesAt = (/** @type {number} */ index) => {
        const timetable = planning.found.value?.answer.timetables[index]
        return timetable ? planning.entries(timetable) : []
    }
    /** @type {Doing} */
    const doing = {
        open: (index, entry) =>
            void showClass(world, planning, {
                entry,
                entries: untracked(() => entriesAt(index)),
                scores: untracked(() => planning.found.value)?.answer.scores ?? [],
                move: (to) => void move(index, entry, to),
            }),
        save: async (entries, index) => {
            const name = await asked({
                title: 'Save the timetable',
                words: 'You find it again below the wishes. A name that you used before gets these sections.',
                action: 'Save',
                field: 'Name',
                value: nextName(index),
                wrong: (text) => text.trim() ? undefined : 'Give it a name.',
            })
            if (name === undefined) return
            const made = await saved.save(name.trim(), untracked(() => planning.term.value)?.id ?? '', entries)
            world.say(`Saved as ${made.name}.`)
            go({ plan: made.id })
        },
        join: async (entries) => {
            const term = untracked(() => planning.term.value)?.id ?? ''
            const name = nextName(0)
            const words = await adopt(world, {
                name,
                term,
                entries,
                save: async () => (await saved.save(name, term, entries)).id,
            })
            if (!words) return
            fill(moved, { words: `${words} It is saved as ${apart(name)}.` })
            part(moved, 'movedAction').hidden = true
            moved.hidden = false
            world.say(words)
        },
        drag: (grid, index) =>
            listenToDragging(grid, {
                entries: () => untracked(() => entriesAt(index())),
                move: (entry, to) => void move(index(), entry, to),
            }),
    }
    /** A name that no timetable of the account has. @param {number} from */
    function nextName(from) {
        const taken = new Set(untracked(() => saved.own.value)?.map(({ name }) => name))
        for (let number = from;; number += 1) {
            const name = `Plan ${number < 26 ? String.fromCharCode(65 + number) : number + 1}`
            if (!taken.has(name)) return name
        }
    }
    const found = foundTimetables(part(element, 'found'), world, planning, doing, toForm)
    // On a phone they stand far below the courses.
    const toFound = part(wishes, 'toFound')
    effect(() => {
        const answer = found.answer.value
        toFound.hidden = !isNarrow.value || !answer
        const words = answer?.timetables.length === 0 ? 'why there is none' : countWords(answer).split(', ')[0]
        toFound.textContent = planning.isAsking.value ? 'Looking for timetables …' : `Show ${words}`
    })
    onClick(wishes, 'toFound', () => {
        details.open = false
        focusOn(part(element, 'found').querySelector('h2'))
    })
    savedList(part(element, 'saved'), world, saved, (plan) => go({ plan }))
    const plan = planView(part(element, 'plan'), world, saved, { id: () => id.value, beside: () => beside.value, go })
    effect(() => {
        for (const name of ['panes', 'saved', 'terms']) part(element, name).hidden = id.value !== ''
        part(element, 'plan').hidden = id.value === ''
    })
    // The heading of what was gone to is spoken, as that of another room is.
    let before = untracked(() => id.value)
    effect(() => {
        if (id.value === before) return
        before = id.value
        moved.hidden = true
        focusOn(part(element, before ? 'plan' : 'terms').querySelector('h1'))
    })

    return {
        element,
        title: () => id.value ? `${plan.title()} · Timetables` : 'Timetables',
        keys: [
            { key: '/', words: 'Find a course', run: toForm },
            { key: 'n', words: 'Next timetable', run: found.next },
            { key: 'p', words: 'Previous timetable', run: found.previous },
            { key: 's', words: 'Saved timetables', run: () => part(element, 'saved').querySelector('a')?.focus() },
        ],
    }
}
