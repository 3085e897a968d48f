// The audit: each requirement with the courses that fill it, folded once it is done; and what if it were another programme.

import { keyed } from '../platform/lists.js'
import { computed, effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { full } from '../platform/times.js'
import { apart } from '../events/words.js'
import { onClick } from '../rooms/asking.js'
import { termName } from './terms.js'
import { haveWords, lacksWords, patternWords, proofWords, SIGNS, STATUS, verdictWords } from './trees.js'

/** @import { Here } from './plan.js' */
/** @import { Row } from './trees.js' */

/** @param {HTMLElement} element @param {Here} here */
export function auditPane(element, here) {
    const { planning, catalog, acts, world } = here
    const { plan, ifProgramme, ifAudit, audit, mayEdit } = planning
    const isIf = computed(() => ifProgramme.value !== '')
    const kept = computed(() => isIf.value ? ifAudit : audit)
    const found = computed(() => kept.value.found.value?.body)
    const id = computed(() => ifProgramme.value || plan.value?.programme || '')
    const programme = computed(() => id.value ? catalog.programme(id.value) : undefined)
    const ruleOf = (/** @type {Row} */ { id }) => programme.value?.requirements.find((one) => one.id === id)

    const select = /** @type {HTMLSelectElement} */ (part(element, 'programme'))
    effect(() => {
        const own = plan.value?.programme
        const others = (catalog.programmes.found.value?.body ?? []).filter(({ id }) => id !== own)
        select.replaceChildren(
            new Option(own ? catalog.programmeName(own) : 'Choose a programme', ''),
            ...others.map(({ id, name }) => new Option(name, id)),
        )
        select.value = ifProgramme.value
    })
    select.addEventListener('change', () => (ifProgramme.value = select.value))
    fill(element, {
        verdict: () => found.value ? verdictWords(found.value) : '',
        totals: totalsWords,
        proof: () => found.value ? proofWords(found.value) : '',
        ifWords: () =>
            isIf.value && found.value ? `What if it were ${apart(catalog.programmeName(id.value))}: nothing is changed.` : '',
        state: stateWords,
        leftOver: () => found.value && found.value.leftOver.length > 0 ? `Left over: ${found.value.leftOver.join(', ')}.` : '',
        excluded: () =>
            (found.value?.excluded ?? []).map(({ course, beside }) => `${course} gives no credit beside ${beside.join(', ')}.`)
                .join(' '),
    })
    function totalsWords() {
        const { credits, residencyCredits } = found.value ?? {}
        return [
            credits ? `${credits.has} of ${credits.needs} credits` : '',
            residencyCredits ? `${residencyCredits.has} of ${residencyCredits.needs} credits in residence` : '',
        ].filter(Boolean).join(' · ')
    }
    function stateWords() {
        if (!id.value) {
            return 'Choose a programme: then the page counts which of its requirements your courses fill. The plan’s settings keep it.'
        }
        const { trouble, isAsking } = kept.value
        const answer = kept.value.found.value
        if (!answer) {
            return isAsking.value
                ? 'Counting …'
                : plan.value?.isNew
                ? 'It is counted once the server has the plan.'
                : trouble.value
        }
        if (isIf.value) return isAsking.value ? 'Counting …' : trouble.value
        if (answer.of === planning.auditKey.value && !plan.value?.waits) return ''
        if (isAsking.value) return 'Counting …'
        return `Counted on ${full(new Date(answer.at), { now: world.now.value, zone: world.zone })}. ` +
            'What you changed since is counted once the server is reached.'
    }
    effect(() => {
        part(element, 'take').hidden = !isIf.value || !mayEdit.value
        part(element, 'back').hidden = !isIf.value
        element.classList.toggle('if', isIf.value)
    })
    onClick(element, 'back', () => {
        ifProgramme.value = ''
        select.focus()
    })
    onClick(element, 'take', () => {
        const to = untracked(() => ifProgramme.value)
        void planning.edit(() => ({ programme: to })).then(() => {
            ifProgramme.value = ''
            acts.tell(`${apart(untracked(() => catalog.programmeName(to)))} is the programme of the plan now.`)
        })
    })

    const rows = computed(() => (found.value?.requirements ?? []).map((row) => ({ ...row, key: `${id.value} ${row.id}` })))
    keyed(part(element, 'requirements'), () => rows.value, ({ key }) => key, (row) => {
        const made = /** @type {HTMLDetailsElement} */ (copyOf('dg-requirement'))
        const details = /** @type {HTMLDetailsElement} */ (made.querySelector('details'))
        fill(made, {
            sign: () => SIGNS[row.value.status] ?? '',
            name: () => apart(row.value.name),
            have: () => haveWords(row.value, ruleOf(row.value)),
            status: () => STATUS[row.value.status] ?? row.value.status,
            lacks: () => row.value.status === 'missing' ? apart(lacksWords(row.value, ruleOf(row.value))) : '',
        })
        const bar = part(made, 'bar')
        effect(() => {
            const { status, has, needs } = row.value
            made.className = status
            bar.style.setProperty('--share', String(Math.min(1, needs > 0 ? has / needs : 1)))
        })
        details.open = untracked(() => row.value.status === 'missing')
        keyed(part(made, 'courses'), () => row.value.courses, ({ course }) => course, (one) => {
            const line = fill(copyOf('dg-counted'), {
                sign: () => SIGNS[one.value.status] ?? '',
                code: () => one.value.course,
                about: () => {
                    const { term, kind, credits, status, matches } = one.value
                    const how = 'course' in matches && matches.course === one.value.course
                        ? ''
                        : `counts as ${patternWords(matches)}`
                    return [
                        term ? termName(term) : '',
                        kind === 'waiver' ? 'waiver' : `${credits} credit${credits === 1 ? '' : 's'}`,
                        kind === 'taken' || kind === 'waiver' ? '' : kind,
                        STATUS[status] ?? '',
                        apart(how),
                    ].filter(Boolean).join(' · ')
                },
            })
            onClick(line, 'open', () => here.open(one.value.course))
            return line
        })
        return made
    })
}
