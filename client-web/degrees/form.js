// A new plan, or the settings of one.

import { effect, scope, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { askForm, fillForm } from '../rooms/form.js'
import { change, fieldsOf } from './planning.js'
import { later, SEASONS, termName, termsFrom } from './terms.js'

/** @import { CreditLimits, DegreePlanPatch } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Catalog } from './catalog.js' */
/** @import { PlanRow } from './kept.js' */
/** @import { Own, Planning } from './planning.js' */

/** The limits of a plan for the terms of each season; the server plans with these where it has none. @param {CreditLimits | null} limits @returns {Record<string, number>} */
export function limitsOf(limits) {
    if (typeof limits === 'number') return { spring: limits, summer: limits, fall: limits }
    if (limits === null) return { spring: 15, summer: 0, fall: 15 }
    return Object.fromEntries(SEASONS.map((season) => [season, limits[season] ?? 0]))
}

/** Credits in halves, from 0 to 100; the field is named in the message. @param {string} text @param {string} name */
export function creditsIn(text, name) {
    const found = Number(text.replace(',', '.'))
    if (text.trim() && found >= 0 && found <= 100 && Number.isInteger(found * 2)) return found
    throw new Error(`${name}: write a number of credits, such as 15.`)
}

/**
 * Asks for a new plan, or for other settings of one.
 * @param {World} world @param {Catalog} catalog @param {Own} own @param {Planning | undefined} planning of the plan to be changed
 * @returns {Promise<string | undefined>} the id of the plan, undefined if the person went back
 */
export async function askPlan(world, catalog, own, planning) {
    const dialog = /** @type {HTMLDialogElement} */ (copyOf('dg-form'))
    const plan = planning && untracked(() => planning.plan.value)
    const today = untracked(() => own.today.value)
    fill(dialog, { title: plan ? 'The plan' : 'New plan', action: plan ? 'Save' : 'Make the plan' })
    dialog.setAttribute('aria-label', plan ? 'The plan' : 'New plan')
    const select = /** @type {HTMLSelectElement} */ (part(dialog, 'programme'))
    const own_ = plan?.programme
    // They may come from the server while the form is open.
    const end = scope(() => {
        effect(() => {
            const known = (catalog.programmes.found.value?.body ?? []).map(({ id, name }) => ({ id, name }))
            if (own_ && !known.some(({ id }) => id === own_)) known.push({ id: own_, name: catalog.programmeName(own_) })
            const chosen = select.value
            select.replaceChildren(new Option('No programme yet', ''), ...known.map(({ id, name }) => new Option(name, id)))
            select.value = chosen
            part(dialog, 'noProgrammes').hidden = known.length > 0
        })
    })
    part(dialog, 'begin').hidden = Boolean(plan)
    const first = /** @type {HTMLSelectElement} */ (part(dialog, 'first'))
    first.replaceChildren(...termsFrom(today, 8).map((term) => new Option(termName(term), term)))
    first.value = later(today, 1)
    const limits = limitsOf(plan?.creditsPerTerm ?? null)
    fillForm(dialog, {
        name: plan?.name ?? '',
        programme: plan?.programme ?? '',
        years: '4',
        ...Object.fromEntries(SEASONS.map((season) => [season, String(limits[season])])),
    })
    let id = plan?.id
    const isSent = await askForm(dialog, async (values) => {
        const name = values['name'] ?? ''
        if (!name) throw new Error('Give the plan a name.')
        const creditsPerTerm = Object.fromEntries(
            SEASONS.map((season) => [season, creditsIn(values[season] ?? '', `Credits in ${season}`)]),
        )
        /** @type {DegreePlanPatch & { name: string }} */
        const body = { name, programme: values['programme'] || null }
        if (!plan || JSON.stringify(creditsPerTerm) !== JSON.stringify(limits)) body.creditsPerTerm = creditsPerTerm
        if (planning && plan) {
            // What was not touched here may have been changed by another tab.
            const { name: _, programme: __, ...rest } = body
            const patch = {
                ...rest,
                ...(name === plan.name ? {} : { name }),
                ...(body.programme === plan.programme ? {} : { programme: body.programme }),
            }
            const isAny = Object.keys(patch).length > 0
            const make = (/** @type {PlanRow} */ now) => isAny ? { patch, base: fieldsOf(now) } : undefined
            await change(world, 'editPlan', () => planning.plan.value, make)
        } else {
            const hasSummers = (creditsPerTerm['summer'] ?? 0) > 0
            const terms = termsFrom(values['first'] ?? later(today, 1), Number(values['years']) * 3, hasSummers)
            id = await world.outbox.make('plan', { ...body, terms: terms.map((term) => ({ term, courses: [] })) })
        }
    })
    end()
    return isSent ? id : undefined
}
