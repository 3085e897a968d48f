// Joining a course by an invitation, for somebody who is signed in.

import { invitationCode, previewed } from '../accounts/invitation.js'
import { apart } from '../events/words.js'
import { computed, effect, Signal } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { attempt, onSubmit } from '../rooms/asking.js'

/** @import { InvitationPreview } from '../contract.d.ts' */
/** @import { MakeRoom } from '../shell/rooms.js' */

/** @type {MakeRoom} */
export function room(place, { call, copy, go, say }) {
    const element = copyOf('join')
    const form = /** @type {HTMLFormElement} */ (part(element, 'form'))
    /** @type {Signal<InvitationPreview | undefined>} */
    const preview = new Signal(/** @type {InvitationPreview | undefined} */ (undefined))
    const words = new Signal('')
    const trouble = part(element, 'trouble')
    const code = computed(() => place.value.fragment && invitationCode())
    effect(() => {
        preview.value = undefined
        words.value = ''
        const asked = code.value
        if (!asked) return void (words.value = 'This address has no invitation. Open the whole link that you were given.')
        void attempt(trouble, async () => {
            const found = await previewed(asked)
            if (code.value !== asked) return
            words.value = found.words
            preview.value = found.preview
        })
    })
    const held = computed(() => (copy.enrollments().value ?? []).filter(({ course }) => course === preview.value?.course))
    const choices = computed(() => {
        const { role = '', sections = [] } = preview.value ?? {}
        return role === 'student' && sections.length > 1 ? sections : []
    })
    fill(element, { words: () => words.value })
    effect(() => {
        const course = preview.value?.course
        form.hidden = !course
        const link = /** @type {HTMLAnchorElement} */ (part(element, 'course'))
        part(element, 'there').hidden = !course || held.value.length === 0
        if (course) link.href = `/c/${encodeURIComponent(course)}`
    })
    effect(() => {
        part(form, 'choices').hidden = choices.value.length === 0
        part(form, 'sections').replaceChildren(...choices.value.map(({ id, code, kind }) => {
            const box = Object.assign(document.createElement('input'), { type: 'checkbox', value: id })
            const label = document.createElement('label')
            label.append(box, ` ${apart(code)} ${apart(kind)}`)
            return label
        }))
    })
    onSubmit(form, trouble, async () => {
        const boxes = /** @type {HTMLInputElement[]} */ (Array.from(form.querySelectorAll('input:checked')))
        const sections = boxes.map(({ value }) => value)
        if (choices.value.length > 0 && sections.length === 0) throw new Error('Choose a section first.')
        const course = preview.value?.course ?? ''
        await call('POST', '/v1/invitations/use', {
            body: { code: code.value, ...(sections.length > 0 ? { sections } : {}) },
        })
        say(`You are in ${course.slice(course.indexOf('.') + 1)}.`)
        go(`/c/${encodeURIComponent(course)}`, { replaces: true })
    })
    return { element, title: () => 'Invitation', keys: [] }
}
