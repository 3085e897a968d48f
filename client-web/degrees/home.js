// The plans of the account, and those of others that it follows.

import { keyed } from '../platform/lists.js'
import { computed, effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { apart, counted } from '../events/words.js'
import { attempt, input, onClick } from '../rooms/asking.js'
import { askPlan } from './form.js'
import { termName } from './terms.js'

/** @import { World } from '../shell/world.js' */
/** @import { Catalog } from './catalog.js' */
/** @import { PlanRow } from './kept.js' */
/** @import { Own } from './planning.js' */

/** The id in a link to a plan on this server; empty if it is none. @param {string} text */
export function idOfLink(text) {
    const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
    const [, path = '', found = ''] = new RegExp(`^\\s*(.*?)(${id})/?\\s*$`, 'i').exec(text) ?? []
    return path === '' || path === `${location.origin}/degree/` ? found.toLowerCase() : ''
}

/** @param {HTMLElement} element @param {World} world @param {Own} own @param {Catalog} catalog */
export function homePane(element, world, own, catalog) {
    const mine = computed(() => own.plans.value?.filter(({ owner }) => owner.id === world.copy.account.value?.id))
    const others = computed(() => own.plans.value?.filter(({ owner }) => owner.id !== world.copy.account.value?.id) ?? [])
    keyed(part(element, 'list'), () => mine.value ?? [], ({ id }) => id, (plan) => row(plan, false))
    keyed(part(element, 'others'), () => others.value, ({ id }) => id, (plan) => row(plan, true))
    effect(() => {
        part(element, 'none').hidden = mine.value?.length !== 0
        part(element, 'followed').hidden = others.value.length === 0
    })
    /** @param {{ readonly value: PlanRow }} plan @param {boolean} isOthers */
    function row(plan, isOthers) {
        const made = copyOf('dg-plan-row')
        fill(made, { name: () => apart(plan.value.name), about: () => aboutWords(plan.value, isOthers) })
        const link = /** @type {HTMLAnchorElement} */ (part(made, 'link'))
        link.href = `/degree/${untracked(() => plan.value.id)}`
        return made
    }
    /** @param {PlanRow} plan @param {boolean} isOthers */
    function aboutWords({ owner, programme, terms, shared, approved, waits, refused, replyCount }, isOthers) {
        const courses = terms.reduce((sum, { courses }) => sum + courses.length, 0)
        const last = terms.findLast(({ courses }) => courses.length > 0)
        return [
            isOthers ? apart(owner.displayName) : '',
            programme ? apart(catalog.programmeName(programme)) : 'no programme',
            counted(courses, 'course'),
            last ? `until ${termName(last.term)}` : '',
            approved ? 'approved' : shared && !isOthers ? 'shared' : '',
            replyCount > 0 ? counted(replyCount, 'comment') : '',
            refused ? 'a change was not saved' : waits ? 'waits for the network' : '',
        ].filter(Boolean).join(' · ')
    }
    const make = () =>
        void askPlan(world, catalog, own, undefined).then((id) => {
            if (id) world.go(`/degree/${id}`)
        })
    onClick(element, 'new', make)
    const field = input(element, 'shared')
    part(element, 'opening').addEventListener('submit', (event) => {
        event.preventDefault()
        void attempt(part(element, 'linkTrouble'), async () => {
            const id = idOfLink(field.value)
            if (!id) throw new Error('That is not a link to a plan on this server. Ask for it again.')
            field.value = ''
            await Promise.resolve(world.go(`/degree/${id}`))
        })
    })
    return { make }
}
