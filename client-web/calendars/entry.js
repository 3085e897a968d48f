// An entry of the calendar, and the dialog of what has no room of its own.

import { ask } from '../platform/dialogs.js'
import { effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { full } from '../platform/times.js'
import { asked, attempt } from '../rooms/asking.js'
import { addDays, dayOf, dayWords } from '../rooms/days.js'
import { place, timeWords } from '../rooms/sheet.js'
import { apart, codeOf, waitsWords } from '../events/words.js'
import { askEvent } from './form.js'
import { deletePersonal } from './personal.js'

/** @import { World } from '../shell/world.js' */
/** @import { Item } from './items.js' */
/** @import { Slice } from '../rooms/sheet.js' */

/** What a kind is called. @type {Record<Item['kind'], string>} */
export const KINDS = {
    class: 'class',
    holiday: 'holiday',
    due: 'due',
    study: 'study',
    task: 'task',
    personal: 'event',
    import: 'event',
}

/** @param {World} world @param {{ readonly value: Slice<Item> }} slice */
export function entryRow(world, slice) {
    const { zone } = world
    const row = copyOf('calendar-entry')
    const open = document.createElement(untracked(() => slice.value.item.href) ? 'a' : 'button')
    open.append(...row.childNodes)
    row.append(open)
    fill(row, {
        time: () => timeWords(slice.value.item, zone)[0],
        until: () => timeWords(slice.value.item, zone)[1],
        kind: () => KINDS[slice.value.item.kind],
        title: () => slice.value.item.title,
        where: () => slice.value.item.where,
    })
    effect(() => {
        const { key, item } = slice.value
        const waiting = item.event?.waiting ?? item.task?.waiting ?? item.personal?.waiting
        row.className = `entry ${item.kind} ${item.event?.kind ?? ''}`
        row.classList.toggle('done', Boolean(item.done))
        row.classList.toggle('waits', Boolean(waiting))
        place(row, slice.value)
        row.dataset['key'] = key
        row.draggable = Boolean(item.moves)
        open.title = [timeWords(item, zone).join(''), item.title, item.where].filter(Boolean).join(' · ')
        part(row, 'state').textContent = waiting?.state === 'refused'
            ? 'not sent: see above'
            : waitsWords(waiting) || (item.done ? 'done' : '')
        if (open instanceof HTMLAnchorElement) open.href = item.href ?? ''
    })
    if (open instanceof HTMLButtonElement) open.addEventListener('click', () => void show(world, slice.value.item))
    return row
}

/** `Fri 4 Dec 17:00–18:00`, or days. @param {World} world @param {Item} item */
function whenWords({ now, zone }, item) {
    const [today, first] = [dayOf(now.value, zone), dayOf(item.start, zone)]
    const last = item.allDay ? addDays(dayOf(item.end, zone), -1) : dayOf(item.end, zone)
    if (item.allDay) return [...new Set([first, last])].map((day) => dayWords(day, today)).join(' – ')
    if (first !== last) return [item.start, item.end].map((date) => full(date, { now: now.value, zone })).join(' – ')
    return `${dayWords(first, today)} ${timeWords(item, zone).join('')}`
}

/** @param {World} world @param {Item} item */
async function show(world, item) {
    const { outbox, say } = world
    const dialog = /** @type {HTMLDialogElement} */ (copyOf('calendar-about'))
    const { task, personal, course, calendar } = item
    dialog.setAttribute('aria-label', item.title)
    const repeats = personal && (personal.series?.rule ?? personal.rule)
    const more = [
        task?.minutes ? `${task.minutes} minutes of work, ${task.minutesDone} done` : '',
        item.kind === 'import' ? `From the calendar ${calendar ? apart(calendar) : 'that you imported'}. Change it there.` : '',
        repeats ? 'It repeats.' : '',
        task?.notes ?? '',
    ]
    fill(dialog, {
        title: item.title,
        when: `${item.kind === 'task' && task?.kind === 'flexible' ? 'Due ' : ''}${whenWords(world, item)}`,
        where: item.where,
        more: more.filter(Boolean).join('\n'),
    })
    const link = /** @type {HTMLAnchorElement} */ (part(dialog, 'course'))
    link.hidden = !course
    if (course) link.href = `/c/${encodeURIComponent(course)}`
    link.textContent = course ? codeOf(course) : ''
    link.addEventListener('click', () => dialog.close())
    const trouble = part(dialog, 'trouble')
    /** @param {string} name @param {boolean} isThere @param {() => Promise<unknown>} run */
    const button = (name, isThere, run) => {
        part(dialog, name).hidden = !isThere
        part(dialog, name).addEventListener('click', () => void attempt(trouble, run))
    }
    const ticked = item.kind === 'task' ? task : undefined
    const isOnce = !ticked?.recurrence
    fill(dialog, { done: item.done ? 'Not done' : 'Done' })
    button('done', Boolean(ticked && isOnce), async () => {
        if (ticked) await outbox.tick(ticked, !item.done)
        dialog.close()
        say(item.done ? 'Not done.' : 'Done.')
    })
    const isSent = personal && !personal.waiting
    button('edit', Boolean(isSent && !hasExceptions(item)), async () => {
        dialog.close()
        await askEvent(world, { start: first(item, 'start'), end: first(item, 'end'), item })
    })
    button('delete', Boolean(isSent || ticked), async () => {
        const title = `Delete “${apart(item.title)}”?`
        const words = repeats || ticked?.recurrence ? 'It repeats: all of it is deleted.' : 'It cannot be taken back.'
        if (await asked({ title, words, action: 'Delete' }) === undefined) return
        if (personal) await deletePersonal(world, personal)
        else if (ticked?.waiting?.entry.kind === 'task') await outbox.drop(ticked.waiting.entry)
        else if (ticked) await world.call('DELETE', `/v1/me/tasks/${encodeURIComponent(ticked.id)}`)
        dialog.close()
        say('Deleted.')
    })
    await ask(dialog)
}

/** @param {Item} item */
const hasExceptions = ({ personal }) => Boolean(personal?.series?.exceptions.length || personal?.series?.others.length)

/** A series is changed at its first occurrence. @param {Item} item @param {'start' | 'end'} which */
function first(item, which) {
    const { personal } = item
    if (!personal?.series || item.allDay) return item[which]
    return new Date(personal.series.first[which])
}
