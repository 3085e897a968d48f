// Finding a course in the catalog, and joining its sections.

import { keyed } from '../platform/lists.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { asked, attempt, input, onClick } from '../rooms/asking.js'
import { apart, codeOf, counted } from '../events/words.js'
import { correctedLinks, correctedTrees, readAttributes } from './corrected.js'
import { Choice, offerLinks } from './linked.js'
import { clashes, meetingsWords, ownSections, seatWords } from './meetings.js'

/** @import { Course, CourseRequirements, CourseSummary, Section, Term } from '../contract.d.ts' */
/** @import { Place } from '../platform/router.js' */
/** @import { World } from '../shell/world.js' */

const PAUSE = 300
/** So many other terms are asked where one has nothing. */
const OTHERS = 3

/**
 * @param {{ readonly value: Place }} place @param {World} world @param {HTMLElement} element
 * @param {() => Promise<unknown>} hasAsked called after somebody asked to be let in
 */
export function finding(place, world, element, hasAsked) {
    const { call } = world
    const field = input(element, 'q')
    const terms = /** @type {HTMLSelectElement} */ (part(element, 'term'))
    const trouble = part(element, 'findTrouble')
    const query = computed(() => place.value.query['q'] ?? '')
    const term = new Signal(place.value.query['term'] ?? '')
    /** @type {Signal<{ items: readonly CourseSummary[], next: string | null, of: string }>} */
    const found = new Signal({
        items: /** @type {readonly CourseSummary[]} */ ([]),
        next: /** @type {string | null} */ (null),
        of: '',
    })
    const [isAsking, isBroken] = [new Signal(false), new Signal(false)]
    /** Other terms that have what this one lacks. @type {Signal<readonly { term: Term, count: string }[]>} */
    const elsewhere = new Signal(/** @type {readonly { term: Term, count: string }[]} */ ([]))
    /** @type {readonly Term[]} */
    let allTerms = []

    field.value = query.value
    const go = () => {
        const pairs = [['q', field.value.trim()], ['term', terms.value]].filter(([, value]) => value)
        world.go(`/courses${pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''}`, { replaces: true })
    }
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer
    field.addEventListener('input', () => {
        clearTimeout(timer)
        timer = setTimeout(go, PAUSE)
    })
    part(element, 'find').addEventListener('submit', (submit) => {
        submit.preventDefault()
        clearTimeout(timer)
        go()
    })
    terms.addEventListener('change', () => {
        term.value = terms.value
        go()
    })
    void attempt(trouble, async () => {
        const { body } = await call('GET', '/v1/terms?limit=20')
        const items = /** @type {Term[]} */ (body.items ?? [])
        allTerms = items
        terms.replaceChildren(...items.map(({ id, name }) => new Option(name, id)))
        const wanted = term.value || (items.find(({ current }) => current) ?? items[0])?.id || ''
        terms.value = wanted
        term.value = wanted
    })

    /** @param {string} of @param {string} [after] @param {AbortSignal} [signal] */
    async function ask(of, after = '', signal) {
        const body = await page(term.value, of, after, signal)
        if (signal?.aborted) return
        const before = after ? untracked(() => found.value.items) : []
        found.value = { items: [...before, ...body.items], next: body.next, of }
        if (found.value.items.length > 0) return
        const others = allTerms.filter(({ id }) => id !== untracked(() => term.value)).slice(0, OTHERS)
        const pages = await Promise.all(others.map(({ id }) => page(id, of, '', signal)))
        if (signal?.aborted) return
        elsewhere.value = others.map((term, index) => {
            const { items, next } = pages[index] ?? { items: [], next: null }
            return { term, count: items.length > 0 ? `${counted(items.length, 'course')}${next ? ', and more,' : ''}` : '' }
        }).filter(({ count }) => count)
    }
    /** @param {string} term @param {string} of @param {string} after @param {AbortSignal} [signal] @returns {Promise<{ items: CourseSummary[], next: string | null }>} */
    async function page(term, of, after, signal) {
        const pairs = [['q', of], ['limit', '20'], ['after', after]].filter(([, value]) => value)
        const path = `/v1/terms/${encodeURIComponent(term)}/courses?${new URLSearchParams(pairs)}`
        return (await call('GET', path, signal ? { signal } : {})).body
    }
    effect(() => {
        const of = query.value
        elsewhere.value = []
        if (!of || !term.value) {
            found.value = { items: [], next: null, of: '' }
            isAsking.value = false
            return
        }
        const ends = new AbortController()
        isAsking.value = true
        isBroken.value = false
        void attempt(trouble, () => ask(of, '', ends.signal)).then((isWell) => {
            if (ends.signal.aborted) return
            isAsking.value = false
            isBroken.value = !isWell
        })
        return () => ends.abort()
    })

    keyed(part(element, 'results'), () => found.value.items, ({ id }) => id, (course) => resultRow(world, course, hasAsked))
    keyed(part(element, 'elsewhere'), () => elsewhere.value, ({ term }) => term.id, (other) => {
        const row = copyOf('other-term')
        fill(row, { other: () => `${other.value.count} in ${apart(other.value.term.name)}` })
        onClick(row, 'other', () => {
            terms.value = term.value = other.value.term.id
            go()
            field.focus()
        })
        return row
    })
    onClick(element, 'more', () => void attempt(trouble, () => ask(found.value.of, found.value.next ?? '')))
    effect(() => {
        part(element, 'more').hidden = found.value.next === null
        const state = part(element, 'state')
        const count = found.value.items.length
        state.textContent = isAsking.value
            ? 'Looking …'
            : isBroken.value
            ? ''
            : !query.value
            ? 'Type a code, such as CMPT 225, a title, or an instructor.'
            : count === 0
            ? `Nothing is called “${query.value}” in this term. ${
                elsewhere.value.length > 0 ? 'Another term has it:' : 'Try fewer words, or another term.'
            }`
            : `${counted(count, 'course')}${found.value.next ? ', and more' : ''}`
    })
}

/** @param {World} world @param {{ readonly value: CourseSummary }} summary @param {() => Promise<unknown>} hasAsked */
function resultRow(world, summary, hasAsked) {
    const row = copyOf('found-course')
    const details = /** @type {HTMLDetailsElement} */ (part(row, 'details'))
    const { call } = world
    const { id } = summary.value
    /** @type {Signal<Course | undefined>} */
    const course = new Signal(/** @type {Course | undefined} */ (undefined))
    /** @type {Signal<CourseRequirements | undefined>} */
    const requirements = new Signal(/** @type {CourseRequirements | undefined} */ (undefined))
    fill(row, {
        code: codeOf(id),
        title: () => summary.value.title,
        about: () =>
            [
                summary.value.credits === null ? '' : `${summary.value.credits} credits`,
                counted(summary.value.sections, 'section'),
                summary.value.seatsKnown ? (summary.value.open ? 'seats free' : 'full') : '',
            ].filter(Boolean).join(' · '),
        description: () => course.value?.description ?? '',
        prerequisites: () => {
            const text = course.value?.prerequisites ?? ''
            return text && !/^(pre|co)-?req/i.test(text) ? `Prerequisites: ${text}` : text
        },
        corrected: () => [correctedTrees(requirements.value), readAttributes(requirements.value)].filter(Boolean).join(' '),
        linksCorrected: () => correctedLinks(course.value),
    })
    details.addEventListener('toggle', () => {
        if (!details.open || course.value) return
        void attempt(part(row, 'trouble'), async () => {
            const path = `/v1/courses/${encodeURIComponent(id)}`
            course.value = (await call('GET', path)).body
            // What was corrected stands beside what was imported. Without an answer, the course is shown all the same.
            requirements.value = (await call('GET', `${path}/requirements`).catch(() => undefined))?.body
        })
    })
    const held = computed(() => new Set((world.copy.enrollments().value ?? []).map(({ section }) => section ?? '')))
    const choice = new Choice(course, held)
    keyed(part(row, 'sections'), () => course.value?.sections ?? [], ({ id }) => id, (section) => {
        return sectionRow(world, section, choice)
    })
    offerLinks(part(row, 'linked'), choice)
    /** What was chosen when it was told that something is missing. @type {readonly string[] | undefined} */
    let warned
    const isIn = computed(() => world.copy.enrollments().value?.some((place) => place.course === id) ?? false)
    effect(() => {
        part(row, 'in').hidden = !isIn.value
        part(row, 'join').hidden = (course.value?.sections.length ?? 0) === 0
    })
    const link = /** @type {HTMLAnchorElement} */ (part(row, 'in'))
    link.href = `/c/${encodeURIComponent(id)}`
    link.textContent = `You are in it. Open ${codeOf(id)}`
    onClick(row, 'join', () =>
        void attempt(part(row, 'trouble'), async () => {
            const sections = choice.chosen.value
            if (sections.length === 0) throw new Error('Choose your sections first, such as the lecture and your lab.')
            const [missing] = choice.missing
            if (missing && warned !== sections) {
                warned = sections
                part(row, 'linked').querySelector('select')?.focus()
                throw new Error(
                    `${missing.section.code} goes with one ${missing.kind}. Choose it, or press Join again to join without.`,
                )
            }
            const { status, body } = await call('POST', '/v1/me/enrollments', { body: { sections } })
            const isAsked = status === 202 || (body?.waiting?.length ?? 0) > 0
            await hasAsked()
            fill(row, { joined: isAsked ? 'You have asked. The staff of the course decide.' : `You are in ${codeOf(id)} now.` })
            choice.chosen.value = []
        }))
    return row
}

/** @param {World} world @param {{ readonly value: Section }} section @param {Choice} choice */
function sectionRow({ copy, call, say }, section, choice) {
    const row = copyOf('section-row')
    const box = input(row, 'box')
    box.value = section.value.id
    const own = computed(() => ownSections(copy.courses().value ?? [], copy.enrollments().value ?? []))
    const isIn = computed(() => own.value.some((other) => other.section.id === section.value.id))
    fill(row, {
        code: () => `${section.value.code} ${section.value.kind}`,
        meetings: () => meetingsWords(section.value),
        people: () => section.value.instructors.join(', '),
        seats: () => isIn.value ? 'you are in it' : seatWords(section.value),
        clash: () => {
            const others = own.value.filter((other) => clashes(section.value, [other.section]).length > 0)
            if (others.length > 0) {
                return `clashes with your ${
                    others.map(({ course, section }) => `${codeOf(course.id)} ${section.code}`).join(', ')
                }`
            }
            const chosen = clashes(section.value, choice.sections)
            return chosen.length > 0 ? `clashes with ${chosen.map(({ code }) => code).join(', ')}, which you chose` : ''
        },
    })
    effect(() => void (box.disabled = isIn.value))
    effect(() => {
        const places = copy.enrollments().value ?? []
        // Staff of a section are taken off it by other staff.
        part(row, 'leave').hidden = !places.some((place) => place.section === section.value.id && place.role === 'student')
        part(row, 'leave').ariaLabel = `Leave ${apart(section.value.code)}`
    })
    onClick(row, 'leave', () =>
        void attempt(part(row, 'trouble'), async () => {
            const places = copy.enrollments().value ?? []
            const course = places.find((place) => place.section === section.value.id)?.course ?? ''
            const goes = places.filter((place) => place.course === course).length > 1
                ? 'What is posted to this section alone goes'
                : `It is your only section of ${codeOf(course)}: all posts of the course go`
            const answer = await asked({
                title: `Leave ${apart(section.value.code)}?`,
                words: `${goes} from all your devices. What you wrote stays in the course.`,
                action: 'Leave',
            })
            if (answer === undefined) return
            await call('DELETE', `/v1/me/enrollments/${encodeURIComponent(section.value.id)}`)
            say(`You have left ${apart(section.value.code)}.`)
        }))
    effect(() => void (box.checked = choice.chosen.value.includes(section.value.id)))
    box.addEventListener('change', () => choice.set(section.value, box.checked))
    return row
}
