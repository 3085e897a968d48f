// Making people staff of a course, and taking them off.

import { apart, codeOf } from '../events/words.js'
import { keyed } from '../platform/lists.js'
import { computed, untracked } from '../platform/signals.js'
import { fill, part } from '../platform/templates.js'
import { asked, attempt, input } from '../rooms/asking.js'
import { placesOf, staffIn } from './words.js'

/** @import { Member } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */

/**
 * The form. What it answers opens it for a person.
 * @param {World} world @param {HTMLElement} element @param {string} course @param {() => Promise<void>} done
 * @returns {(handle: string) => void}
 */
export function granting({ copy, call, say }, element, course, done) {
    const details = /** @type {HTMLDetailsElement} */ (part(element, 'granting'))
    const form = part(element, 'grantForm')
    const person = input(form, 'person')
    const state = part(form, 'granted')
    const mine = computed(() => staffIn(copy.enrollments().value ?? [], course))
    const sections = computed(() =>
        (copy.course(course).value?.sections ?? []).filter(({ id }) =>
            mine.value.isInCharge || mine.value.sections.includes(id)
        )
    )
    // What is ticked stays while the course changes.
    keyed(part(form, 'grantSections'), () => sections.value, ({ id }) => id, (section) => {
        const { id, code, kind } = section.value
        const box = Object.assign(document.createElement('input'), { type: 'checkbox', value: id })
        const label = document.createElement('label')
        label.append(box, ` ${apart(code)} ${apart(kind)}`)
        return label
    })
    fill(form, {
        grantAdvice: () => mine.value.isInCharge ? 'Without a section: of the whole course.' : 'Choose among your sections.',
    })
    form.addEventListener('submit', (submit) => {
        submit.preventDefault()
        state.textContent = ''
        void attempt(part(form, 'grantTrouble'), async () => {
            const name = person.value.trim()
            if (!name) throw new Error('Write an email first, or the handle of somebody in the course.')
            const boxes = /** @type {HTMLInputElement[]} */ (Array.from(form.querySelectorAll('input:checked')))
            if (boxes.length === 0 && !untracked(() => mine.value.isInCharge)) throw new Error('Choose a section first.')
            const { body } = await call('PUT', `/v1/courses/${encodeURIComponent(course)}/staff/${encodeURIComponent(name)}`, {
                body: { sections: boxes.map(({ value }) => value) },
            })
            const member = /** @type {Member} */ (body)
            const places = placesOf(member, untracked(() => copy.course(course).value), 'staff')
            const warning = member.emailVerified === false
                ? ` The email ${name} is not verified: somebody else may have registered with it. If you are not sure that it is ` +
                    'theirs, take them off the staff.'
                : ''
            state.textContent = `${apart(member.displayName)} is staff of ${codeOf(course)}: ${places}.${warning}`
            person.value = ''
            for (const box of boxes) box.checked = false
            say(state.textContent)
            await done()
        }).then((isWell) => isWell || person.focus())
    })
    return (handle) => {
        details.open = true
        person.value = `@${handle}`
        person.focus()
        person.scrollIntoView({ block: 'center' })
    }
}

/**
 * Asks, and takes a person off the staff.
 * @param {World} world @param {string} course @param {Member} member
 * @param {ReturnType<typeof import('./lists.js').listed<Member>>} people
 */
export async function revoke({ copy, call, say }, course, member, people) {
    const { id, displayName } = member
    const isSelf = id === untracked(() => copy.account.value?.id)
    const inCharge = (people.items.value ?? []).filter(({ places }) => staffIn(places, course).isInCharge)
    const isLast = inCharge.length === 1 && inCharge[0]?.id === id
    const answer = await asked({
        title: isSelf
            ? `Leave the staff of ${codeOf(course)}?`
            : `Take ${apart(displayName)} off the staff of ${codeOf(course)}?`,
        words: [
            isSelf ? 'These rooms close for you at once.' : 'Posts for staff disappear from all their devices at once.',
            ...(isLast
                ? ['It is the last staff place of the whole course: only the admin of this server can give it back.']
                : []),
        ].join(' '),
        action: isSelf ? 'Leave the staff' : 'Take off the staff',
    })
    if (answer === undefined) return
    await call('DELETE', `/v1/courses/${encodeURIComponent(course)}/staff/${encodeURIComponent(id)}`)
    say(isSelf ? `You are off the staff of ${codeOf(course)}.` : `${apart(displayName)} is off the staff of ${codeOf(course)}.`)
    await people.again()
}
