// A block of the plan as an entry on the hours, and the dialog with all that can be done with it.

import { ask } from '../platform/dialogs.js'
import { effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { attempt } from '../rooms/asking.js'
import { addDays, at, clockWords, dayOf, isDay, minutesOf, wallOf } from '../rooms/days.js'
import { askForm, fillForm } from '../rooms/form.js'
import { place } from '../rooms/sheet.js'
import { apart, codeOf, waitsWords } from '../events/words.js'
import { askTask, deleteTask } from '../tasks/form.js'
import { clockOf, hoursWords, lengthOf, minutesIn, shortWords, spanWords, workWords } from './words.js'

/** @import { BlockRow } from '../copy/overlay.js' */
/** @import { Slice } from '../rooms/sheet.js' */
/** @import { Study } from './room.js' */

/** @typedef {{ key: string, title: string, start: Date, end: Date, allDay: boolean, moves: boolean, block: BlockRow }} Item */

/** @param {BlockRow} block @returns {Item} */
export function itemOf(block) {
    const { id, title, start, end } = block
    return { key: id, title, start: new Date(start), end: new Date(end), allDay: false, moves: isOpen(block), block }
}

/** @param {BlockRow} block */
export const isOpen = ({ kind, done, missed }) => kind === 'study' && !done && !missed

/** @param {BlockRow} block */
function stateWords({ done, missed, pinned, waiting }) {
    if (waiting?.state === 'refused') return `not changed: ${apart(waiting.reason ?? '')}`
    const state = done ? 'done' : missed ? 'missed' : pinned ? 'stays there' : ''
    return [state, waitsWords(waiting)].filter(Boolean).join(', ')
}

/** @param {Study} study @param {{ readonly value: Slice<Item> }} slice */
export function blockRow(study, slice) {
    const row = copyOf('study-block')
    const [open, go] = [part(row, 'open'), part(row, 'go')]
    const block = () => slice.value.item.block
    const isRunning = () => study.timer.kept.value.running?.task === block().task
    fill(row, {
        time: () => clockOf(block().start, study.zone.value),
        until: () => `–${clockOf(block().end, study.zone.value)}`,
        kind: () => ({ study: 'study', fixed: 'task', class: 'class', break: 'break' })[block().kind],
        title: () => block().title,
        course: () => block().kind !== 'class' && block().course ? codeOf(block().course ?? '') : '',
        state: () => stateWords(block()),
    })
    effect(() => {
        const { kind, done, missed, pinned, waiting, id, title } = block()
        const day = dayOf(slice.value.item.start, study.zone.value)
        row.className = `entry ${kind}`
        for (const [name, isOn] of Object.entries({ done, missed, pinned, waits: waiting, runs: isRunning() })) {
            row.classList.toggle(name, Boolean(isOn))
        }
        row.dataset['key'] = id
        row.draggable = slice.value.item.moves
        place(row, slice.value)
        open.title = [spanWords(block(), study.clock.value), title].join(' · ')
        go.hidden = !isOpen(block()) || day !== study.today.value
        go.textContent = isRunning() ? '■' : '▶'
        go.ariaLabel = `${isRunning() ? 'Stop' : 'Start'} the timer: ${apart(title)}`
    })
    open.addEventListener('click', () => void showBlock(study, untracked(block)))
    go.addEventListener('click', () => void toggleTimer(study, untracked(block)))
    return row
}

/** Starts the timer of a block's task, or stops it. @param {Study} study @param {BlockRow} block */
export function toggleTimer({ timer, trouble, stop }, { task, title }) {
    if (!task) return Promise.resolve()
    const isRunning = untracked(() => timer.kept.value.running?.task === task)
    return isRunning ? stop() : attempt(trouble, () => timer.start({ id: task, title }))
}

/** What is known of a block, and what can be done. @param {Study} study @param {BlockRow} block */
export async function showBlock(study, block) {
    const { world, acts, clock, today, zone } = study
    const dialog = /** @type {HTMLDialogElement} */ (copyOf('study-about'))
    const task = untracked(() => world.copy.tasks().value?.find(({ id }) => id === block.task))
    const { kind, done, missed, pinned } = block
    dialog.setAttribute('aria-label', block.title)
    const facts = task?.kind === 'flexible'
        ? [
            task.priority === 'medium' ? '' : `${task.priority} priority`,
            task.minutes ? `${workWords(task)} of work` : workWords(task),
            task.deadline ? `by ${shortWords(task.deadline, clock.value)}` : '',
        ]
        : []
    fill(dialog, {
        title: block.title,
        when: `${spanWords(block, clock.value)}, ${hoursWords(lengthOf(block))}`,
        facts: [...facts, stateWords(block)].filter(Boolean).join(' · '),
        more: task?.notes ?? '',
        done: done ? 'Not done' : 'Done',
        missed: missed ? 'Not missed' : 'Missed',
        pin: pinned ? 'May move' : 'Stay there',
    })
    const link = /** @type {HTMLAnchorElement} */ (part(dialog, 'course'))
    link.hidden = !block.course
    if (block.course) link.href = `/c/${encodeURIComponent(block.course)}`
    link.textContent = block.course ? codeOf(block.course) : ''
    link.addEventListener('click', () => dialog.close())
    /** @param {string} name @param {boolean} isThere @param {() => unknown} run */
    const button = (name, isThere, run) => {
        part(dialog, name).hidden = !isThere
        part(dialog, name).addEventListener('click', () => {
            dialog.close()
            run()
        })
    }
    const isStudy = kind === 'study'
    // Blocks of earlier days count as missed by themselves.
    const isFresh = dayOf(new Date(block.start), zone.value) >= today.value
    const isRunning = untracked(() => study.timer.kept.value.running?.task === block.task)
    part(dialog, 'start').textContent = isRunning ? 'Stop the timer' : 'Start the timer'
    button('start', isStudy && Boolean(task) && !done, () => void toggleTimer(study, block))
    button('done', isStudy, () => void acts.done(block, !done))
    button('missed', isStudy && !done && (!missed || isFresh), () => void acts.missed(block, !missed))
    button('move', isOpen(block), () => void askMove(study, block))
    button('later', isOpen(block), () => void acts.move(block, later(block, world.now.value)))
    const isWork = task?.kind === 'flexible' && !task.done && !task.waiting
    button('snooze', isStudy && isWork, () => task && void acts.snooze(task, tomorrow(study)))
    button('pin', isOpen(block), () => void acts.pin(block, !pinned))
    button(
        'task',
        Boolean(task),
        () => task && void askTask(world, { task, occurrence: kind === 'fixed' ? block.start : undefined }),
    )
    button('delete', Boolean(task) && kind === 'fixed', () => task && void deleteTask(world, task, block.start))
    await ask(dialog)
}

/** Half an hour later than it is planned, or than now. @param {BlockRow} block @param {Date} now */
const later = ({ start }, now) => new Date(Math.max(Date.parse(start), Math.ceil(now.getTime() / 60_000) * 60_000) + 1_800_000)

/** When the next day begins. @param {Pick<Study, 'today' | 'zone'>} study */
export const tomorrow = ({ today, zone }) => untracked(() => at(addDays(today.value, 1), 0, zone.value))

/** Asks for another time. @param {Study} study @param {BlockRow} block */
export async function askMove({ acts, zone }, block) {
    const dialog = /** @type {HTMLDialogElement} */ (copyOf('study-move'))
    const { day, minutes } = wallOf(new Date(block.start), zone.value)
    fill(dialog, { title: block.title, zone: zone.value })
    fillForm(dialog, { day, time: clockWords(minutes), length: hoursWords(lengthOf(block)) })
    await askForm(dialog, async ({ day = '', time = '', length = '' }) => {
        const long = minutesIn(length)
        if (!isDay(day) || !time) throw new Error('Choose a day and a time.')
        if (!long || long > 1440) throw new Error('Write a length such as 45m or 1h 30m, at most a day.')
        const start = at(day, minutesOf(time), zone.value)
        await acts.move(block, start, new Date(start.getTime() + long * 60_000))
    })
}
