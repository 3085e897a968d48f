// The record: what one has taken, with averages. Changes wait in the outbox as a whole record, so another device's are not lost.

import { keyed } from '../platform/lists.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { apart, counted } from '../events/words.js'
import { asked, attempt, input, onClick, onSubmit, THROW_BEGUN } from '../rooms/asking.js'
import { codeIn } from './catalog.js'
import { creditsIn } from './form.js'
import { averagesOf, averageWords, creditWords, gradeIn, isGrade, meets } from './grades.js'
import { mergedItems } from './moves.js'
import { change } from './planning.js'
import { later, termName, termsFrom } from './terms.js'
import { whatIfForm } from './what_if.js'

/** @import { RecordItem } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Catalog } from './catalog.js' */
/** @import { Scale } from './grades.js' */
/** @import { Own } from './planning.js' */

const SCALE = 'kept /degree scale'
/** @param {RecordItem} item */
const keyOf = ({ course, term, kind }) => `${course} ${term} ${kind}`
/** @param {readonly RecordItem[]} all */
const unique = (all) => all.map((item, place) => ({ item, key: `${keyOf(item)} ${place}` }))
/** @param {RecordItem} one @param {RecordItem} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other)
/** @param {RecordItem} one @param {RecordItem} other */
const inOrder = (one, other) => (one.course < other.course ? -1 : 1)

/** @param {HTMLElement} element @param {World} world @param {Own} own @param {Catalog} catalog */
export function recordPane(element, world, own, catalog) {
    const { drafts, outbox, say, copy, call } = world
    const trouble = part(element, 'trouble')
    const scale = new Signal(/** @type {Scale} */ ('4.33'))
    void drafts.text(SCALE).then((text) => (scale.value = text === '4.0' ? '4.0' : '4.33'))
    const items = computed(() => own.record.value?.items ?? [])
    const averages = computed(() => averagesOf(items.value, scale.value, catalog.creditsOfItem))
    effect(() => {
        const codes = items.value.map(({ course }) => course)
        if (catalog.isLive.value && codes.length > 0) untracked(() => void catalog.know(codes))
    })
    const scaleSelect = /** @type {HTMLSelectElement} */ (part(element, 'scale'))
    effect(() => void (scaleSelect.value = scale.value))
    scaleSelect.addEventListener('change', () => {
        scale.value = scaleSelect.value === '4.0' ? '4.0' : '4.33'
        void drafts.keep(SCALE, scale.value)
    })
    const counting = computed(() => items.value.filter((item) => meets(item)))
    fill(element, {
        average: () => averageWords(averages.value.all),
        sum: () => {
            const done = counting.value.filter(({ inProgress }) => !inProgress)
            const sum = done.reduce((sum, item) => sum + catalog.creditsOfItem(item), 0)
            return `${counted(items.value.length, 'course')}, ${creditWords(sum)} done`
        },
        waits: () =>
            own.record.value?.waits && !copy.isLive.value
                ? 'Your changes wait for the network; they are sent by themselves.'
                : '',
    })
    effect(() => {
        part(element, 'none').hidden = own.record.value === undefined || items.value.length > 0
        part(element, 'whole').hidden = items.value.length === 0
    })

    const groups = computed(() => {
        const byTerm = Map.groupBy(items.value, ({ term }) => term ?? '')
        return [...byTerm].sort(([one], [other]) => (one < other ? 1 : -1)).map(([term, all]) => ({
            term,
            all: all.sort(inOrder),
        }))
    })
    keyed(part(element, 'terms'), () => groups.value, ({ term }) => term, (group) => {
        const made = copyOf('dg-record-term')
        fill(made, {
            name: () => termName(group.value.term || null),
            average: () => {
                const own = averages.value.terms.get(group.value.term || null)
                return own ? averageWords(own) : ''
            },
        })
        keyed(part(made, 'items'), () => unique(group.value.all), ({ key }) => key, (row) => {
            const line = copyOf('dg-record-item')
            const { code } = { code: untracked(() => row.value.item.course) }
            fill(line, {
                code,
                title: () => apart(catalog.titleOf(code)),
                grade: () => row.value.item.inProgress ? 'in progress' : row.value.item.grade ?? '',
                about: () => {
                    const { kind, reason } = row.value.item
                    const credits = catalog.creditsOfItem(row.value.item)
                    const parts = [
                        kind === 'waiver' ? '' : creditWords(credits),
                        kind === 'taken' ? '' : kind,
                        reason ? apart(reason) : '',
                    ]
                    return parts.filter(Boolean).join(' · ')
                },
            })
            effect(() => {
                line.classList.toggle('fails', !meets(row.value.item))
                part(line, 'edit').ariaLabel = `Change ${code}`
                part(line, 'remove').ariaLabel = `Take ${code} out of the record`
            })
            onClick(line, 'edit', () => edit(row.value.item))
            onClick(line, 'remove', () => void remove(row.value.item))
            return line
        })
        return made
    })
    /** @param {(items: readonly RecordItem[]) => RecordItem[]} make @param {{ unknown?: boolean, decides?: boolean }} [how] whether unknown courses are meant, and what was refused is in it */
    const put = (make, { unknown = false, decides = false } = {}) =>
        change(
            world,
            'record',
            () => own.record.value && { ...own.record.value, id: copy.account.value?.id ?? '' },
            (record) => {
                if (record.refused && !decides) throw new Error('First decide about the change that was not saved.')
                return {
                    patch: { items: make(record.items), ...(unknown ? { unknown: true } : {}) },
                    base: { items: record.items },
                }
            },
        )
    /** @param {RecordItem} item */
    async function remove(item) {
        const without = (/** @type {readonly RecordItem[]} */ items) => items.filter((one) => !isSame(one, item))
        const title = `Take ${apart(item.course)} out of the record?`
        if (await asked({ title, words: 'Its grade goes too. Your plans stay.', action: 'Take out' }) === undefined) return
        if (await attempt(trouble, () => put(without))) say(`${item.course} is out of the record.`)
    }

    // The form adds a course, or changes one.
    const form = /** @type {HTMLFormElement} */ (part(element, 'form'))
    const field = (
        /** @type {string} */ name,
    ) => /** @type {HTMLInputElement | HTMLSelectElement} */ (form.elements.namedItem(name))
    const progress = input(form, 'inProgress')
    const terms = /** @type {HTMLSelectElement} */ (field('term'))
    const today = untracked(() => own.today.value)
    terms.replaceChildren(
        new Option('none', ''),
        ...termsFrom(later(today, -3 * 12), 3 * 12 + 2).reverse().map((term) => new Option(termName(term), term)),
    )
    terms.value = later(today, -1)
    /** @type {RecordItem | undefined} */
    let editing
    const formTrouble = part(form, 'formTrouble')
    /** @param {RecordItem} item */
    function edit(item) {
        editing = item
        field('course').value = item.course
        if (item.term && ![...terms.options].some(({ value }) => value === item.term)) {
            terms.append(new Option(termName(item.term), item.term))
        }
        terms.value = item.term ?? ''
        field('grade').value = item.grade ?? ''
        field('credits').value = item.credits === null ? '' : String(item.credits)
        field('kind').value = item.kind
        progress.checked = item.inProgress
        fill(form, { save: 'Save' })
        part(form, 'cancel').hidden = false
        open()
    }
    function clear() {
        editing = undefined
        for (const name of ['course', 'grade', 'credits']) field(name).value = ''
        field('kind').value = 'taken'
        progress.checked = false
        fill(form, { save: 'Add' })
        part(form, 'cancel').hidden = true
        formTrouble.textContent = ''
    }
    const details = /** @type {HTMLDetailsElement} */ (part(element, 'adding'))
    function open() {
        details.open = true
        field('course').focus()
    }
    onClick(form, 'cancel', clear)
    onClick(element, 'first', open)
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer
    effect(() => () => clearTimeout(timer))
    const matches = part(form, 'matches')
    field('course').addEventListener('input', () => {
        clearTimeout(timer)
        const text = field('course').value.trim()
        if (!text) return
        timer = setTimeout(
            () =>
                void call('GET', `/v1/courses?${new URLSearchParams({ q: text.slice(0, 100), limit: '8' })}`).then(
                    ({ body }) => {
                        catalog.learn(body.items)
                        matches.replaceChildren(...body.items.map(({ code = '', title = '' }) => new Option(title, code)))
                    },
                    () => {},
                ),
            200,
        )
    })
    onSubmit(form, formTrouble, async () => {
        const item = read()
        const before = editing
        await put((items) => {
            if (before && !items.some((one) => isSame(one, before))) {
                throw new Error(`${before.course} was changed meanwhile. Look again.`)
            }
            return [...items.filter((one) => !before || !isSame(one, before)), item]
        })
        say(`${item.course} is in the record.`)
        clear()
        field('course').focus()
    })
    /** @returns {RecordItem} */
    function read() {
        const course = codeIn(field('course').value)
        if (!course) throw new Error('Write the code of a course, such as CMPT 225.')
        const grade = gradeIn(field('grade').value)
        if (grade && !isGrade(grade)) throw new Error(`“${grade}” is not a grade. Try B+, 83% or P.`)
        if (grade && progress.checked) throw new Error('A course in progress has no grade yet.')
        const credits = field('credits').value.trim()
        return {
            course,
            term: terms.value || null,
            credits: credits ? creditsIn(credits, 'Credits') : null,
            grade: grade || null,
            kind: /** @type {RecordItem['kind']} */ (field('kind').value),
            inProgress: progress.checked,
            ...(editing?.reason ? { reason: editing.reason } : {}),
        }
    }

    // What the server refused: another device changed the record, or nobody knows a course.
    const bar = part(element, 'conflict')
    const isStale = () => own.record.value?.refused?.reason === 'Somebody changed it meanwhile.'
    fill(bar, {
        words: () => {
            const refused = own.record.value?.refused
            if (!refused) return ''
            if (isStale()) return 'Your record was changed on another device meanwhile. Nothing of either is lost: decide.'
            return [refused.reason, ...(refused.errors ?? []).map(({ detail }) => detail)].filter(Boolean).map((text) =>
                apart(text ?? '')
            ).join(' ')
        },
        again: () => isStale() ? 'Do mine again on this' : 'Save it all the same',
    })
    effect(() => void (bar.hidden = !own.record.value?.refused))
    const entries = () => untracked(() => outbox.entries.value).filter(({ kind }) => kind === 'record')
    onClick(bar, 'again', () =>
        void attempt(trouble, async () => {
            const [first, last] = [entries()[0], entries().at(-1)]
            if (!first || !last) return
            const merged = (/** @type {readonly RecordItem[]} */ now) =>
                mergedItems(first.base?.items ?? [], last.body.items, now)
            await put(merged, { unknown: !isStale(), decides: true })
        }))
    onClick(bar, 'away', () =>
        void attempt(trouble, async () => {
            if (await asked(THROW_BEGUN) === undefined) return
            for (const entry of entries().reverse()) await outbox.drop(entry)
        }))

    const plans = () => own.plans.value?.filter(({ owner }) => owner.id === copy.account.value?.id) ?? []
    whatIfForm(part(element, 'whatIf'), world, { items: () => items.value, plans, scale: () => scale.value, catalog })
    onClick(element, 'clear', () =>
        void attempt(trouble, async () => {
            const words = 'All courses and grades of the record go. Your plans stay.'
            if (await asked({ title: 'Empty the record?', words, action: 'Empty it' }) === undefined) return
            await put(() => [])
        }))
    return { add: open }
}
