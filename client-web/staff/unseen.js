// Who has not seen a notice that must be read, by section. Its readers are told that the staff see this.

import { counted, span, whoOf } from '../events/words.js'
import { keyed } from '../platform/lists.js'
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
    // A name stays where it is while others come and go.
    keyed(part(made, 'groups'), () => groups.value ?? [], ([code]) => code, (group) => {
        const [row, label, names] = [document.createElement('li'), span('', 'label', 'p'), document.createElement('ul')]
        effect(() => {
            const [code, members] = group.value
            label.textContent = `${code} · ${counted(members.length, 'person', 'people')}`
        })
        keyed(names, () => group.value[1], ({ id }) => id, (person) => {
            const name = document.createElement('li')
            const words = computed(() => JSON.stringify(person.value))
            effect(() => {
                const { email = '', ...author } = /** @type {Author} */ (JSON.parse(words.value))
                name.replaceChildren(whoOf(author), ' ', span(email, 'email', 'bdi'))
            })
            return name
        })
        row.append(label, names)
        return row
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
