// What is done with the courses of a plan. It is told at once, with a way back, and waits in the outbox.

import { Signal, untracked } from '../platform/signals.js'
import { apart } from '../events/words.js'
import { asked, attempt } from '../rooms/asking.js'
import { hasThing, moved, without, withoutTerm, withTerm, withThing } from './moves.js'
import { later, seasonOf, termName } from './terms.js'
import { limitsOf } from './form.js'

/** @import { DegreePlanPatch, PlanTerm } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { PlanRow } from './kept.js' */
/** @import { Thing } from './moves.js' */
/** @import { Planning, Problem } from './planning.js' */

/** @import { Told } from '../rooms/told.js' */
/** @typedef {ReturnType<typeof actsOf>} Acts */

/** What a card is of. @param {HTMLElement} card @returns {{ thing: Thing, term: string }} */
export function thingOf(card) {
    const { code = '', place, term = '' } = card.dataset
    return { thing: place === undefined ? code : Number(place), term }
}

/** @param {World} world @param {Planning} planning @param {HTMLElement} trouble */
export function actsOf({ say }, planning, trouble) {
    const told = new Signal(/** @type {Told | undefined} */ (undefined))
    const { plan, edit } = planning
    /** @param {string} words @param {() => void} [undo] */
    function tell(words, undo) {
        told.value = { words, ...(undo ? { undo } : {}) }
        say(words)
    }
    /**
     * Changes the terms. If the plan is not what it was shown as any more, that is said.
     * @param {(terms: readonly PlanTerm[], plan: PlanRow) => PlanTerm[] | undefined} make @param {string} words @param {() => void} [undo]
     * @param {string} [instead] what to say if there was nothing to do
     */
    async function terms(make, words, undo, instead = 'The plan was changed meanwhile. Look again.') {
        let isDone = false
        const approved = untracked(() => plan.value?.approved)
        const isWell = await attempt(trouble, async () => {
            if (!untracked(() => planning.mayEdit.value)) throw new Error('First decide about the change that was not saved.')
            isDone = await edit((now) => {
                const terms = make(now.terms, now)
                return terms && { terms }
            })
        })
        const lost = approved ? ` That ends the approval by ${apart(approved.by.displayName)}.` : ''
        if (isWell && isDone) tell(`${words}${lost}`, undo)
        else if (isWell) tell(instead)
        return isDone
    }
    const nameOf = (/** @type {Thing} */ thing) => typeof thing === 'string' ? apart(thing) : 'The credits'
    /** @param {Thing} thing @param {string} from @param {string} to @returns {Promise<boolean>} */
    const move = (thing, from, to) => {
        const words = `${nameOf(thing)} is in ${termName(to)} now.`
        const undo = typeof thing === 'string' ? () => void move(thing, to, from) : undefined
        const isTwice = hasThing(untracked(() => plan.value?.terms ?? []), to, thing) && typeof thing === 'string'
        const instead = isTwice ? `${nameOf(thing)} is in ${termName(to)} already.` : undefined
        return terms((now) => moved(now, thing, from, to), words, undo, instead)
    }
    /** @param {string} code @param {string} to @returns {Promise<boolean>} */
    const add = (code, to) =>
        terms(
            (now) => withThing(now, code, to),
            `${apart(code)} is in ${termName(to)} now.`,
            () => void remove(code, to),
            `${apart(code)} is in ${termName(to)} already.`,
        )
    /** @param {Thing} thing @param {string} from @returns {Promise<boolean>} */
    const remove = async (thing, from) => {
        const question = {
            title: `Take the credits out of ${termName(from)}?`,
            words: 'They come back only if you take a path into the plan again.',
            action: 'Take out',
        }
        const creditsAt = (/** @type {readonly PlanTerm[]} */ all) =>
            typeof thing === 'number' ? JSON.stringify(all.find(({ term }) => term === from)?.electives?.[thing]) : ''
        const before = creditsAt(untracked(() => plan.value)?.terms ?? [])
        // A course has a way back.
        if (typeof thing !== 'string' && await asked(question) === undefined) return false
        const words = `${nameOf(thing)} is out of ${termName(from)}.`
        return terms(
            (now) => creditsAt(now) === before ? without(now, thing, from) : undefined,
            words,
            typeof thing === 'string' ? () => void add(thing, from) : undefined,
        )
    }
    /** The term beside one: of the plan's, else the next in which the plan has credits. @param {string} term @param {1 | -1} step */
    function beside(term, step) {
        const now = untracked(() => plan.value)
        const names = now?.terms.map(({ term }) => term) ?? []
        const known = names[names.indexOf(term) + step]
        if (known || step < 0) return known
        const limits = limitsOf(now?.creditsPerTerm ?? null)
        return [1, 2, 3].map((far) => later(term, far)).find((next) => (limits[seasonOf(next)] ?? 0) > 0) ?? later(term, 1)
    }
    return {
        told,
        tell,
        terms,
        move,
        add,
        remove,
        beside,
        /** @param {HTMLElement} card @param {1 | -1} step @returns {Promise<HTMLElement | undefined>} the card where it came to */
        async shift(card, step) {
            const { thing, term } = thingOf(card)
            const to = beside(term, step)
            if (!to) return void tell(`${termName(term)} is the first term of the plan.`)
            // Whoever went on to another card meanwhile stays there.
            const follow = () => {
                const { activeElement } = document
                if (activeElement === document.body || card.contains(activeElement)) focusCard(to, thing)
            }
            const moves = move(thing, term, to)
            // Mostly it is there before the disk has it.
            follow()
            if (!await moves) return undefined
            follow()
            return cardOf(to, thing)
        },
        /** @param {HTMLElement} card */
        async drop(card) {
            const { thing, term } = thingOf(card)
            await remove(thing, term)
        },
        /** @param {string} name */
        addTerm: (name) => terms((now) => withTerm(now, name), `${termName(name)} is in the plan.`, () => void takeTerm(name)),
        /** @param {string} name */
        takeTerm: (name) => takeTerm(name),
        /** Keeps a problem knowingly, or not any more. @param {Problem} problem @param {boolean} isKept */
        async accept({ term, course, kind }, isKept) {
            if (!course) return
            const words = isKept
                ? `Kept knowingly: ${apart(course)} in ${termName(term)}.`
                : `${apart(course)} counts as a problem again.`
            let isDone = false
            await attempt(trouble, async () => {
                isDone = await edit(({ accepted }) => {
                    const others = accepted.filter((one) => one.term !== term || one.course !== course || one.kind !== kind)
                    /** @type {DegreePlanPatch} */
                    const patch = { accepted: isKept ? [...others, { term, course, kind }] : others }
                    return patch
                })
            })
            if (isDone) tell(words)
        },
    }
    /** @param {string} name */
    function takeTerm(name) {
        return terms((now) => withoutTerm(now, name), `${termName(name)} is out of the plan.`)
    }
}

/** The card of a course, or of the credits that came to a term last. @param {string} term @param {Thing} thing */
function cardOf(term, thing) {
    const all = Array.from(document.querySelectorAll('.dg-card')).filter((card) => card instanceof HTMLElement)
    const cards = all.filter(({ dataset }) => dataset['term'] === term)
    return typeof thing === 'string' ? cards.find(({ dataset }) => dataset['code'] === thing) : cards.at(-1)
}

/** A card takes the focus, after it came to another term. @param {string} term @param {Thing} thing */
export function focusCard(term, thing) {
    const card = cardOf(term, thing)
    const open = card?.querySelector('[data-part=open]')
    if (open instanceof HTMLElement) open.focus()
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
