// The courses of the wishes, and their sections, which are locked or left out.

import { keyed } from '../platform/lists.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { apart, codeOf } from '../events/words.js'
import { seatWords } from '../catalog/meetings.js'
import { onClick } from '../rooms/asking.js'
import { nameOf, timesOf } from './week.js'
import { settled } from './wishes.js'

/** @import { Section } from '../contract.d.ts' */
/** @import { Planning } from './planning.js' */

/** @param {HTMLElement} list @param {Planning} planning @param {() => HTMLElement} after what has the focus when a chip goes */
export function courseChips(list, planning, after) {
    keyed(list, () => planning.wishes.value.courses, (id) => id, (id) => chip(id.value, planning, after))
}

/** @param {string} id @param {Planning} planning @param {() => HTMLElement} after */
function chip(id, planning, after) {
    const row = copyOf('tt-chip')
    const course = computed(() => planning.catalog.value.get(id))
    const details = /** @type {HTMLDetailsElement} */ (part(row, 'details'))
    const isOpen = new Signal(false)
    const counts = computed(() => {
        const crns = new Set(course.value?.sections.map(({ crn }) => Number(crn)))
        const { locked, leftOut } = planning.wishes.value
        return [
            [locked.filter((crn) => crns.has(crn)).length, 'locked'],
            [leftOut.filter((crn) => crns.has(crn)).length, 'left out'],
        ].filter(([count]) => count).map(([count, words]) => `${count} ${words}`).join(', ')
    })
    fill(row, {
        code: () => apart(course.value ? nameOf(course.value) : codeOf(id)),
        title: () => course.value?.title ?? '',
        state: () => counts.value,
        none: () => course.value?.sections.length === 0 ? 'It has no sections in this term.' : '',
    })
    part(row, 'remove').ariaLabel = `Without ${apart(codeOf(id))}`
    onClick(row, 'remove', () => {
        planning.change((wishes) => ({ ...wishes, courses: wishes.courses.filter((one) => one !== id) }))
        after().focus()
    })
    details.addEventListener('toggle', () => (isOpen.value = details.open))
    keyed(part(row, 'sections'), () => isOpen.value ? course.value?.sections ?? [] : [], ({ id }) => id, (section) => {
        return sectionRow(id, section, planning)
    })
    return row
}

/** @param {string} id of the course @param {{ readonly value: Section }} section @param {Planning} planning */
function sectionRow(id, section, planning) {
    const row = copyOf('tt-section')
    const crn = section.value.crn
    fill(row, {
        code: () => apart(`${section.value.code} ${section.value.kind}`),
        times: () => apart(timesOf(section.value)),
        about: () =>
            [section.value.instructors.map(apart).join(', '), seatWords(section.value), apart(section.value.campus ?? '')]
                .filter(Boolean).join(
                    ' · ',
                ),
    })
    const state = computed(() => {
        const { locked, leftOut } = planning.wishes.value
        return locked.includes(Number(crn)) ? 'locked' : leftOut.includes(Number(crn)) ? 'leftOut' : 'free'
    })
    for (const how of /** @type {const} */ (['locked', 'leftOut'])) {
        const button = part(row, how)
        button.ariaLabel = `${how === 'locked' ? 'Lock' : 'Leave out'} ${apart(section.value.code)}`
        effect(() => void (button.ariaPressed = String(state.value === how)))
        button.addEventListener('click', () => {
            const course = untracked(() => planning.catalog.value.get(id))
            if (course) {
                planning.change((wishes) => settled(wishes, course, crn, untracked(() => state.value) === how ? 'free' : how))
            }
        })
    }
    effect(() => void row.classList.toggle('out', state.value === 'leftOut'))
    return row
}
