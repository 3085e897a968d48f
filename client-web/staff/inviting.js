// Invitations to a course: making one, its link, and taking it back.

import { apart, codeOf } from '../events/words.js'
import { keyed } from '../platform/lists.js'
import { computed, effect, Signal } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { follow } from '../platform/times.js'
import { asked, attempt, input, onClick, onCopy, onSubmit } from '../rooms/asking.js'
import { listed } from './lists.js'
import { codeIn, staffIn } from './words.js'

/** @import { Invitation, MadeInvitation } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */

/** @param {Invitation} invitation @param {Date} now */
function stateOf({ uses, used, expiresAt, revokedAt }, now) {
    if (revokedAt) return 'Revoked'
    if (used >= uses) return 'Used'
    return new Date(expiresAt) <= now ? 'Expired' : 'Open'
}

/** @param {World} world @param {HTMLElement} element @param {string} course */
export function inviting(world, element, course) {
    const { copy, call, say, now, zone } = world
    const path = `/v1/courses/${encodeURIComponent(course)}/invitations`
    const details = /** @type {HTMLDetailsElement} */ (part(element, 'inviting'))
    const isOpen = new Signal(false)
    details.addEventListener('toggle', () => (isOpen.value = details.open))
    // Nobody asks for them until somebody looks.
    /** @type {ReturnType<typeof listed<Invitation>>} */
    const invitations = listed(world, () => isOpen.value ? path : '')
    const form = /** @type {HTMLFormElement} */ (part(element, 'inviteForm'))
    const [role, section] = /** @type {HTMLSelectElement[]} */ ([part(form, 'inviteRole'), part(form, 'inviteSection')])
    const mine = computed(() => staffIn(copy.enrollments().value ?? [], course))
    effect(() => {
        const sections = (copy.course(course).value?.sections ?? []).filter(({ id }) =>
            mine.value.isInCharge || mine.value.sections.includes(id)
        )
        const chosen = section?.value ?? ''
        section?.replaceChildren(
            ...(mine.value.isInCharge ? [new Option('they choose; staff: all', '')] : []),
            ...sections.map(({ id, code, kind }) => new Option(`${apart(code)} ${apart(kind)}`, id)),
        )
        if (section && sections.some(({ id }) => id === chosen)) section.value = chosen
    })
    fill(element, { invitationsTrouble: () => invitations.trouble.value })
    onSubmit(form, part(form, 'inviteTrouble'), async () => {
        const [uses, days] = ['inviteUses', 'inviteDays'].map((name) => Number(input(form, name).value))
        const person = input(form, 'invitePerson').value.trim()
        const whom = !person ? {} : person.startsWith('@') ? { handle: person } : { email: person }
        const { body } = await call('POST', path, {
            body: {
                role: role?.value,
                ...(section?.value ? { section: section.value } : {}),
                uses,
                expiresAt: new Date(now.value.getTime() + (days ?? 0) * 86_400_000).toISOString().replace(/\.\d+/, ''),
                ...whom,
            },
        })
        const made = /** @type {MadeInvitation} */ (body)
        const link = input(element, 'inviteLink')
        link.value = `${location.origin}/join#${made.code}`
        part(element, 'inviteTold').textContent = ''
        part(element, 'invited').hidden = false
        link.focus()
        link.select()
        input(form, 'invitePerson').value = ''
        say(`The invitation to ${codeOf(course)} is made.`)
        await invitations.again()
    })
    onCopy(element, 'inviteCopy', input(element, 'inviteLink'), part(element, 'inviteTold'))
    onClick(element, 'inviteHide', () => {
        input(element, 'inviteLink').value = ''
        part(element, 'invited').hidden = true
        details.querySelector('summary')?.focus()
    })
    keyed(part(element, 'invitations'), () => invitations.items.value ?? [], ({ id }) => id, (invitation) => {
        const row = copyOf('invitation-row')
        effect(() => {
            const { id, role, section, email, handle, uses, used } = invitation.value
            const state = stateOf(invitation.value, now.value)
            row.dataset['id'] = id
            const place = section ? codeIn(copy.course(course).value, section) : ''
            part(row, 'state').textContent = state
            part(row, 'what').textContent = [role === 'staff' ? 'staff' : 'student', place].filter(Boolean).join(' ')
            part(row, 'whom').textContent = email ? `for ${apart(email)}` : handle ? `for @${apart(handle)}` : ''
            part(row, 'used').textContent = `used ${used} of ${uses},`
            part(row, 'revoke').hidden = state !== 'Open'
        })
        follow(
            /** @type {HTMLTimeElement} */ (part(row, 'end')),
            () => new Date(invitation.value.expiresAt),
            () => ({ now: now.value, zone }),
        )
        onClick(row, 'revoke', () =>
            void attempt(part(row, 'trouble'), async () => {
                const answer = await asked({
                    title: `Revoke the invitation to ${codeOf(course)}?`,
                    words: 'Its link stops working. People who have joined with it stay.',
                    action: 'Revoke',
                })
                if (answer === undefined) return
                await call('DELETE', `/v1/invitations/${encodeURIComponent(invitation.value.id)}`)
                say('The invitation is revoked.')
                await invitations.again()
            }))
        return row
    })
}
