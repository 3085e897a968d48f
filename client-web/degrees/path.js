// The way to the earliest graduation: its terms, the chain that alone takes so long, or why there is no way.

import { keyed } from '../platform/lists.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { full } from '../platform/times.js'
import { apart, counted, span } from '../events/words.js'
import { asked, input, onClick } from '../rooms/asking.js'
import { creditWords } from './grades.js'
import { rebased, withPath } from './moves.js'
import { later, termName, termsFrom } from './terms.js'
import { listed } from './trees.js'

/** @import { PlanTerm } from '../contract.d.ts' */
/** @import { Here } from './plan.js' */

/** @param {HTMLElement} element @param {Here} here */
export function pathPane(element, here) {
    const { planning, catalog, acts, world, open } = here
    const { plan, pathOf, mayEdit } = planning
    const found = computed(() => pathOf.found.value?.body)
    const first = /** @type {HTMLSelectElement} */ (part(element, 'from'))
    const keep = input(element, 'keep')
    const next = later(untracked(() => planning.own.today.value), 1)
    first.replaceChildren(...termsFrom(next, 12).map((term) => new Option(termName(term), term)))
    const query = new Signal('')
    const ask = () => {
        query.value = JSON.stringify({ from: first.value, ...(keep.checked ? { keep: 'true' } : {}) })
        planning.findPath(JSON.parse(query.value))
        isAwaited = true
    }
    let isAwaited = false
    effect(() => {
        const words = found.value?.feasible ? verdictWords() : 'There is no way through this.'
        if (pathOf.isAsking.value || !isAwaited) return
        isAwaited = false
        if (found.value && !untracked(() => pathOf.trouble.value)) world.say(words)
    })
    onClick(element, 'find', ask)
    // Whoever has planned something wants the rest around it, unless the person chose otherwise.
    let isChosen = false
    keep.addEventListener('change', () => (isChosen = true))
    effect(() => {
        const terms = plan.value?.terms
        if (terms && !isChosen) {
            keep.checked = terms.some(({ courses, electives }) => courses.length + (electives ?? []).length > 0)
        }
    })
    fill(element, {
        state: () => {
            if (!plan.value) return ''
            if (!plan.value.programme) {
                return 'Choose a programme in the plan’s settings: then the page finds the earliest way through it.'
            }
            if (plan.value.isNew) return 'The way can be found once the server has the plan.'
            if (pathOf.isAsking.value) return 'Looking for the earliest way …'
            if (pathOf.trouble.value) return pathOf.trouble.value
            if (!found.value) {
                return 'Press “Find the earliest way”: it obeys prerequisites, seasons and the credits of each term.'
            }
            const at = pathOf.found.value?.at ?? ''
            const of = JSON.parse(pathOf.found.value?.of ?? '[]')
            return of[0] === planning.auditKey.value
                ? ''
                : `Found on ${
                    full(new Date(at), { now: world.now.value, zone: world.zone })
                }, before the plan or the record was changed.`
        },
        verdict: () => found.value?.feasible ? verdictWords() : found.value ? 'There is no way through this:' : '',
        proof: () =>
            !found.value?.feasible || !found.value.graduates
                ? ''
                : found.value.optimal
                ? 'Proved: no plan graduates earlier.'
                : 'Not proved: the search stopped early, and an earlier term may be possible.',
        open: () =>
            found.value?.terms.some(({ electives }) => electives.length > 0)
                ? 'Credits without a course are placed without regard to prerequisites and terms.'
                : '',
        assumed: () => {
            const { assumptions, assumed = [] } = found.value ?? {}
            const words = assumptions?.map(({ course, text }) => `${course}: ${apart(text)}`) ?? assumed.map(apart)
            return words.length > 0 ? `Assumed to be met: ${listed(words, 8)}.` : ''
        },
    })
    function verdictWords() {
        if (!found.value?.graduates) return 'Nothing remains to be taken.'
        const terms = found.value.terms.filter(({ courses, electives }) => courses.length + electives.length > 0).length
        return `Graduation at the end of ${termName(found.value.graduates)}, ${counted(terms, 'term')} with courses.`
    }
    effect(() => {
        const { critical = [], because = [] } = found.value ?? {}
        part(element, 'chainLine').hidden = critical.length === 0
        part(element, 'chain').replaceChildren(...critical.map((code) => {
            const row = document.createElement('li')
            const button = document.createElement('button')
            button.textContent = code
            button.addEventListener('click', () => open(code))
            row.append(button)
            return row
        }))
        part(element, 'because').replaceChildren(...because.map(({ detail, courses }) => {
            const names = courses.filter((code) => !detail.includes(code))
            return span(`${apart(detail)}${names.length > 0 ? ` (${listed(names, 6)})` : ''}`, '', 'li')
        }))
        part(element, 'take').hidden = !found.value?.feasible || !found.value.graduates || !mayEdit.value
        part(element, 'asking').hidden = !plan.value?.programme || Boolean(plan.value.isNew)
    })
    const requirement = (/** @type {string | null} */ id) => {
        const programme = catalog.programme(plan.value?.programme ?? '')
        return id === null ? 'any course' : programme?.requirements.find((one) => one.id === id)?.name ?? id
    }
    const terms = computed(() =>
        found.value?.terms.filter(({ courses, electives }) => courses.length + electives.length > 0) ?? []
    )
    keyed(part(element, 'terms'), () => terms.value, ({ term }) => term, (term) =>
        fill(copyOf('dg-path-term'), {
            name: () => termName(term.value.term),
            courses: () => term.value.courses.join(', '),
            electives: () =>
                term.value.electives.map(({ requirement: id, credits }) =>
                    `${creditWords(credits)} of ${apart(requirement(id))}`
                ).join(', '),
            credits: () =>
                creditWords(
                    term.value.courses.reduce((sum, code) => sum + catalog.credits(code), 0) +
                        term.value.electives.reduce((sum, { credits }) => sum + credits, 0),
                ),
        }))
    onClick(element, 'take', () => void takeIt())
    async function takeIt() {
        const path = untracked(() => found.value)
        const before = untracked(() => plan.value)?.terms ?? []
        if (!path) return
        const courses = before.filter(({ term }) => term >= path.from).flatMap(({ courses }) => courses)
        const going = courses.filter((code) => !path.terms.some((term) => term.courses.includes(code)))
        if (going.length > 0) {
            const words = `These courses are not on it and go out of the plan: ${listed(going, 12)}.`
            if (await asked({ title: 'Take the path into the plan?', words, action: 'Take it' }) === undefined) return
        }
        /** @type {{ was: PlanTerm[], is: PlanTerm[] } | undefined} */
        let made
        // What was done since stays.
        const back = (/** @type {readonly PlanTerm[]} */ now) =>
            made && (rebased({ terms: made.is }, { terms: made.was }, { terms: [...now] }).terms ?? undefined)
        const take = (/** @type {readonly PlanTerm[]} */ now) => {
            made = { was: [...now], is: withPath(now, path.terms, path.from) }
            return made.is
        }
        await acts.terms(take, 'The path is in the plan now.', () => void acts.terms(back, 'The path is out of the plan.'))
    }
    return {
        /** Shows this part, and searches. */
        begin: () => {
            here.show('path')
            if (part(element, 'asking').hidden) return
            part(element, 'find').focus()
            ask()
        },
    }
}
