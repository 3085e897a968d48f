// Study: the plan, tasks, settings and what was studied. Drawn from the copy; blocks are changed through the outbox.

import { computed, effect, scope, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { asked, attempt, onClick } from '../rooms/asking.js'
import { apart } from '../events/words.js'
import { toldBar } from '../rooms/told.js'
import { askTask } from '../tasks/form.js'
import { actsOf } from './acts.js'
import { studyClock } from './clock.js'
import { planPane } from './plan.js'
import { settingsPane } from './settings.js'
import { statsPane } from './stats.js'
import { tasksPane } from './tasks.js'
import { LONGEST, timerOf } from './timer.js'
import { showUnplaced } from './unplaced.js'
import { clockOf, hoursWords, minutesIn, nameOf, nowAndNext, whenWords } from './words.js'

/** @import { MakeRoom } from '../shell/rooms.js' */
/** @import { World } from '../shell/world.js' */
/** @import { Acts } from './acts.js' */
/** @import { StudyClock } from './clock.js' */
/** @import { Timer } from './timer.js' */

/** What the parts of the room share. */
/** @typedef {StudyClock & { world: World, acts: Acts, timer: Timer, trouble: HTMLElement, stop: (done?: boolean) => Promise<unknown> }} Study */
/** A part of the room; its keys work while it is shown. @typedef {{ element: HTMLElement, title: () => string, keys: Record<string, () => unknown> }} Pane */

/** @type {Record<string, (place: Parameters<MakeRoom>[0], study: Study) => Pane>} */
const PANES = { plan: planPane, tasks: tasksPane, settings: settingsPane, stats: statsPane }
const KEYS = {
    n: 'Next week, on a phone day',
    p: 'Previous week, on a phone day',
    t: 'Today',
    j: 'Next block or task',
    k: 'Previous block or task',
    s: 'Start the timer for the block, or stop it',
    x: 'Done',
    m: 'Missed',
    v: 'Move the block to another day or time',
    '[': 'Move the block a quarter of an hour earlier',
    ']': 'Move the block a quarter of an hour later',
    '{': 'Move the block a day earlier',
    '}': 'Move the block a day later',
    i: 'Let the block stay there, or move again',
    a: 'Add a task in one line',
    z: 'Plan nothing of the task before tomorrow',
}

/** @type {MakeRoom} */
export function room(place, world) {
    const { copy, now } = world
    const element = copyOf('study-room')
    const trouble = part(element, 'trouble')
    const times = studyClock(world)
    const acts = actsOf(world, trouble, () => untracked(() => times.clock.value))
    const timer = timerOf(world, (words) => acts.tell(words), (error) => {
        trouble.textContent = error instanceof Error ? error.message : String(error)
    })
    /** Whoever forgot the timer says how long it was. @param {boolean} [done] whether the task is done, too */
    async function stop(done = false) {
        const counted = untracked(() => timer.minutes.value)
        if (counted <= LONGEST) return attempt(trouble, () => timer.stop({ done }))
        const answer = await asked({
            title: `The timer has run for ${hoursWords(counted)}.`,
            words: 'How long did you study?',
            action: 'Record',
            field: 'Length, such as 45m or 2h',
            wrong: (text) => minutesIn(text) ? undefined : 'Write a length such as 45m or 2h.',
        })
        const as = minutesIn(answer ?? '')
        return as ? attempt(trouble, () => timer.stop({ done, as })) : undefined
    }
    /** @type {Study} */
    const study = { ...times, world, acts, timer, trouble, stop }

    const name = computed(() => {
        const named = place.value.query['part'] ?? ''
        return named in PANES ? named : 'plan'
    })
    /** @type {Pane | undefined} */
    let pane
    effect(() => {
        const make = PANES[name.value] ?? planPane
        const end = scope(() => {
            pane = make(place, study)
            part(element, 'pane').replaceChildren(pane.element)
            // Where a link leads from one part to another, the focus goes with it.
            part(element, 'pane').ariaLabel = part(element, name.value).textContent
            acts.told.value = undefined
        })
        for (const link of part(element, 'parts').querySelectorAll('a')) {
            if (link.dataset['part'] === name.value) link.setAttribute('aria-current', 'page')
            else link.removeAttribute('aria-current')
        }
        return end
    })

    const blocks = computed(() => copy.studyPlan().value?.blocks ?? [])
    const moment = computed(() => nowAndNext(blocks.value, now.value))
    const running = computed(() => timer.kept.value.running)
    const waiting = computed(() => timer.kept.value.stopped)
    /** What the timer would be started for: the study of now. */
    const startable = computed(() => {
        const { current } = moment.value
        return current?.kind === 'study' && current.task ? { id: current.task, title: current.title } : undefined
    })
    const counted = () => timer.minutes.value === 0 ? '0m' : hoursWords(timer.minutes.value)
    function nowWords() {
        const { clock, zone } = times
        if (running.value) {
            const since = clockOf(running.value.startedAt, zone.value)
            return `${apart(running.value.title)}: ${counted()}, since ${since}`
        }
        const { current, next } = moment.value
        if (!current && !next) return 'Nothing is planned.'
        const left = current && Math.ceil((Date.parse(current.end) - now.value.getTime()) / 60_000)
        const here = current
            ? `Now: ${apart(nameOf(current))} until ${clockOf(current.end, zone.value)}, ${hoursWords(left ?? 0)} left`
            : 'Now: free'
        return next ? `${here}; next: ${apart(nameOf(next))} ${whenWords(next.start, clock.value)}` : here
    }
    fill(element, {
        nowWords,
        kept: () =>
            waiting.value.map(({ title, minutes }) =>
                `The timer is stopped and kept: ${apart(title)}, ${hoursWords(minutes)}. It is sent when the server is reached.`
            ).join(' '),
    })
    effect(() => {
        part(element, 'now').classList.toggle('runs', Boolean(running.value))
        part(element, 'start').hidden = Boolean(running.value) || !startable.value
        for (const name of ['stop', 'stopDone', 'discard']) part(element, name).hidden = !running.value
    })
    onClick(
        element,
        'start',
        () => startable.value && void attempt(trouble, () => timer.start(startable.value ?? { id: '', title: '' })),
    )
    onClick(element, 'stop', () => void stop())
    onClick(element, 'stopDone', () => void stop(true))
    onClick(element, 'discard', () =>
        void attempt(trouble, async () => {
            const { title = '' } = untracked(() => running.value) ?? {}
            const words = `${counted()} for ${apart(title)} are not recorded.`
            if (await asked({ title: 'Discard the time?', words, action: 'Discard' }) === undefined) return
            await timer.discard()
        }))
    const { bar, undo } = toldBar(acts.told, part(element, 'now'))
    part(element, 'pane').before(bar)
    showUnplaced(study, part(element, 'unplaced'))
    const makeTask = () => void askTask(world)
    onClick(element, 'newTask', makeTask)
    return {
        element,
        title: () => running.value ? `${counted()} · Study` : 'Study',
        keys: [
            ...Object.entries(KEYS).map(([key, words]) => ({ key, words, run: () => void pane?.keys[key]?.() })),
            { key: 'u', words: 'Undo', run: undo },
            { key: 'T', words: 'New task', run: makeTask },
        ],
    }
}
