// The terms of a plan as columns, and courses as cards. A card is dragged to another term, moved by keys, or by its menu.

import { keyed } from '../platform/lists.js'
import { computed, effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { apart, counted } from '../events/words.js'
import { onClick } from '../rooms/asking.js'
import { listenToDrags } from './drags.js'
import { limitsOf } from './form.js'
import { creditWords } from './grades.js'
import { later, seasonOf, termName, termsFrom } from './terms.js'

/** @import { DegreeElective, PlanTerm } from '../contract.d.ts' */
/** @import { Here } from './plan.js' */

/** A card: a course, or credits without one. @typedef {{ key: string, term: string, code: string, elective?: DegreeElective, place?: number }} Card */

/** @param {PlanTerm} term @returns {Card[]} */
const cardsOf = ({ term, courses, electives = [] }) => [
    ...courses.map((code) => ({ key: code, term, code })),
    ...electives.map((elective, place) => ({ key: `elective ${place}`, term, code: '', elective, place })),
]

/** @param {HTMLElement} element @param {Here} here */
export function board(element, here) {
    const { planning, catalog, acts } = here
    const { plan, problems, mayEdit } = planning
    const columns = part(element, 'columns')
    const taken = computed(() => planning.check.found.value?.body.taken ?? [])
    const critical = computed(() => new Set(planning.pathOf.found.value?.body.critical ?? []))

    fill(element, { takenSum: () => takenWords() })
    function takenWords() {
        const credits = taken.value.reduce((sum, item) => sum + catalog.creditsOfItem(item), 0)
        return `${counted(taken.value.length, 'course')}, ${creditWords(credits)}`
    }
    effect(() => void (part(element, 'taken').hidden = taken.value.length === 0))
    keyed(
        part(element, 'takenList'),
        () => taken.value.map((item, place) => ({ ...item, place })),
        ({ place }) => place,
        (item) =>
            fill(copyOf('dg-taken'), {
                sign: () => item.value.inProgress ? '▸' : '✓',
                code: () => item.value.course,
                about: () =>
                    [
                        item.value.term ? termName(item.value.term) : '',
                        item.value.inProgress ? 'in progress' : item.value.kind === 'taken' ? '' : item.value.kind,
                    ].filter(Boolean).join(', '),
            }),
    )

    keyed(columns, () => plan.value?.terms ?? [], ({ term }) => term, (term) => {
        const column = copyOf('dg-column')
        const name = untracked(() => term.value.term)
        const limit = computed(() => limitsOf(plan.value?.creditsPerTerm ?? null)[seasonOf(name)] ?? 0)
        const credits = computed(() => {
            const { courses, electives = [] } = term.value
            return courses.reduce((sum, code) => sum + catalog.credits(code), 0) +
                electives.reduce((sum, { credits }) => sum + credits, 0)
        })
        const own = computed(() => problems.value.filter((problem) => problem.term === name && problem.course === null))
        column.dataset['term'] = name
        fill(column, {
            name: termName(name),
            credits: () => `${credits.value} of ${limit.value} credits`,
            problems: () => own.value.map(({ detail }) => apart(detail)).join(' '),
            empty: () => mayEdit.value ? 'No course yet. Add one under Courses, or drag one here.' : 'No courses.',
        })
        effect(() => {
            const isEmpty = cardsOf(term.value).length === 0
            column.classList.toggle('over', credits.value > limit.value)
            column.classList.toggle('past', name < planning.own.today.value)
            part(column, 'empty').hidden = !isEmpty
            part(column, 'take').hidden = !isEmpty || !mayEdit.value
        })
        part(column, 'take').ariaLabel = `Take ${termName(name)} out of the plan`
        onClick(column, 'take', () => void acts.takeTerm(name))
        keyed(part(column, 'cards'), () => cardsOf(term.value), ({ key }) => key, (card) => cardRow(here, card, critical))
        return column
    })

    const more = /** @type {HTMLSelectElement} */ (part(element, 'moreTerms'))
    effect(() => {
        const names = plan.value?.terms.map(({ term }) => term) ?? []
        const from = names[0] ?? planning.own.today.value
        const free = termsFrom(later(from, -3), 3 * 8 + names.length).filter((term) => !names.includes(term))
        const last = names.at(-1)
        more.replaceChildren(...free.map((term) => new Option(termName(term), term)))
        const limits = limitsOf(plan.value?.creditsPerTerm ?? null)
        more.value = free.find((term) => (!last || term > last) && (limits[seasonOf(term)] ?? 0) > 0) ?? free[0] ?? ''
        for (const name of ['adding', 'hint']) part(element, name).hidden = !mayEdit.value
    })
    onClick(element, 'addTerm', () => more.value && void acts.addTerm(more.value))
    effect(() => {
        const isEmpty = plan.value?.terms.every((term) => cardsOf(term).length === 0) ?? false
        part(element, 'begin').hidden = !isEmpty || !mayEdit.value
    })
    fill(element, {
        beginWords: () =>
            plan.value?.programme
                ? 'The plan is empty. Fill it with the earliest path to your degree, or add courses under Courses.'
                : 'The plan is empty. Choose a programme in its settings, so that the page knows what your degree needs; or add courses under Courses.',
    })
    effect(() => void (part(element, 'fillIt').hidden = !plan.value?.programme))
    const whole = /** @type {HTMLElement} */ (element.closest('.dg-plan') ?? element)
    listenToDrags(whole, {
        mayDrag: () => untracked(() => mayEdit.value),
        move: (thing, from, to) => void acts.move(thing, from, to),
        add: (code, to) => void acts.add(code, to),
    })
}

/** @param {Here} here @param {{ readonly value: Card }} card @param {{ readonly value: ReadonlySet<string> }} critical */
function cardRow({ planning, catalog, open }, card, critical) {
    const { problems, mayEdit } = planning
    const row = copyOf('dg-card')
    const { term, code, place, elective } = untracked(() => card.value)
    const own = computed(() => code ? problems.value.filter((problem) => problem.term === term && problem.course === code) : [])
    const isCritical = computed(() => critical.value.has(code))
    row.dataset['term'] = term
    if (code) row.dataset['code'] = code
    else row.dataset['place'] = String(place)
    const requirement = computed(() => {
        const id = card.value.elective?.requirement ?? elective?.requirement
        if (!id) return 'any course'
        const programme = catalog.programme(planning.plan.value?.programme ?? '')
        return programme?.requirements.find((one) => one.id === id)?.name ?? id
    })
    fill(row, {
        code: () => code || apart(requirement.value),
        title: () => code ? apart(catalog.titleOf(code)) : 'Credits without a course',
        credits: () => code ? catalog.creditsText(code) : String(card.value.elective?.credits ?? 0),
        sign: () => isCritical.value ? '◆' : '',
        signWords: () => isCritical.value ? 'on the critical chain' : '',
    })
    effect(() => {
        row.draggable = mayEdit.value
        const [open_, kept] = [own.value.filter(({ accepted }) => !accepted), own.value.filter(({ accepted }) => accepted)]
        row.classList.toggle('bad', open_.some(({ unsure }) => !unsure))
        row.classList.toggle('unsure', open_.length > 0 && open_.every(({ unsure }) => unsure))
        row.classList.toggle('elective', code === '')
        row.classList.toggle('critical', isCritical.value)
        part(row, 'problems').replaceChildren(...[...open_, ...kept].map(({ detail, accepted, unsure }) => {
            const line = fill(copyOf('dg-problem'), {
                sign: accepted ? '✓' : unsure ? '?' : '!',
                detail: `${accepted ? 'Kept knowingly: ' : ''}${apart(detail)}`,
            })
            line.className = accepted ? 'kept' : unsure ? 'unsure' : 'bad'
            return line
        }))
    })
    onClick(row, 'open', () => open(code || `elective ${place}`, term))
    return row
}
