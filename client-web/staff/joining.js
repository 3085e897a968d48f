// Who may join a course.

import { apart, codeOf } from '../events/words.js'
import { computed, effect } from '../platform/signals.js'
import { fill, part } from '../platform/templates.js'
import { attempt, input } from '../rooms/asking.js'
import { fromServer, one } from './lists.js'
import { staffIn, together } from './words.js'

/** @import { CourseJoining } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */

/** @param {CourseJoining} rule @param {string} code */
function sentence({ joining, domains, fromServer }, code) {
    const who = {
        open: `Anyone with an account may join ${code}.`,
        approval: `The staff let people into ${code}.`,
        roster: `People on the registrar's roster join ${code}. The staff let others in.`,
        domains: `People with a verified email ${
            together((domains ?? []).map((domain) => `@${apart(domain)}`), 'or')
        } join ${code}. ` +
            'The staff let others in.',
    }[joining] ?? ''
    return `${who}${fromServer ? ' That is the rule of the server.' : ''}`
}

/** @param {World} world @param {HTMLElement} element @param {string} course */
export function joining(world, element, course) {
    const { copy, call, say } = world
    const path = `/v1/courses/${encodeURIComponent(course)}/joining`
    /** @type {import('./lists.js').Asked<CourseJoining>} */
    const rule = fromServer(world, () => path, one)
    const form = part(element, 'joiningForm')
    const choice = /** @type {HTMLSelectElement} */ (part(form, 'rule'))
    const domains = input(form, 'domains')
    const isInCharge = computed(() => staffIn(copy.enrollments().value ?? [], course).isInCharge)
    const shows = () => void (part(form, 'domainsPart').hidden = choice.value !== 'domains')
    fill(element, {
        joining: () => rule.answer.value ? sentence(rule.answer.value, codeOf(course)) : rule.trouble.value,
    })
    effect(() => void (form.hidden = !isInCharge.value || !rule.answer.value))
    effect(() => {
        const found = rule.answer.value
        if (!found) return
        choice.value = found.fromServer ? 'server' : found.joining ?? 'server'
        domains.value = (found.domains ?? []).join(', ')
        shows()
    })
    choice.addEventListener('change', shows)
    form.addEventListener('submit', (submit) => {
        submit.preventDefault()
        void attempt(part(form, 'joiningTrouble'), async () => {
            const named = domains.value.split(/[\s,]+/).map((domain) => domain.replace(/^@/, '')).filter(Boolean)
            if (choice.value === 'domains' && named.length === 0) throw new Error('Write a domain, such as example.edu.')
            const body = choice.value === 'server'
                ? { joining: null }
                : { joining: choice.value, ...(choice.value === 'domains' ? { domains: named } : {}) }
            await call('PUT', path, { body })
            await rule.again()
            say(rule.answer.value ? sentence(rule.answer.value, codeOf(course)) : 'The rule is changed.')
        })
    })
}
