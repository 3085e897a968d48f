// Who gets a notice: whole courses, and sections of them.

import { apart, codeOf } from '../events/words.js'
import { keyed } from '../platform/lists.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { staffIn, together } from './words.js'

/** @import { Course, Section } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */

/** @typedef {{ course: Course, isInCharge: boolean, sections: Section[] }} Group what the account may send to */

/**
 * Boxes to tick. A whole course and its sections exclude each other.
 * @param {World} world @param {string} course whose room it is; others stand below
 */
export function receivers({ copy }, course) {
    const element = copyOf('receivers')
    /** Ids of courses and sections. @type {Signal<ReadonlySet<string>>} */
    const wanted = new Signal(/** @type {ReadonlySet<string>} */ (new Set()))
    const groups = computed(() =>
        (copy.courses().value ?? []).map((course) => {
            const { isInCharge, sections } = staffIn(copy.enrollments().value ?? [], course.id)
            return { course, isInCharge, sections: course.sections.filter(({ id }) => isInCharge || sections.includes(id)) }
        }).filter(({ isInCharge, sections }) => isInCharge || sections.length > 0)
    )
    const chosen = computed(() =>
        groups.value.flatMap(({ course, isInCharge, sections }) => {
            const own = sections.filter(({ id }) => wanted.value.has(id))
            const isWhole = isInCharge && wanted.value.has(course.id)
            if (!isWhole && own.length === 0) return []
            return [{ course: course.id, isWhole, sections: isWhole ? [] : own }]
        })
    )
    const isHere = (/** @type {Group} */ group) => group.course.id === course
    keyed(part(element, 'here'), () => groups.value.filter(isHere), idOf, (group) => boxes(group, wanted))
    keyed(part(element, 'others'), () => groups.value.filter((group) => !isHere(group)), idOf, (group) => boxes(group, wanted))
    effect(() => void (part(element, 'more').hidden = groups.value.every(isHere)))
    return {
        element,
        wanted,
        /** The whole course, or all that the account has a part in. */
        everyone: () => {
            const own = untracked(() => groups.value.find(isHere))
            return own?.isInCharge ? [course] : own?.sections.map(({ id }) => id) ?? []
        },
        /** For the server. */
        ids: () => ({
            courses: chosen.value.filter(({ isWhole }) => isWhole).map(({ course }) => course),
            sections: chosen.value.flatMap(({ sections }) => sections.map(({ id }) => id)),
        }),
        /** `CMPT225 D101, D102 and MATH150`; empty for nobody. */
        words: () =>
            together(
                chosen.value.map(({ course, sections }) =>
                    [codeOf(course), sections.map(({ code }) => apart(code)).join(', ')].filter(Boolean).join(' ')
                ),
            ),
    }
}

/** @param {Group} group */
const idOf = ({ course }) => course.id

/** @param {{ readonly value: Group }} group @param {Signal<ReadonlySet<string>>} wanted */
function boxes(group, wanted) {
    const made = copyOf('receivers-course')
    const { id } = untracked(() => group.value.course)
    fill(made, { code: codeOf(id) })
    const all = computed(() => [
        ...(group.value.isInCharge ? [{ id, words: 'everyone' }] : []),
        ...group.value.sections.map(({ id, code, kind }) => ({ id, words: `${apart(code)} ${apart(kind)}` })),
    ])
    keyed(part(made, 'choices'), () => all.value, (choice) => choice.id, (choice) => {
        const box = Object.assign(document.createElement('input'), { type: 'checkbox' })
        const own = untracked(() => choice.value.id)
        effect(() => void (box.checked = wanted.value.has(own)))
        box.addEventListener('change', () => {
            const excluded = own === id ? group.value.sections.map((section) => section.id) : [id]
            const others = [...wanted.value].filter((other) => other !== own && !excluded.includes(other))
            wanted.value = new Set(box.checked ? [...others, own] : [...wanted.value].filter((other) => other !== own))
        })
        const label = document.createElement('label')
        const words = document.createElement('bdi')
        effect(() => void (words.textContent = choice.value.words))
        label.append(box, ' ', words)
        return label
    })
    return made
}
