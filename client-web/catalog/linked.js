// Sections that go together: of each component of a lecture, such as its labs, a student takes one section.

import { keyed } from '../platform/lists.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { meetingsWords, seatWords } from './meetings.js'

/** @import { Course, Section } from '../contract.d.ts' */

/** What a section goes with. @typedef {{ key: string, section: Section, kind: string, options: Section[] }} Link */

/** The components of a section of a course. @param {Course} course @param {Section} section @returns {Link[]} */
function linksOf(course, section) {
    return section.components.map(({ kind, sections }) => ({
        key: `${section.id} ${kind}`,
        section,
        kind,
        options: course.sections.filter(({ id }) => sections.includes(id)),
    })).filter(({ options }) => options.length > 0)
}

/** The sections of a course that somebody has chosen to join, and what they go with. */
export class Choice {
    /** Ids. @type {Signal<readonly string[]>} */
    chosen = new Signal(/** @type {readonly string[]} */ ([]))
    #course
    #held

    /**
     * @param {{ readonly value: Course | undefined }} course
     * @param {{ readonly value: ReadonlySet<string> }} held ids of the sections in which the account is
     */
    constructor(course, held) {
        this.#course = course
        this.#held = held
    }

    get sections() {
        const ids = this.chosen.value
        return this.#course.value?.sections.filter(({ id }) => ids.includes(id)) ?? []
    }

    /** What the chosen sections go with, unless the account has it. @returns {Link[]} */
    get links() {
        const course = this.#course.value
        if (!course) return []
        return this.sections.flatMap((section) => linksOf(course, section))
            .filter(({ options }) => !options.some(({ id }) => this.#held.value.has(id)))
    }

    /** What of that is not chosen. */
    get missing() {
        return this.links.filter(({ options }) => !options.some(({ id }) => this.chosen.value.includes(id)))
    }

    /** Chooses a section, with what it has only one of, or takes it back with what goes with it. @param {Section} section @param {boolean} isOn */
    set(section, isOn) {
        const course = untracked(() => this.#course.value)
        const before = untracked(() => this.chosen.value).filter((id) => id !== section.id)
        if (!isOn) {
            const along = course ? linksOf(course, section).flatMap(({ options }) => options.map(({ id }) => id)) : []
            this.chosen.value = before.filter((id) => !along.includes(id))
            return
        }
        this.chosen.value = [...before, section.id]
        const only = untracked(() => this.missing).flatMap(({ options: [first, ...others] }) =>
            first && others.length === 0 ? [first.id] : []
        )
        if (only.length > 0) this.chosen.value = [...new Set([...untracked(() => this.chosen.value), ...only])]
    }

    /** Takes one of the sections that a section goes with. @param {Link} link @param {string} id empty for none */
    take({ options }, id) {
        const others = untracked(() => this.chosen.value).filter((other) => !options.some((option) => option.id === other))
        this.chosen.value = id ? [...others, id] : others
    }
}

/** Offers what the chosen sections go with. @param {HTMLElement} element @param {Choice} choice */
export function offerLinks(element, choice) {
    const links = computed(() => choice.links)
    keyed(element, () => links.value, ({ key }) => key, (link) => {
        const row = copyOf('linked-section')
        const { section, kind, options } = untracked(() => link.value)
        fill(row, { words: `${section.code} goes with one ${kind}` })
        const select = /** @type {HTMLSelectElement} */ (part(row, 'choice'))
        const wordsOf = (/** @type {Section} */ option) =>
            [option.code, meetingsWords(option), seatWords(option)].filter(Boolean).join(' · ')
        select.replaceChildren(new Option('Choose …', ''), ...options.map((option) => new Option(wordsOf(option), option.id)))
        effect(() => void (select.value = options.find(({ id }) => choice.chosen.value.includes(id))?.id ?? ''))
        select.addEventListener('change', () => choice.take(link.value, select.value))
        return row
    })
}
