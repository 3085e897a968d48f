// One timetable that was saved or shared: joining, sharing, watching, files; beside or over another, with the hours that both have
// free.

import { keyed } from '../platform/lists.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { apart, counted } from '../events/words.js'
import { fileName, save as saveFile } from '../files/shown.js'
import { asked, attempt, input, onClick } from '../rooms/asking.js'
import { clockWords } from '../rooms/days.js'
import { adopt } from './adopting.js'
import { timetableCard } from './card.js'
import { showClass } from './class.js'
import { changeWords, newIn } from './differences.js'
import { weekGrid } from './grid.js'
import { goneWords, MINE, titleOf } from './saved.js'
import { blocksOf, DAYS, freeOf, hoursOf } from './week.js'

/** @import { World } from '../shell/world.js' */
/** @import { Plan, Saved } from './saved.js' */

/**
 * @param {HTMLElement} element @param {World} world @param {Saved} saved
 * @param {{ id: () => string, beside: () => string, go: (query: Record<string, string>) => void }} at
 */
export function planView(element, world, saved, at) {
    const trouble = new Signal('')
    for (const id of [at.id, at.beside]) {
        effect(() => {
            const wanted = id()
            if (!wanted || wanted === MINE || saved.own.value?.some((one) => one.id === wanted)) return
            // One's own list may have it.
            if (saved.own.value === undefined && !saved.trouble.value) return
            trouble.value = ''
            saved.find(wanted).catch((error) => (trouble.value = goneWords(error)))
        })
    }
    const plan = computed(() => at.id() ? saved.plan(at.id()) : undefined)
    const other = computed(() => at.beside() ? saved.plan(at.beside()) : undefined)
    const isMine = computed(() => saved.own.value?.some(({ id }) => id === at.id()) ?? false)
    const hours = computed(() => hoursOf([...blocksOf(plan.value?.entries ?? []), ...blocksOf(other.value?.entries ?? [])]))
    const colours = computed(() => [
        ...new Set([...plan.value?.entries ?? [], ...other.value?.entries ?? []].map(({ course }) => course.id)),
    ])

    fill(element, {
        name: () => plan.value ? apart(plan.value.name) : (trouble.value ? 'Not here' : '…'),
        about: () =>
            plan.value
                ? [
                    plan.value.schedule?.owner ? `by ${apart(plan.value.schedule.owner)}` : '',
                    saved.termName(plan.value.term),
                    plan.value.schedule?.shared
                        ? 'shared: whoever has the link and an account sees it, and its owner’s name'
                        : '',
                ]
                    .filter(Boolean).join(' · ')
                : '',
        gone: () => trouble.value,
        withdrawn: () =>
            plan.value?.withdrawn.length ? `No longer offered: ${plan.value.withdrawn.map(apart).join(', ')}.` : '',
    })
    const place = part(element, 'one')
    const shown = (/** @type {Plan | undefined} */ one, /** @type {Plan | undefined} */ two) => ({
        // The room is called so already.
        title: two ? titleOf(one) : '',
        about: one && two && one !== plan.value ? changeWords(one.entries, two.entries) || 'They have the same sections.' : '',
        entries: one?.entries ?? [],
        isNew: newIn(one?.entries ?? [], two?.entries),
        locked: [],
        hours: hours.value,
        colours: colours.value,
        busy: [],
    })
    const open = (/** @type {() => Plan | undefined} */ which) => (/** @type {import('./week.js').Entry} */ entry) =>
        void showClass(world, undefined, { entry, entries: untracked(which)?.entries ?? [], scores: [] })
    const first = timetableCard(() => shown(plan.value, other.value), { open: open(() => plan.value), buttons: [] })
    const second = timetableCard(() => shown(other.value, plan.value), { open: open(() => other.value), buttons: [] })
    place.append(first.element, second.element)
    effect(() => {
        first.element.hidden = !plan.value
        second.element.hidden = !other.value
        part(element, 'doing').hidden = !plan.value
    })
    doing(element, world, saved, {
        plan: () => plan.value,
        isMine: () => isMine.value,
        done: () => at.go({}),
        shared: () => plan.value?.schedule?.shared ?? false,
    })
    comparing(element, saved, {
        ...at,
        plan: () => plan.value,
        other: () => other.value,
        hours: () => hours.value,
        colours: () => colours.value,
        isApart: [first.element, second.element],
    })
    return { title: () => apart(plan.value?.name ?? 'Timetable') }
}

/**
 * @param {HTMLElement} element @param {World} world @param {Saved} saved
 * @param {{ plan: () => Plan | undefined, isMine: () => boolean, done: () => void, shared: () => boolean }} here
 */
function doing(element, world, saved, { plan, isMine, done, shared }) {
    const { call, copy, download, say } = world
    const trouble = part(element, 'trouble')
    /** @param {string} name @param {(plan: Plan) => Promise<unknown>} run */
    const button = (name, run) =>
        onClick(element, name, () =>
            void attempt(trouble, async () => {
                const now = plan()
                if (now) await run(now)
            }))
    const keep = async (/** @type {Plan} */ now) => {
        if (now.schedule) return now.schedule.id
        const name = await asked({
            title: 'Save the timetable',
            words: 'You find it again below the wishes.',
            action: 'Save',
            field: 'Name',
            value: now.name,
        })
        return name?.trim() ? (await saved.save(name.trim(), now.term, now.entries)).id : ''
    }
    button('join', async (now) => {
        const words = await adopt(world, { name: now.name, term: now.term, entries: now.entries, save: () => keep(now) })
        if (words) fill(element, { told: words })
    })
    button('share', async (now) => {
        const id = await keep(now)
        if (!id) return
        const wasShared = untracked(shared)
        await saved.edit(id, { shared: !wasShared })
        if (wasShared) return say('It is no longer shared. The link does not work any more.')
        await linkOf(element, id)
        say('Anyone with the link and an account can see it, and your name.')
    })
    onClick(element, 'copy', async () => {
        const id = plan()?.schedule?.id
        if (id) await linkOf(element, id)
    })
    const isWatched = () => {
        const watched = new Set(copy.seatWatches().value?.map(({ section }) => section.id))
        const entries = plan()?.entries ?? []
        return entries.length > 0 && entries.every(({ section }) => watched.has(section.id))
    }
    button('watch', async ({ entries }) => {
        const was = untracked(isWatched)
        for (const { section } of entries) {
            await call(was ? 'DELETE' : 'PUT', `/v1/me/seat-watches/${encodeURIComponent(section.id)}`)
        }
        const seats = `The seats of ${counted(entries.length, 'section')} are`
        fill(element, {
            told: was
                ? `${seats} no longer watched.`
                : `${seats} watched. You are notified when they open, run low or run out.`,
        })
    })
    fill(element, { watch: () => isWatched() ? 'Stop watching seats' : 'Watch seats' })
    button('calendar', async ({ schedule, name }) => {
        if (!schedule) return
        saveFile(
            await download(`/v1/me/schedules/${encodeURIComponent(schedule.id)}.ics`),
            `${fileName(name, 'timetable')}.ics`,
        )
        fill(element, { told: 'The calendar file is saved.' })
    })
    button('picture', async ({ name, term, entries }) => {
        const query = new URLSearchParams({ title: name, crns: entries.map(({ section }) => section.crn).join(',') })
        const path = `/v1/terms/${encodeURIComponent(term)}/schedules/picture?${query}`
        saveFile(await download(path), `${fileName(name, 'timetable')}.svg`)
        fill(element, { told: 'The picture is saved.' })
    })
    button('rename', async ({ schedule, name }) => {
        if (!schedule) return
        const to = await asked({
            title: 'Rename the timetable',
            words: 'A link to it stays the same.',
            action: 'Rename',
            field: 'Name',
            value: name,
            wrong: (text) => text.trim() ? undefined : 'Give it a name.',
        })
        if (to !== undefined) await saved.edit(schedule.id, { name: to.trim() })
    })
    button('delete', async ({ schedule, name }) => {
        if (!schedule) return
        const words = 'You stay in your classes. A link to it stops working.'
        if (await asked({ title: `Delete “${apart(name)}”?`, words, action: 'Delete' }) === undefined) return
        await saved.remove(schedule.id)
        say('Deleted.')
        done()
    })
    button('keepCopy', async (now) => {
        const name = await asked({
            title: 'Save a copy',
            words: 'It is yours then, and stays as it is now.',
            action: 'Save',
            field: 'Name',
            value: now.name,
        })
        if (name?.trim()) await saved.save(name.trim(), now.term, now.entries)
    })
    effect(() => {
        const mine = isMine()
        const schedule = plan()?.schedule !== undefined
        for (const name of ['share', 'rename', 'delete']) part(element, name).hidden = !mine
        part(element, 'keepCopy').hidden = mine
        // One is in one's own classes.
        part(element, 'join').hidden = !schedule
        part(element, 'calendar').hidden = !mine && !schedule
        fill(element, { share: shared() ? 'Stop sharing' : 'Share' })
        part(element, 'link').hidden = !mine || !shared()
        if (mine && shared()) input(element, 'address').value = addressOf(plan()?.schedule?.id ?? '')
    })
}

/** @param {string} id */
const addressOf = (id) => `${location.origin}/timetables?plan=${id}`

/** Copies the link, or selects it where there is no clipboard. @param {HTMLElement} element @param {string} id */
async function linkOf(element, id) {
    const field = input(element, 'address')
    field.value = addressOf(id)
    try {
        await navigator.clipboard.writeText(field.value)
        fill(element, { told: 'The link is copied.' })
    } catch {
        part(element, 'link').hidden = false
        field.select()
        fill(element, { told: 'The link is selected. Copy it with Ctrl C, or by holding a finger on it.' })
    }
}

/**
 * @param {HTMLElement} element @param {Saved} saved
 * @param {{ id: () => string, beside: () => string, go: (query: Record<string, string>) => void, plan: () => Plan | undefined,
 *   other: () => Plan | undefined, hours: () => [number, number], colours: () => readonly string[], isApart: HTMLElement[] }} at
 */
function comparing(element, saved, { id, beside, go, plan, other, hours, colours, isApart }) {
    const select = /** @type {HTMLSelectElement} */ (part(element, 'beside'))
    const isOver = new Signal(false)
    effect(() => {
        const options = [['', 'nothing'], [MINE, 'my classes'], ...(saved.own.value ?? []).map((one) => [one.id, one.name])]
        const now = beside()
        if (now && !options.some(([value]) => value === now)) {
            options.push([now, titleOf(untracked(other)) || 'a shared timetable'])
        }
        select.replaceChildren(
            ...options.filter(([value]) => value !== id()).map(([value = '', name]) => new Option(name, value)),
        )
        select.value = now
    })
    select.addEventListener('change', () => go({ plan: untracked(id), ...(select.value ? { beside: select.value } : {}) }))
    const over = part(element, 'over')
    onClick(element, 'over', () => (isOver.value = !untracked(() => isOver.value)))
    const both = part(element, 'both')
    const busy = computed(() => [...blocksOf(plan()?.entries ?? []), ...blocksOf(other()?.entries ?? [])])
    const free = computed(() => other() ? freeOf(busy.value, [8, 20]) : [])
    weekGrid(part(both, 'week'), {
        blocks: () => {
            const sides = [plan(), other()].map((one) => one?.entries ?? [])
            return sides.flatMap((entries, side) =>
                blocksOf(entries).map((block) => ({
                    ...block,
                    side: /** @type {0 | 1} */ (side),
                    sides: /** @type {const} */ (2),
                }))
            )
        },
        hours: () => [Math.min(8, hours()[0]), Math.max(20, hours()[1])],
        colours,
        free: () => free.value,
    })
    fill(both, {
        title: () => `${titleOf(plan())} (left) and ${titleOf(other())} (right)`,
    })
    keyed(part(element, 'free'), () => free.value, ({ day }) => day, (day) => {
        return fill(copyOf('tt-free'), {
            day: DAYS[day.value.day] ?? '',
            times: () => day.value.free.map(([from, to]) => `${clockWords(from)}–${clockWords(to)}`).join(', ') || 'nothing',
        })
    })
    effect(() => {
        const isTwo = Boolean(plan() && other())
        const isOne = isTwo && isOver.value
        over.hidden = !isTwo
        over.ariaPressed = String(isOver.value)
        both.hidden = !isOne
        part(element, 'freeBoth').hidden = !isTwo
        isApart.forEach((card) => card.classList.toggle('away', isOne))
    })
}
