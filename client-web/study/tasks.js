// Tasks: work to study by deadline, fixed times by start.

import { keyed } from '../platform/lists.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { attempt, input, onClick } from '../rooms/asking.js'
import { moveFocus } from '../rooms/moving.js'
import { apart, codeOf, waitsWords } from '../events/words.js'
import { showAdding } from '../tasks/adding.js'
import { askTask } from '../tasks/form.js'
import { showSteps } from '../tasks/steps.js'
import { tomorrow } from './block.js'
import { hoursWords, timeWords, whenWords, workWords } from './words.js'

/** @import { TaskRow } from '../copy/overlay.js' */
/** @import { Pane, Study } from './room.js' */

const OPEN = 'li.task > [data-part=open]'

/** @param {unknown} _place @param {Study} study @returns {Pane} */
export function tasksPane(_place, study) {
    const { copy } = study.world
    const element = copyOf('study-tasks')
    const showsDone = new Signal(false)
    const line = showAdding(study, element)
    const tasks = computed(() => copy.tasks().value?.filter(({ done }) => !done || showsDone.value))
    /** @param {string} name @param {TaskRow['kind']} kind */
    const list = (name, kind) => {
        const rows = computed(() => tasks.value?.filter((task) => task.kind === kind).sort(inOrder) ?? [])
        keyed(part(element, name), () => rows.value, ({ id }) => id, (task) => taskRow(study, task))
        effect(() => void (part(element, `${name}Part`).hidden = rows.value.length === 0))
    }
    // Each row has such a box of its own.
    const showDone = input(element, 'done')
    showDone.addEventListener('change', () => (showsDone.value = showDone.checked))
    list('flexible', 'flexible')
    list('fixed', 'fixed')
    effect(() => {
        const hidden = copy.tasks().value?.filter(({ done }) => done).length ?? 0
        part(element, 'donePart').hidden = hidden === 0
        part(element, 'empty').hidden = tasks.value?.length !== 0
        fill(element, { count: hidden })
    })
    const chosen = () => {
        const id = document.activeElement?.closest('li.task')?.getAttribute('data-id')
        return untracked(() => copy.tasks().value?.find((task) => task.id === id))
    }
    return {
        element,
        title: () => 'Tasks',
        keys: {
            j: () => void moveFocus(element, OPEN, 1),
            k: () => void moveFocus(element, OPEN, -1),
            s: () => {
                const task = chosen()
                if (task?.kind === 'flexible' && !task.done) void toggle(study, task)
            },
            a: () => line.focus(),
            z: () => {
                const task = chosen()
                if (task?.kind === 'flexible' && !task.done && !task.waiting) void study.acts.snooze(task, tomorrow(study))
            },
            x: () => {
                const task = chosen()
                if (task && !task.recurrence) void tick(study, task)
            },
        },
    }
}

/** Flexible ones by deadline, fixed ones by start; then by priority and creation. @param {TaskRow} one @param {TaskRow} other */
function inOrder(one, other) {
    const time = (/** @type {TaskRow} */ { start, deadline }) => Date.parse(start ?? deadline ?? '9999-12-31T00:00Z')
    const rank = (/** @type {TaskRow} */ { priority }) => ['high', 'medium', 'low'].indexOf(priority)
    return time(one) - time(other) || rank(one) - rank(other) || (one.createdAt < other.createdAt ? -1 : 1)
}

/** @param {Study} study @param {TaskRow} task */
function tick({ world: { outbox }, acts, trouble }, task) {
    return attempt(trouble, async () => {
        await outbox.tick(task, !task.done)
        acts.tell(`${task.done ? 'Open again' : 'Done'}: ${apart(task.title)}.`, () => void outbox.tick(task, task.done))
    })
}

/** @param {Study} study @param {TaskRow} task */
function toggle({ timer, stop, trouble }, task) {
    const isRunning = untracked(() => timer.kept.value.running?.task === task.id)
    return isRunning ? stop() : attempt(trouble, () => timer.start(task))
}

/** @param {Study} study @param {{ readonly value: TaskRow }} task */
function taskRow(study, task) {
    const { world, clock, timer } = study
    const { copy, now } = world
    const row = copyOf('study-task')
    const [box, go] = [input(row, 'done'), part(row, 'go')]
    const isLate = () => !task.value.done && task.value.deadline !== null && new Date(task.value.deadline) < now.value
    const isRunning = () => timer.kept.value.running?.task === task.value.id
    const unplaced = () => copy.studyPlan().value?.unplaced.find((one) => one.task === task.value.id)
    const next = () =>
        copy.studyPlan().value?.blocks.find(({ task: id, done, missed, end }) =>
            id === task.value.id && !done && !missed && new Date(end) > now.value
        )
    function plannedWords() {
        if (task.value.done) return ''
        const [block, short] = [next(), unplaced()]
        return [
            block && task.value.kind === 'flexible' ? `next ${whenWords(block.start, clock.value)}` : '',
            short ? `without a place${short.minutes > 0 ? `: ${hoursWords(short.minutes)}` : ''}` : '',
        ].filter(Boolean).join(', ')
    }
    function stateWords() {
        const { waiting, done } = task.value
        if (waiting?.state === 'refused') return `not sent: ${apart(waiting.reason ?? '')}`
        return waitsWords(waiting) || (done ? 'done' : isLate() ? 'late' : '')
    }
    fill(row, {
        title: () => task.value.title,
        course: () => task.value.course ? codeOf(task.value.course) : '',
        priority: () => task.value.priority === 'medium' ? '' : task.value.priority,
        time: () => apart(timeWords(task.value, clock.value)),
        work: () => workWords(task.value),
        planned: plannedWords,
        state: stateWords,
        tickWords: () => `Done: ${apart(task.value.title)}`,
    })
    effect(() => {
        const { id, done, recurrence, kind, title, priority, minutes, minutesDone, every } = task.value
        row.dataset['id'] = id
        row.className = `task ${priority}`
        row.classList.toggle('done', done)
        row.classList.toggle('late', isLate())
        row.classList.toggle('runs', isRunning())
        row.style.setProperty('--share', String(minutes && !every ? Math.min(1, minutesDone / minutes) : 0))
        box.checked = done
        part(row, 'tick').classList.toggle('none', recurrence !== null)
        box.disabled = recurrence !== null
        go.hidden = done || kind !== 'flexible'
        go.textContent = isRunning() ? '■' : '▶'
        go.ariaLabel = `${isRunning() ? 'Stop' : 'Start'} the timer: ${apart(title)}`
    })
    box.addEventListener('change', () => void tick(study, untracked(() => task.value)))
    go.addEventListener('click', () => void toggle(study, untracked(() => task.value)))
    showSteps(study, part(row, 'steps'), task)
    onClick(row, 'open', () => void askTask(world, { task: untracked(() => task.value) }))
    return row
}
