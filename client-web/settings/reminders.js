// Reminders: how long before due dates, and those of single posts.

import { keyed } from '../platform/lists.js'
import { computed, effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { words } from '../platform/times.js'
import { addressOf, apart, codeOf } from '../events/words.js'
import { field, onDo, onSend } from './forms.js'
import { minutesOf, preferencesOf, spanWords } from './preferences.js'

/** @import { EventMark } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Section } from './forms.js' */

/** @param {World} world @returns {Section} */
export function remindersSection(world) {
    const { copy, outbox, now, zone } = world
    const element = copyOf('settings-reminders')
    const preferences = preferencesOf(world)
    const leads = computed(() => [...preferences.now.value?.reminders ?? []].sort((one, other) => other - one))
    keyed(part(element, 'rows'), () => leads.value, (lead) => lead, (lead) => {
        const row = fill(copyOf('settings-row'), { title: `${spanWords(lead.value)} before`, action: 'Remove' })
        part(row, 'action').ariaLabel = `Remove ${spanWords(lead.value)} before`
        onDo(element, row, 'action', async () => {
            await preferences.change(({ reminders }) => ({ reminders: reminders.filter((other) => other !== lead.value) }))
            return `Saved: no reminder ${spanWords(lead.value)} before.`
        })
        return row
    })
    effect(() => void (part(element, 'none').hidden = preferences.now.value?.reminders.length !== 0))

    const form = /** @type {HTMLFormElement} */ (part(element, 'add'))
    const lead = field(form, 'lead')
    onSend(form, async () => {
        const minutes = minutesOf(lead.value)
        if (minutes === undefined) {
            throw new Error(`Could not understand “${lead.value}” as a time before a due date; try 1d, 12h or 90m`)
        }
        await preferences.change(({ reminders }) => ({ reminders: [...new Set([...reminders, minutes])] }))
        lead.value = ''
        return `Saved: you are reminded ${spanWords(minutes)} before each due date.`
    })

    const own = computed(() =>
        [...copy.marks().value?.values() ?? []].filter(({ remindAt }) => remindAt && Date.parse(remindAt) > now.value.getTime())
    )
    keyed(part(element, 'own'), () => own.value, ({ event }) => event, (mark) => {
        const row = markRow(world, mark, 'Take it back')
        fill(row, { about: () => words(new Date(mark.value.remindAt ?? 0), { now: now.value, zone }) })
        onDo(element, row, 'action', async () => {
            await outbox.mark(mark.value.event, { remindAt: null })
            return 'The reminder is taken back.'
        })
        return row
    })
    effect(() => void (part(element, 'ownPart').hidden = own.value.length === 0))
    return { element }
}

/** A post with a mark, by its title. @param {World} world @param {{ readonly value: EventMark }} mark @param {string} action */
export function markRow({ copy }, mark, action) {
    const row = fill(copyOf('settings-marked'), { action })
    const event = computed(() => copy.event(mark.value.event).value)
    const link = /** @type {HTMLAnchorElement} */ (part(row, 'link'))
    effect(() => {
        const found = event.value
        link.textContent = found
            ? `${codeOf(found.course)}#${found.number} ${apart(found.title)}`
            : 'A post that you do not see any more'
        if (found) link.href = addressOf(found.course, found.number)
        else link.removeAttribute('href')
        part(row, 'action').ariaLabel = `${action}: ${apart(link.textContent ?? '')}`
    })
    return row
}
