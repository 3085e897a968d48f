// Tasks that do not fit: why, and the smallest change that would place each, as a button that makes it.

import { keyed } from '../platform/lists.js'
import { computed, effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { attempt } from '../rooms/asking.js'
import { apart, counted } from '../events/words.js'
import { changeOf, changeWords, settingsWith } from './changes.js'
import { hoursWords } from './words.js'

/** @import { Study } from './room.js' */

/** @param {Study} study @param {HTMLElement} element */
export function showUnplaced({ world, settings, clock, acts, trouble }, element) {
    const { copy, call } = world
    const unplaced = computed(() => copy.studyPlan().value?.unplaced ?? [])
    effect(() => void (element.hidden = unplaced.value.length === 0))
    fill(element, { summary: () => `${counted(unplaced.value.length, 'task')} without a place` })
    keyed(part(element, 'rows'), () => unplaced.value, ({ task }) => task, (one) => {
        const row = copyOf('study-unplaced')
        const task = computed(() => copy.tasks().value?.find(({ id }) => id === one.value.task))
        const change = computed(() => {
            const found = changeOf(one.value.because.change)
            // The deadline of a task for a due event is the event's.
            return found?.is === 'deadline' && task.value?.event !== null ? undefined : found
        })
        const words = computed(() =>
            change.value && settings.value ? changeWords(settings.value, change.value, clock.value) : ''
        )
        fill(row, {
            title: () => apart(task.value?.title ?? 'a task'),
            short: () => one.value.minutes > 0 ? `short by ${hoursWords(one.value.minutes)}` : '',
            detail: () => one.value.because.detail,
            change: () => words.value,
        })
        const button = part(row, 'change')
        effect(() => {
            button.hidden = words.value === ''
            part(row, 'hours').hidden = words.value !== ''
        })
        button.addEventListener('click', async () => {
            const [made, said, title] = untracked(() => [change.value, words.value, task.value?.title ?? ''])
            if (!made) return
            button.toggleAttribute('disabled', true)
            await attempt(trouble, async () => {
                if (made.is === 'deadline') {
                    const { time: deadline } = made
                    await call('PATCH', `/v1/me/tasks/${encodeURIComponent(one.value.task)}`, { body: { deadline } })
                } else {
                    // Another device may have changed them.
                    const { body } = await call('GET', '/v1/me/study-settings')
                    const changed = settingsWith(body, made)
                    if (!changed) throw new Error('The settings have no such hours any more.')
                    await call('PUT', '/v1/me/study-settings', { body: changed })
                }
                acts.tell(`${said}: saved. “${apart(title)}” is planned anew.`)
            })
            button.toggleAttribute('disabled', false)
        })
        return row
    })
}
