// The people of a course: those who ask to join, those who are in it, who may join, who is staff.

import { apart, counted, span, whoOf } from '../events/words.js'
import { save } from '../files/shown.js'
import { keyed } from '../platform/lists.js'
import { computed, effect, Signal } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { asked, attempt, input, onClick } from '../rooms/asking.js'
import { growing } from '../rooms/growing.js'
import { inviting } from './inviting.js'
import { joining } from './joining.js'
import { listed } from './lists.js'
import { requests } from './requests.js'
import { moving, pressing, takeAway } from './rows.js'
import { granting, revoke } from './granting.js'
import { codeIn, placesOf, staffIn, staffPath } from './words.js'

/** @import { Course, Member } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { MakeContent } from './room.js' */

/**
 * What rows need to know.
 * @typedef {object} Roster
 * @property {string} id of the course
 * @property {string} code
 * @property {() => Course | null | undefined} course
 * @property {() => string} section that is shown alone; empty for all
 * @property {ReturnType<typeof listed<Member>>} people
 * @property {(handle: string) => void} grant
 */

/** @type {MakeContent} */
export function content(world, id, place) {
    const { copy, go } = world
    const element = copyOf('staff-roster')
    const course = copy.course(id)
    const code = id.slice(id.indexOf('.') + 1)
    const path = `/v1/courses/${encodeURIComponent(id)}`
    /** @type {ReturnType<typeof listed<Member>>} */
    const people = listed(world, () => `${path}/roster`)
    const [field, sections, role] = [input(element, 'q'), select(element, 'section'), select(element, 'role')]
    const query = computed(() => place.value.query)
    const words = new Signal(query.value['q'] ?? '')
    field.value = words.value
    field.addEventListener('input', () => (words.value = field.value))
    // The filters stand in the address, so that a list can be shared.
    const show = () => {
        const pairs = Object.entries({ q: field.value.trim(), section: sections.value, role: role.value })
        const wanted = new URLSearchParams(pairs.filter(([, value]) => value)).toString()
        go(`${staffPath(id, 'roster')}${wanted ? `?${wanted}` : ''}`, { replaces: true })
    }
    for (const control of [field, sections, role]) control.addEventListener('change', show)
    const section = computed(() => query.value['section'] ?? '')
    effect(() => {
        const all = people.items.value ?? []
        const known = course.value?.sections ?? []
        const counts = known.map(({ id }) => all.filter(({ places }) => places.some((held) => held.section === id)).length)
        sections.replaceChildren(
            new Option(`all sections`, ''),
            ...known.map(({ id, code }, index) => new Option(`${code} (${counts[index]})`, id)),
        )
        sections.value = section.value
    })
    effect(() => void (role.value = query.value['role'] ?? ''))
    const found = computed(() => {
        const text = words.value.trim().toLowerCase()
        const wanted = query.value['role'] ?? ''
        return people.items.value?.filter(({ displayName, handle, email = '', places }) =>
            places.some((held) => (!section.value || held.section === section.value) && (!wanted || held.role === wanted)) &&
            `${displayName} @${handle} ${email}`.toLowerCase().includes(text)
        )
    })
    const { count, more } = growing(part(element, 'end'), () => found.value?.length ?? 0)
    const grant = granting(world, element, id, people.again)
    const roster = { id, code, course: () => course.value, section: () => section.value, people, grant }
    keyed(part(element, 'people'), () => (found.value ?? []).slice(0, count.value), ({ id }) => id, (person) => {
        return personRow(world, roster, person)
    })
    fill(element, {
        count: () => found.value ? counted(found.value.length, 'person', 'people') : people.trouble.value ? '' : 'Asking …',
        peopleTrouble: () => people.trouble.value && `Who is in the course is not known: ${people.trouble.value}`,
        empty: () =>
            !found.value || found.value.length > 0
                ? ''
                : people.items.value?.length
                ? 'Nobody here is called so. Take a filter off.'
                : 'Nobody is in the course yet. Tell your class to find it under Courses.',
    })
    effect(() => void (part(element, 'save').hidden = !found.value?.length))
    onClick(element, 'save', () => save(new Blob([table(found.value ?? [], course.value)]), `${code} people.tsv`))
    requests(world, element, id, people.again)
    inviting(world, element, id)
    joining(world, element, id)
    return {
        element,
        keys: [
            ...moving(element, 'li[data-id]', more),
            { key: '/', words: 'Search people', run: () => field.focus() },
            pressing(element, 'y', 'Let the person in', 'admit'),
            pressing(element, 'n', 'Refuse the person', 'refuse'),
            pressing(element, 'x', 'Remove the person', 'remove'),
            pressing(element, 's', 'Make the person staff', 'grant'),
        ],
    }
}

/** @param {HTMLElement} element @param {string} name */
const select = (element, name) => /** @type {HTMLSelectElement} */ (part(element, name))

/** @param {World} world @param {Roster} roster @param {{ readonly value: Member }} person */
function personRow(world, roster, person) {
    const { copy, say } = world
    const row = copyOf('person-row')
    const held = computed(() => staffIn(person.value.places, roster.id))
    /** What removing means: one section, if the list shows only it, or all that the reader has a say in. */
    const from = computed(() => {
        const own = person.value.places.flatMap(({ section }) => section ?? [])
        const only = own.includes(roster.section()) && own.length > 1 ? roster.section() : ''
        const mine = staffIn(copy.enrollments().value ?? [], roster.id)
        const codes = only ? [only] : mine.isInCharge ? [] : own
        return {
            only,
            words: [roster.code, codes.map((id) => codeIn(roster.course(), id)).join(', ')].filter(Boolean).join(' '),
        }
    })
    effect(() => {
        const { id, email = '' } = person.value
        row.dataset['id'] = id
        part(row, 'who').replaceChildren(whoOf(person.value, { isOwn: id === copy.account.value?.id }))
        part(row, 'email').replaceChildren(span(email, 'email', 'bdi'))
        part(row, 'places').textContent = placesOf(person.value, roster.course())
        part(row, 'remove').hidden = held.value.isStaff
        part(row, 'revoke').hidden = !held.value.isStaff
        part(row, 'grant').hidden = held.value.isInCharge
        part(row, 'actions').ariaLabel = person.value.displayName
    })
    onClick(row, 'grant', () => roster.grant(person.value.handle))
    onClick(
        row,
        'revoke',
        () => void attempt(part(row, 'trouble'), () => revoke(world, roster.id, person.value, roster.people)),
    )
    onClick(row, 'remove', () =>
        void attempt(part(row, 'trouble'), async () => {
            const [{ id, displayName }, { only, words }] = [person.value, from.value]
            const reason = await asked({
                title: `Remove ${apart(displayName)} from ${words}?`,
                words:
                    'They are told, with your reason. What they saw only there disappears from all their devices. Their own ' +
                    'posts stay for the class. They come back only if the staff let them in.',
                action: 'Remove',
                field: 'Reason',
            })
            if (reason === undefined) return
            const pairs = Object.entries({ section: only, reason: reason.trim() }).filter(([, value]) => value)
            const path = `/v1/courses/${encodeURIComponent(roster.id)}/members/${encodeURIComponent(id)}`
            await takeAway(row, roster.people, () => world.call('DELETE', `${path}?${new URLSearchParams(pairs)}`))
            say(`${apart(displayName)} is removed from ${words}.`)
        }))
    return row
}

/**
 * A table for other programs: name, handle, email, sections as staff and as student.
 * @param {readonly Member[]} people @param {Course | null | undefined} course
 */
function table(people, course) {
    const rows = people.map((person) => [
        person.displayName,
        `@${person.handle}`,
        person.email ?? '',
        placesOf(person, course, 'staff'),
        placesOf(person, course, 'student'),
    ])
    // A spreadsheet reads what begins so as a formula.
    const cell = (/** @type {string} */ words) => words.replace(/\s+/g, ' ').replace(/^[=+\-]/, "'$&")
    return [['name', 'handle', 'email', 'staff of', 'student of'], ...rows].map((row) => `${row.map(cell).join('\t')}\n`).join(
        '',
    )
}
