// The catalog beside the plan: words, and what the plan wants to know: what one may take, and what the degree still needs.

import { keyed } from '../platform/lists.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { full } from '../platform/times.js'
import { apart } from '../events/words.js'
import { input, onClick } from '../rooms/asking.js'
import { keptAnswer } from './kept.js'
import { termsOf } from './moves.js'
import { capital, later, SEASONS, termName, termsFrom } from './terms.js'

/** @import { CatalogPage } from '../contract.d.ts' */
/** @import { Here } from './plan.js' */
/** @import { Kept } from './kept.js' */

/** Letters that follow each other closely are one question. */
const PAUSE = 250
const MOST = 50

/** @param {HTMLElement} element @param {Here} here */
export function findingPane(element, { world, planning, catalog, acts, open }) {
    const { copy, call, now, zone } = world
    const { plan, isOwn, mayEdit, auditKey } = planning
    const [words, ready, towards, season, limit] = [
        new Signal(''),
        new Signal(false),
        new Signal(false),
        new Signal(''),
        new Signal(MOST),
    ]
    const kept = /** @type {Kept<CatalogPage>} */ (keptAnswer(world, `${planning.id} found`))
    const field = input(element, 'words')
    const [readyBox, towardsBox] = [input(element, 'ready'), input(element, 'towards')]
    const seasons = /** @type {HTMLSelectElement} */ (part(element, 'season'))
    seasons.replaceChildren(new Option('any season', ''), ...SEASONS.map((name) => new Option(capital(name), name)))
    const terms = /** @type {HTMLSelectElement} */ (part(element, 'term'))

    const question = computed(() => {
        const text = words.value.trim().slice(0, 200)
        const query = {
            ...(text ? { q: text } : {}),
            ...(ready.value ? { ready: 'true' } : {}),
            ...(towards.value && plan.value?.programme ? { towards: planning.id } : {}),
            ...(season.value ? { offered: season.value } : {}),
        }
        return JSON.stringify([query, limit.value, 'towards' in query ? auditKey.value : ''])
    })
    const mayAsk = computed(() => copy.isLive.value && !plan.value?.isNew)
    effect(() => {
        const of = question.value
        if (!mayAsk.value) return
        const [query, most] = JSON.parse(of)
        untracked(() =>
            kept.ask(
                of,
                () => call('GET', `/v1/courses?${new URLSearchParams({ ...query, limit: String(Math.min(most, 200)) })}`),
            )
        )
    })
    effect(() => {
        const found = kept.found.value?.body.items
        if (found) untracked(() => catalog.learn(found))
    })

    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer
    field.addEventListener('input', () => {
        clearTimeout(timer)
        timer = setTimeout(() => {
            words.value = field.value
            limit.value = MOST
        }, PAUSE)
    })
    effect(() => () => clearTimeout(timer))
    readyBox.addEventListener('change', () => (ready.value = readyBox.checked))
    let isChosen = false
    towardsBox.addEventListener('change', () => {
        isChosen = true
        towards.value = towardsBox.checked
    })
    // What is missing stands there first, unless the person chose otherwise.
    effect(() => {
        const missing = planning.audit.found.value?.body.requirements.some(({ status }) => status === 'missing')
        if (missing === undefined || isChosen) return
        isChosen = true
        towardsBox.checked = missing
        towards.value = missing
    })
    seasons.addEventListener('change', () => (season.value = seasons.value))
    onClick(element, 'more', () => (limit.value += MOST))
    effect(() => {
        part(element, 'readyLine').hidden = !isOwn.value
        part(element, 'towardsLine').hidden = !plan.value?.programme
        part(element, 'adding').hidden = !mayEdit.value
        part(element, 'more').hidden = !kept.found.value?.body.next || limit.value >= 200
    })
    effect(() => {
        const before = untracked(() => terms.value)
        const names = plan.value?.terms.map(({ term }) => term) ?? []
        const all = names.length > 0 ? names : termsFrom(later(planning.own.today.value, 1), 6)
        terms.replaceChildren(...all.map((name) => new Option(termName(name), name)))
        // The first term to come that has room for one more course.
        const free = all.find((name) => name > planning.own.today.value)
        terms.value = all.includes(before) ? before : free ?? all.at(-1) ?? ''
    })

    keyed(part(element, 'list'), () => kept.found.value?.body.items ?? [], ({ code }) => code, (entry) => {
        const row = copyOf('dg-found')
        const code = untracked(() => entry.value.code)
        row.dataset['course'] = code
        const there = computed(() => termsOf(plan.value?.terms ?? [], code))
        fill(row, {
            code,
            title: () => apart(entry.value.title),
            about: () => {
                const { offered, attributes } = entry.value
                return [
                    catalog.creditsText(code) === '1' ? '1 credit' : `${catalog.creditsText(code)} credits`,
                    offered === null || offered.length === 3
                        ? ''
                        : offered.length === 0
                        ? 'not offered'
                        : offered.map(capital).join(', '),
                    apart(attributes.join(', ')),
                ].filter(Boolean).join(' · ')
            },
            there: () => there.value.length > 0 ? `in ${there.value.map(termName).join(', ')}` : '',
        })
        effect(() => {
            row.draggable = mayEdit.value
            part(row, 'add').hidden = !mayEdit.value || there.value.length > 0
        })
        part(row, 'add').ariaLabel = `Add ${code}`
        onClick(row, 'open', () => open(code, there.value[0]))
        onClick(row, 'add', () => void acts.add(code, terms.value))
        return row
    })
    fill(element, {
        state: () => {
            const found = kept.found.value
            if (!found) return kept.isAsking.value ? 'Looking …' : kept.trouble.value
            if (found.of !== question.value && !kept.isAsking.value) {
                return kept.trouble.value || `These were found on ${full(new Date(found.at), { now: now.value, zone })}.`
            }
            if (found.body.items.length > 0) return ''
            if (towards.value && words.value) {
                return 'No course that your degree still needs matches. Untick that to look at all courses.'
            }
            if (towards.value && ready.value) {
                return 'No course that your degree still needs has its prerequisites met yet. Untick one of the two.'
            }
            if (towards.value) {
                return 'Every requirement has its courses. Untick “That my degree still needs” to look at all courses.'
            }
            return 'No course matches. Try fewer words.'
        },
    })
    return {
        focus() {
            field.focus()
            field.select()
        },
    }
}
