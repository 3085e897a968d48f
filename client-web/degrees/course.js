// A course in a dialog: where it stands, what is wrong with it there, what it demands and what one has of that, what it opens.

import { ask } from '../platform/dialogs.js'
import { effect, scope, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { correctedTrees, readAttributes } from '../catalog/corrected.js'
import { apart, span } from '../events/words.js'
import { onClick } from '../rooms/asking.js'
import { focusCard } from './acts.js'
import { meets } from './grades.js'
import { hasOf } from './planning.js'
import { capital, later, termName, termsFrom } from './terms.js'
import { listed, partOfTree, SIGNS } from './trees.js'

/** @import { Here } from './plan.js' */
/** @import { Part } from './trees.js' */

const HAS = { done: 'done', inProgress: 'in progress', planned: 'planned before' }

/** A tree of requirements as lists within lists. @param {Part} tree @param {(code: string) => void} open @returns {HTMLElement} */
export function treeOf(tree, open) {
    const row = document.createElement('li')
    row.className = tree.has ? `has ${tree.has}` : 'open'
    const sign = span(tree.has ? SIGNS[tree.has] ?? '' : '○', 'sign')
    sign.ariaHidden = 'true'
    row.append(sign, ' ')
    if (tree.code) {
        const { code } = tree
        const button = document.createElement('button')
        button.className = 'quiet'
        button.type = 'button'
        button.textContent = apart(tree.words)
        button.addEventListener('click', () => open(code))
        row.append(button)
    } else row.append(span(apart(tree.words)))
    if (tree.has && tree.parts.length === 0) row.append(' ', span(HAS[tree.has], 'faint'))
    else if (tree.parts.length === 0) row.append(' ', span('not yet', 'unseen'))
    if (tree.parts.length > 0) {
        const list = document.createElement('ul')
        list.append(...tree.parts.map((each) => treeOf(each, open)))
        row.append(list)
    }
    return row
}

/** What the person has, before a term of the plan. @param {Here} here @param {string | undefined} term */
function hasIn({ planning }, term) {
    const { isOwn, plan } = planning
    // Of others, the check tells what counts, without grades.
    const taken = isOwn.value
        ? (planning.own.record.value?.items ?? []).filter((item) => meets(item))
        : planning.check.found.value?.body.taken ?? []
    return hasOf(taken, plan.value ?? undefined, term, (item, minimum) => !('grade' in item) || meets(item, minimum))
}

/** @param {Here} here @param {string} code or `elective N` @param {string} [term] in which it stands */
export async function showCourse(here, code, term) {
    const { planning, catalog, acts } = here
    const dialog = /** @type {HTMLDialogElement} */ (copyOf('dg-course'))
    const place = /^elective (\d+)$/.exec(code)?.[1]
    const thing = place === undefined ? code : Number(place)
    const plan = untracked(() => planning.plan.value)
    const at = term ?? plan?.terms.find(({ courses }) => courses.includes(code))?.term
    /** What is looked at next. @type {string | undefined} */
    let next
    const trouble = new Signal('')
    const end = scope(() => {
        fill(dialog, {
            code: place === undefined ? code : 'Credits without a course',
            name: () => place === undefined ? catalog.titleOf(code) : 'Choose a course for them from the catalog.',
            about: aboutWords,
            where: () => at ? `In ${termName(at)}.` : 'Not in the plan.',
            note: () => correctedTrees(catalog.requirements.value.get(code)),
            spellings: () => readAttributes(catalog.requirements.value.get(code)),
            text: () => catalog.requirements.value.get(code)?.text ?? '',
            trouble: () => trouble.value,
        })
        dialog.setAttribute('aria-label', place === undefined ? code : 'Credits without a course')
        effect(problemRows)
        effect(demands)
        effect(() => {
            const mayEdit = planning.mayEdit.value
            for (const name of ['move', 'remove']) part(dialog, name).hidden = !mayEdit || (name === 'remove' && !at)
        })
    })
    function aboutWords() {
        const entry = catalog.entries.value.get(code)
        if (place !== undefined || !entry) return ''
        const seasons = entry.offered === null
            ? ''
            : entry.offered.length === 0
            ? 'not offered any more'
            : `offered in ${entry.offered.map(capital).join(', ')}`
        const credits = catalog.creditsText(code)
        return [
            `${credits} credit${credits === '1' ? '' : 's'}`,
            ...[entry.level ?? '', ...entry.attributes].map(apart),
            seasons,
        ].filter(Boolean).join(' · ')
    }
    function problemRows() {
        const own = planning.problems.value.filter((problem) => problem.course === code && problem.term === at)
        part(dialog, 'problems').replaceChildren(...own.map((problem) => {
            const { detail, accepted, unsure } = problem
            const row = fill(copyOf('dg-course-problem'), {
                sign: accepted ? '✓' : unsure ? '?' : '!',
                detail: apart(detail),
                accept: accepted ? 'Ask again' : unsure ? 'I have asked: it is all right' : 'Keep it knowingly',
            })
            row.className = accepted ? 'kept' : unsure ? 'unsure' : 'bad'
            part(row, 'accept').hidden = !planning.mayEdit.value
            onClick(row, 'accept', () => void acts.accept(problem, !accepted))
            return row
        }))
    }
    function demands() {
        const found = catalog.requirements.value.get(code)
        part(dialog, 'demands').hidden = !found
        if (!found) return
        const open = (/** @type {string} */ other) => {
            next = other
            dialog.close()
        }
        const tree = partOfTree(found.prerequisites, hasIn(here, at))
        part(dialog, 'tree').replaceChildren(
            treeOf(tree.words === 'nothing' ? { ...tree, words: 'No prerequisites' } : tree, open),
        )
        const beside = partOfTree(found.corequisites, hasIn(here, at && later(at, 1)))
        part(dialog, 'beside').hidden = beside.words === 'nothing'
        part(dialog, 'besideTree').replaceChildren(treeOf(beside, open))
        fill(dialog, {
            opens: found.opens.length > 0 ? `Opens ${listed(found.opens, 12)}.` : '',
            excludes: found.exclusions.length > 0 ? `No credit beside ${listed(found.exclusions, 12)}.` : '',
        })
    }
    if (place === undefined) {
        void catalog.know([code])
        catalog.require(code).catch((error) => {
            if (!untracked(() => catalog.requirements.value).has(code)) {
                trouble.value = error instanceof Error ? error.message : String(error)
            }
        })
    }
    const select = /** @type {HTMLSelectElement} */ (part(dialog, 'to'))
    const names = plan?.terms.map(({ term }) => term) ?? []
    const from = names.at(-1) ?? untracked(() => planning.own.today.value)
    const terms = [...names, ...termsFrom(later(from, 1), 3)].filter((name) => name !== at)
    select.replaceChildren(...terms.map((name) => new Option(termName(name), name)))
    select.value = terms.find((name) => at ? name > at : name > untracked(() => planning.own.today.value)) ?? terms[0] ?? ''
    fill(dialog, { moveLabel: at ? 'Move to' : 'Add to', go: at ? 'Move' : 'Add' })
    onClick(dialog, 'go', () => {
        const to = select.value
        dialog.close()
        void (at ? acts.move(thing, at, to) : acts.add(code, to)).then((isDone) => isDone && focusCard(to, thing))
    })
    onClick(dialog, 'remove', () => {
        dialog.close()
        if (at) void acts.remove(thing, at)
    })
    await ask(dialog)
    end()
    if (next) await showCourse(here, next)
}
