// What was done and studied, as bars. The server knows it; what was last seen is kept for when it is not reached.

import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { addDays, dayWords } from '../rooms/days.js'
import { apart, codeOf, counted } from '../events/words.js'
import { hoursWords, shortWords } from './words.js'

/** @import { StudyStats } from '../contract.d.ts' */
/** @import { Pane, Study } from './room.js' */

/** What the server said, and when it was asked. @typedef {{ stats: StudyStats, from: string, to: string, at: string }} Kept */

const KEY = 'kept /study stats'
/** How many weeks back, by the choices of the form. */
const SPANS = /** @type {const} */ ([4, 12, 52])

/** @param {unknown} _place @param {Study} study @returns {Pane} */
export function statsPane(_place, { world, today, clock, isLive }) {
    const { call, copy, drafts } = world
    const element = copyOf('study-stats')
    const weeks = new Signal(/** @type {number} */ (4))
    const kept = new Signal(/** @type {Kept | undefined} */ (undefined))
    const trouble = part(element, 'trouble')
    drafts.text(KEY).then((text) => {
        if (text && !untracked(() => kept.value)) kept.value = JSON.parse(text)
    }).catch(() => {})
    /** Asked again when something was studied, or done. */
    const studied = computed(() => copy.tasks().value?.map(({ done, minutesDone }) => `${done} ${minutesDone}`).join())
    effect(() => {
        void studied.value
        if (!isLive.value) return
        const to = today.value
        const from = addDays(to, -7 * weeks.value + 1)
        let isOver = false
        call('GET', `/v1/me/study-stats?from=${from}&to=${to}`).then(({ body }) => {
            if (isOver || !body?.minutes) return
            trouble.textContent = ''
            kept.value = { stats: body, from, to, at: new Date().toISOString() }
            void drafts.keep(KEY, JSON.stringify(kept.value))
        }, (error) => {
            if (!isOver) trouble.textContent = error instanceof Error ? error.message : String(error)
        })
        return () => void (isOver = true)
    })
    const select = /** @type {HTMLSelectElement} */ (part(element, 'weeks'))
    select.append(...SPANS.map((count) => new Option(`${count} weeks`, String(count))))
    select.addEventListener('change', () => (weeks.value = Number(select.value)))
    effect(() => {
        const found = kept.value
        part(element, 'shown').hidden = !found
        part(element, 'none').hidden = found !== undefined || isLive.value
        if (!found) return
        const { stats, from, to, at } = found
        const { minutes, streakDays, added, done, open, topics } = stats
        const total = minutes.byCourse.reduce((sum, { minutes }) => sum + minutes, 0)
        const days = (/** @type {string} */ day) => dayWords(day, today.value)
        fill(element, {
            span: `${days(from)} to ${days(to)}`,
            studied: hoursWords(total) + (streakDays > 0 ? `, ${counted(streakDays, 'day')} in a row` : ''),
            tasks: `${added} added, ${done} done, ${open} open`,
            at: isLive.value ? '' : `As it was ${shortWords(at, clock.value)}.`,
        })
        part(element, 'empty').hidden = total > 0
        bars('byCourse', minutes.byCourse.map(({ course, minutes }) => [course ? codeOf(course) : 'no course', minutes]))
        bars('byWeek', minutes.byWeek.map(({ week, minutes }) => [days(week), minutes]))
        part(element, 'topicsPart').hidden = topics.length === 0
        part(element, 'topics').replaceChildren(...topics.map(({ title, minutes, lastStudied }) =>
            fill(copyOf('study-topic'), {
                title: apart(title),
                minutes: hoursWords(minutes),
                last: shortWords(lastStudied, clock.value),
            })
        ))
    })
    /** @param {string} name @param {[name: string, minutes: number][]} rows */
    function bars(name, rows) {
        const most = Math.max(0, ...rows.map(([, minutes]) => minutes))
        part(element, `${name}Part`).hidden = most === 0
        part(element, name).replaceChildren(...rows.map(([name, minutes]) => {
            const row = fill(copyOf('study-bar'), { name: apart(name), minutes: hoursWords(minutes) })
            row.style.setProperty('--share', String(most > 0 ? minutes / most : 0))
            return row
        }))
    }
    return { element, title: () => 'Stats', keys: {} }
}
