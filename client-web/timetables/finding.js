// Finding courses for a timetable by code or title: a field with a list below it.

import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { input } from '../rooms/asking.js'
import { apart, codeOf, counted } from '../events/words.js'
import { MOST_COURSES } from './wishes.js'

/** @import { CourseSummary } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Planning } from './planning.js' */

const PAUSE = 150

/** @param {HTMLElement} element @param {World} world @param {Planning} planning */
export function findingCourses(element, { call, copy, say }, planning) {
    const field = input(element, 'find')
    const list = part(element, 'matches')
    const hint = part(element, 'findHint')
    const text = new Signal('')
    const chosen = new Signal(0)
    const [found, trouble] = [new Signal(/** @type {readonly CourseSummary[] | undefined} */ (undefined)), new Signal('')]
    const isOpen = new Signal(false)
    /** Courses that are chosen already are not offered. */
    const offered = computed(() => found.value?.filter(({ id }) => !planning.wishes.value.courses.includes(id)) ?? [])

    effect(() => {
        const [words, term] = [text.value, planning.term.value]
        found.value = undefined
        trouble.value = ''
        if (!words || !term) return
        const ends = new AbortController()
        const timer = setTimeout(() => {
            const query = new URLSearchParams({ q: words, limit: '8' })
            call('GET', `/v1/terms/${encodeURIComponent(term.id)}/courses?${query}`, { signal: ends.signal }).then(
                ({ body }) => {
                    if (ends.signal.aborted) return
                    chosen.value = 0
                    found.value = body?.items ?? []
                },
                (error) => {
                    if (ends.signal.aborted) return
                    // What the device knows of the account's own courses is better than nothing.
                    const own = (copy.courses().value ?? []).filter((course) =>
                        course.term === term.id &&
                        `${codeOf(course.id)} ${course.title}`.toLowerCase().includes(words.toLowerCase())
                    )
                    found.value = own.map((course) => ({
                        ...course,
                        sections: course.sections.length,
                        open: true,
                        seatsKnown: false,
                    }))
                    trouble.value = error instanceof Error ? error.message : String(error)
                },
            )
        }, PAUSE)
        return () => {
            clearTimeout(timer)
            ends.abort()
        }
    })
    effect(() => {
        const isShown = isOpen.value && offered.value.length > 0
        list.hidden = !isShown
        field.ariaExpanded = String(isShown)
        list.replaceChildren(...offered.value.map((course, index) => {
            const row = fill(copyOf('tt-match'), {
                code: apart(`${course.subject} ${course.number}`),
                title: course.title,
                about: aboutOf(course),
            })
            row.id = `tt-match-${index}`
            row.addEventListener('pointerdown', (event) => event.preventDefault())
            row.addEventListener('click', () => take(course))
            return row
        }))
    })
    effect(() => {
        const at = Math.min(chosen.value, offered.value.length - 1)
        Array.from(list.children).forEach((row, index) => (row.ariaSelected = String(index === at)))
        list.children[at]?.scrollIntoView({ block: 'nearest' })
        if (isOpen.value && at >= 0) field.setAttribute('aria-activedescendant', `tt-match-${at}`)
        else field.removeAttribute('aria-activedescendant')
    })
    effect(() => {
        hint.textContent = trouble.value ||
            (text.value && found.value && offered.value.length === 0
                ? found.value.length > 0
                    ? 'That course is chosen.'
                    : `Nothing is called “${text.value}” in this term. Try fewer words, or another term.`
                : '')
    })

    /** @param {CourseSummary | undefined} course */
    function take(course) {
        if (!course) return
        const { courses } = untracked(() => planning.wishes.value)
        if (courses.length >= MOST_COURSES) {
            trouble.value = `A timetable has at most ${MOST_COURSES} courses.`
            return
        }
        planning.change({ courses: [...courses, course.id] })
        say(`${apart(codeOf(course.id))} is chosen: ${counted(courses.length + 1, 'course')}.`)
        field.value = ''
        text.value = ''
        field.focus()
    }

    field.addEventListener('input', () => {
        isOpen.value = true
        text.value = field.value.trim()
    })
    field.addEventListener('focus', () => (isOpen.value = true))
    field.addEventListener('blur', () => (isOpen.value = false))
    field.addEventListener('keydown', (event) => {
        const count = untracked(() => offered.value.length)
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            isOpen.value = true
            if (count > 0) chosen.value = (untracked(() => chosen.value) + (event.key === 'ArrowDown' ? 1 : count - 1)) % count
        } else if (event.key === 'Enter') {
            event.preventDefault()
            take(untracked(() => offered.value[chosen.value] ?? offered.value[0]))
        } else if (event.key === 'Escape') {
            if (untracked(() => isOpen.value) && count > 0) event.stopPropagation()
            isOpen.value = false
        } else if (event.key === 'Backspace' && field.value === '') {
            const { courses } = untracked(() => planning.wishes.value)
            if (courses.length > 0) planning.change({ courses: courses.slice(0, -1) })
        }
    })
    return { field }
}

/** @param {CourseSummary} course */
function aboutOf({ credits, sections, open, seatsKnown }) {
    return [
        credits === null ? '' : `${credits} credits`,
        counted(sections, 'section'),
        seatsKnown && !open ? 'full' : '',
    ].filter(Boolean).join(' · ')
}
