// Who has not seen a notice that must be read, by section. Its readers are told that the staff see this.

import { counted, span, whoOf } from '../events/words.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { listed } from './lists.js'
import { codeIn } from './words.js'

/** @import { Author, Course, Member } from '../contract.d.ts' */
/** @import { EventRow } from '../copy/overlay.js' */
/** @import { World } from '../shell/world.js' */

/** @param {World} world @param {{ readonly value: EventRow }} event */
export function unseen(world, event) {
    const { copy } = world
    const made = /** @type {HTMLDetailsElement} */ (copyOf('unseen'))
    const { id, course } = untracked(() => event.value)
    const isOpen = new Signal(false)
    const ask = (/** @type {string} */ path) => () => isOpen.value ? path : ''
    /** @type {ReturnType<typeof listed<Author>>} */
    const people = listed(world, ask(`/v1/events/${encodeURIComponent(id)}/unseen`), () => event.value.rev)
    /** @type {ReturnType<typeof listed<Member>>} */
    const roster = listed(world, ask(`/v1/courses/${encodeURIComponent(course)}/roster`))
    made.addEventListener('toggle', () => (isOpen.value = made.open))
    const groups = computed(() =>
        people.items.value && (roster.items.value || roster.trouble.value)
            ? bySection(people.items.value, roster.items.value ?? [], event.value.sections, copy.course(course).value)
            : undefined
    )
    effect(() => {
        part(made, 'groups').replaceChildren(...(groups.value ?? []).map(([code, members]) => {
            const group = document.createElement('li')
            const names = document.createElement('ul')
            names.append(...members.map((person) => {
                const row = document.createElement('li')
                row.append(whoOf(person), ' ', span(person.email ?? '', 'email', 'bdi'))
                return row
            }))
            group.append(span(`${code} · ${counted(members.length, 'person', 'people')}`, 'label', 'p'), names)
            return group
        }))
    })
    fill(made, {
        state: () =>
            people.trouble.value || (groups.value ? (groups.value.length === 0 ? 'Everyone has seen it.' : '') : 'Asking …'),
    })
    return made
}

/**
 * People by the sections that they are in, each once; those of no section that is known come last.
 * @param {readonly Author[]} people @param {readonly Member[]} roster @param {readonly string[]} sections of the notice; none for all
 * @param {Course | null | undefined} course @returns {[code: string, people: Author[]][]}
 */
export function bySection(people, roster, sections, course) {
    const codes = new Map(roster.map(({ id, places }) => {
        const own = places.flatMap(({ section, role }) =>
            section === null || role === 'staff' ? [] : sections.length === 0 || sections.includes(section) ? [section] : []
        )
        const isStaff = places.some(({ role }) => role === 'staff')
        return [id, isStaff ? 'Staff' : own.map((section) => codeIn(course, section)).sort().join(', ')]
    }))
    const rank = (/** @type {string} */ code) => code === 'Staff' ? 1 : code === 'Others' ? 2 : 0
    return [...Map.groupBy(people, ({ id }) => codes.get(id) || 'Others')]
        .sort(([one], [other]) => rank(one) - rank(other) || (one < other ? -1 : 1))
}
