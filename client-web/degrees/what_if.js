// What grades would do to the average and to a plan; nothing is stored.

import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { keyed } from '../platform/lists.js'
import { attempt, input, onClick } from '../rooms/asking.js'
import { apart } from '../events/words.js'
import { codeIn } from './catalog.js'
import { consequencesOf, standings } from './consequences.js'
import { averageWords, creditWords, gradeIn, gradePoints, hasValue, hundredths, whatIf } from './grades.js'
import { keptAnswer } from './kept.js'

/** @import { RecordItem } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Catalog } from './catalog.js' */
/** @import { Standing } from './consequences.js' */
/** @import { Guess, Scale } from './grades.js' */
/** @import { PlanRow, Kept } from './kept.js' */

/** A target such as `3.5`, in hundredths; undefined if there is none. @param {string} text */
export function targetIn(text) {
    if (!text.trim()) return undefined
    const found = Number(text.trim().replace(',', '.'))
    if (!(found >= 0 && found <= 4.33)) throw new Error('Write a grade point average such as 3.5.')
    return Math.round(found * 100)
}

/** @param {ReturnType<typeof whatIf>} answer @param {number | undefined} target */
export function answerWords({ after, asked, needed, isOutOfReach, best }, target) {
    if (target === undefined) return ''
    const goal = `For a GPA of ${gradePoints(target)}:`
    const over = `over ${creditWords(asked)}`
    if (needed === undefined) {
        const now = hundredths(after)
        return now !== undefined && now >= target ? `${goal} these grades reach it.` : `${goal} these grades do not reach it.`
    }
    if (needed === 0) return `${goal} any grades ${over} will do.`
    return isOutOfReach
        ? `${goal} out of reach. The best grades ${over} give ${gradePoints(best ?? 0)}.`
        : `${goal} an average of ${gradePoints(needed)} ${over}.`
}

/**
 * @param {HTMLElement} element @param {World} world
 * @param {{ items: () => readonly RecordItem[], plans: () => readonly PlanRow[], scale: () => Scale, catalog: Catalog }} own
 */
export function whatIfForm(element, world, { items, plans, scale, catalog }) {
    const guesses = new Signal(/** @type {readonly Guess[]} */ ([]))
    const target = new Signal(/** @type {number | undefined} */ (undefined))
    const trouble = part(element, 'trouble')
    const [course, grade, wanted] = [input(element, 'course'), input(element, 'grade'), input(element, 'target')]
    const answer = computed(() => whatIf(items(), guesses.value, target.value, scale(), catalog.creditsOfItem))
    const add = () => {
        const code = codeIn(course.value)
        if (!code) throw new Error('Write the code of a course, such as CMPT 225.')
        const given = gradeIn(grade.value)
        if (given && !hasValue(given)) throw new Error(`“${given}” does not count for an average. Try B+ or 83%.`)
        guesses.value = [...untracked(() => guesses.value).filter((one) => one.course !== code), {
            course: code,
            grade: given || null,
        }]
        course.value = grade.value = ''
        course.focus()
        void catalog.know([code])
        return Promise.resolve()
    }
    part(element, 'form').addEventListener('submit', (event) => {
        event.preventDefault()
        void attempt(trouble, add)
    })
    wanted.addEventListener('input', () =>
        void attempt(trouble, async () => {
            target.value = targetIn(wanted.value)
            await Promise.resolve()
        }))
    keyed(part(element, 'guesses'), () => guesses.value, ({ course }) => course, (guess) => {
        const row = fill(copyOf('dg-guess'), {
            words: () => `${guess.value.course}: ${guess.value.grade ?? 'which grade?'}`,
        })
        part(row, 'remove').ariaLabel = `Without ${untracked(() => guess.value.course)}`
        onClick(row, 'remove', () => {
            guesses.value = untracked(() => guesses.value).filter(({ course }) => course !== guess.value.course)
            course.focus()
        })
        return row
    })
    effect(() => {
        const open = items().filter(({ inProgress, grade, kind }) => kind === 'taken' && (inProgress || grade === null))
        part(element, 'open').replaceChildren(
            ...[...new Set(open.map(({ course }) => course))].map((code) => new Option('', code)),
        )
    })
    const isAsked = computed(() => guesses.value.some(({ grade }) => grade !== null))
    planPart(element, world, { plans, catalog, answer, isAsked, items })
    fill(element, {
        now: () => averageWords(answer.value.before),
        then: () => isAsked.value ? averageWords(answer.value.after) : '',
        needed: () => answerWords(answer.value, target.value),
    })
    effect(() => void (part(element, 'thenLine').hidden = !isAsked.value))
}

/**
 * What else changes in a plan: the server counts it.
 * @param {HTMLElement} element @param {World} world
 * @param {{ plans: () => readonly PlanRow[], catalog: Catalog, answer: { readonly value: ReturnType<typeof whatIf> }, isAsked: { readonly value: boolean }, items: () => readonly RecordItem[] }} own
 */
function planPart(element, world, { plans, catalog, answer, isAsked, items }) {
    const select = /** @type {HTMLSelectElement} */ (part(element, 'plan'))
    const chosen = new Signal('')
    const kept = /** @type {Kept<Standing[]>} */ (keptAnswer(world, ''))
    const there = computed(() => plans().filter(({ isNew }) => !isNew))
    const plan = computed(() => there.value.find(({ id }) => id === chosen.value) ?? there.value[0])
    const of = computed(() => isAsked.value && plan.value ? JSON.stringify([plan.value, answer.value.items]) : '')
    effect(() => {
        select.replaceChildren(...there.value.map(({ id, name }) => new Option(name, id)))
        select.value = plan.value?.id ?? ''
        part(element, 'whichPlan').hidden = there.value.length < 2
    })
    select.addEventListener('change', () => (chosen.value = select.value))
    effect(() => {
        const [key, row] = [of.value, plan.value]
        if (!key || !row || !catalog.isLive.value) return
        const records = untracked(() => [items(), answer.value.items])
        untracked(() => kept.ask(key, async () => ({ body: await standings(world, catalog, row, records) })))
    })
    const found = computed(() => of.value && kept.found.value?.of === of.value ? kept.found.value.body : undefined)
    const changes = computed(() => {
        const [before, after] = found.value ?? []
        return before && after ? consequencesOf(before, after, catalog.programme(plan.value?.programme ?? '')) : []
    })
    keyed(
        part(element, 'changes'),
        () => changes.value,
        ({ words }) => words,
        (change) =>
            fill(copyOf('dg-change'), { sign: () => change.value.isWorse ? '!' : '✓', words: () => change.value.words }),
    )
    fill(element, {
        planWords: () => {
            if (!of.value || !plan.value) return ''
            if (found.value) {
                return `${apart(plan.value.name)}: ${changes.value.length > 0 ? 'this changes.' : 'nothing changes.'}`
            }
            if (!catalog.isLive.value) return 'What changes in your plan is counted once the server is reached.'
            return kept.isAsking.value ? 'Counting …' : kept.trouble.value
        },
    })
}
