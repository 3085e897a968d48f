// What grades would do to the average; nothing is stored.

import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { keyed } from '../platform/lists.js'
import { attempt, input, onClick } from '../rooms/asking.js'
import { codeIn } from './catalog.js'
import { averageWords, creditWords, gradeIn, gradePoints, hasValue, hundredths, whatIf } from './grades.js'

/** @import { RecordItem } from '../contract.d.ts' */
/** @import { Catalog } from './catalog.js' */
/** @import { Guess, Scale } from './grades.js' */

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

/** @param {HTMLElement} element @param {{ items: () => readonly RecordItem[], scale: () => Scale, catalog: Catalog }} own */
export function whatIfForm(element, { items, scale, catalog }) {
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
    fill(element, {
        now: () => averageWords(answer.value.before),
        then: () => guesses.value.some(({ grade }) => grade !== null) ? averageWords(answer.value.after) : '',
        needed: () => answerWords(answer.value, target.value),
    })
    effect(() => void (part(element, 'thenLine').hidden = !guesses.value.some(({ grade }) => grade !== null)))
}
