// Making and changing an event of the personal calendar, and moving what is in the calendar.

import { copyOf, fill, part } from '../platform/templates.js'
import { full } from '../platform/times.js'
import { addDays, at, clockWords, dayOf, dayWords, isDay, minutesOf, wallOf } from '../rooms/days.js'
import { askForm, fillForm } from '../rooms/form.js'
import { changePersonal, makePersonal } from './personal.js'

/** @import { World } from '../shell/world.js' */
/** @import { Item } from './items.js' */
/** @import { Written } from './file.js' */

const REPEATS = ['', 'FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=MONTHLY']

/**
 * Asks for a new event, or for changes of one.
 * @param {World} world @param {{ start: Date, end: Date, item?: Item }} known
 */
export async function askEvent(world, { start, end, item }) {
    const { zone, drafts, say } = world
    const dialog = /** @type {HTMLDialogElement} */ (copyOf('calendar-form'))
    const personal = item?.personal
    const rule = personal?.series ? personal.series.rule : personal?.rule ?? null
    const repeat = /** @type {HTMLSelectElement} */ (part(dialog, 'repeat'))
    if (rule && !REPEATS.includes(rule)) repeat.append(new Option('as now', rule))
    const [from, to] = [wallOf(start, zone), wallOf(end, zone)]
    fillForm(dialog, {
        title: item?.title ?? '',
        place: item?.where ?? '',
        day: from.day,
        until: item?.allDay ? addDays(to.day, -1) : to.day,
        from: clockWords(item?.allDay ? 540 : from.minutes),
        to: clockWords(item?.allDay ? 600 : to.minutes),
        whole: item?.allDay ?? false,
        repeat: rule ?? '',
    })
    fill(dialog, { heading: item ? 'Change the event' : 'New event', send: item ? 'Keep' : 'Add', zone })
    const whole = /** @type {HTMLInputElement} */ (part(dialog, 'whole'))
    const follow = () =>
        dialog.querySelectorAll('input[type=time]').forEach((field) => field.toggleAttribute('disabled', whole.checked))
    whole.addEventListener('change', follow)
    const day = /** @type {HTMLInputElement} */ (part(dialog, 'day'))
    const until = /** @type {HTMLInputElement} */ (part(dialog, 'until'))
    day.addEventListener('change', () => {
        if (isDay(day.value) && until.value < day.value) until.value = day.value
    })
    // The end goes along with the beginning.
    const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (dialog.querySelector(`[name=${name}]`))
    const [begins, ends] = [field('from'), field('to')]
    let before = ''
    begins.addEventListener('focus', () => (before = begins.value))
    begins.addEventListener('change', () => {
        const moved = minutesOf(ends.value) + minutesOf(begins.value) - minutesOf(before)
        if (before && begins.value && ends.value && moved >= 0 && moved < 1440) ends.value = clockWords(moved)
        before = begins.value || before
    })
    follow()
    const draft = item ? undefined : { drafts, key: '/calendar#new' }
    const isSent = await askForm(dialog, async (values) => {
        const event = writtenOf(values, zone)
        if (personal) await changePersonal(world, personal, event)
        else await makePersonal(world, event)
    }, draft)
    if (isSent) say(item ? 'The event is changed.' : 'The event is added.')
}

/** @param {Record<string, string>} values @param {string} zone @returns {Written} */
function writtenOf({ title = '', place = '', day = '', until = '', from = '', to = '', whole, repeat }, zone) {
    if (!isDay(day) || !isDay(until)) throw new Error('Choose a first and a last day.')
    const [start, end] = whole
        ? [at(day, 0, zone), at(addDays(until, 1), 0, zone)]
        : [at(day, minutesOf(from), zone), at(until, minutesOf(to), zone)]
    if (!(end > start)) throw new Error('The end must be after the start.')
    return { title, location: place, start, end, allDay: Boolean(whole), rule: repeat || null }
}

/** `Fri 4 Dec 17:00`, without a time for whole days. @param {World} world @param {Date} date @param {boolean} allDay */
function when({ now, zone }, date, allDay) {
    return allDay ? dayWords(dayOf(date, zone), dayOf(now.value, zone)) : full(date, { now: now.value, zone })
}

/**
 * Asks whether an entry moves, and moves it. The time can be corrected there.
 * @param {World} world @param {Item} item @param {{ day: string, minutes?: number | undefined }} to without a time: at its own
 */
export async function askMove(world, item, { day, minutes }) {
    const { zone, say } = world
    const dialog = /** @type {HTMLDialogElement} */ (copyOf('calendar-move'))
    const start = new Date(item.event?.due ?? item.start)
    const isWhole = item.allDay && item.kind === 'personal'
    fill(dialog, { title: item.title })
    fillForm(dialog, { day, time: clockWords(minutes ?? wallOf(start, zone).minutes) })
    part(dialog, 'clock').hidden = isWhole
    const target = () => {
        const [date, time] = /** @type {HTMLInputElement[]} */ ([part(dialog, 'day'), part(dialog, 'time')])
        const [day, clock] = [date?.value ?? '', time?.value ?? '']
        return isDay(day) && (isWhole || clock) ? at(day, isWhole ? 0 : minutesOf(clock), zone) : undefined
    }
    const show = () => {
        const to = target()
        const [from, until] = [when(world, start, isWhole), to && when(world, to, isWhole)]
        part(dialog, 'words').textContent = until ? `From ${from} to ${until}?` : 'Choose a day and a time.'
    }
    dialog.addEventListener('input', show)
    show()
    // By keys no day is chosen yet; whoever dragged it only has to agree.
    if (target()?.getTime() === start.getTime()) part(dialog, 'day').autofocus = true
    const isSent = await askForm(dialog, async () => {
        const to = target()
        if (!to) throw new Error('Choose a day and a time.')
        await move(world, item, to)
    })
    if (isSent) say('Moved.')
}

/** @param {World} world @param {Item} item @param {Date} to */
async function move(world, item, to) {
    const { outbox, zone } = world
    if (item.event) {
        // The last minute of a day is that of its term.
        const { day, minutes } = wallOf(to, zone)
        const time = minutes === 1439 && item.zone ? at(day, minutes, item.zone) : to
        await outbox.editEvent(item.event, { due: time.toISOString() })
    } else if (item.personal) {
        const { title, location, allDay, rule } = item.personal
        const length = item.end.getTime() - item.start.getTime()
        const end = allDay
            ? at(addDays(dayOf(to, zone), Math.round(length / 86_400_000)), 0, zone)
            : new Date(to.getTime() + length)
        await changePersonal(world, item.personal, { title, location, start: to, end, allDay, rule })
    }
}
