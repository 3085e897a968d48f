// Mutes and follows: what somebody does not want to hear of, and what else.

import { keyed } from '../platform/lists.js'
import { computed, effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { apart, codeOf, KINDS } from '../events/words.js'
import { onDo, onSend } from './forms.js'
import { preferencesOf } from './preferences.js'
import { markRow } from './reminders.js'

/** @import { CourseFollow, EventKind, EventMark, EventMarkPatch } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Section } from './forms.js' */

/** `CMPT225`, `CMPT225 question #midterm`. @param {CourseFollow} follow */
const wordsOf = ({ course, kind, tag }) =>
    [codeOf(course), kind ?? '', tag ? `#${tag}` : ''].filter(Boolean).map(apart).join(' ')
/** @param {CourseFollow} follow */
const keyOf = ({ course, kind, tag }) => JSON.stringify([course, kind ?? '', tag?.toLowerCase() ?? ''])

/** @param {World} world @returns {Section} */
export function followsSection(world) {
    const { copy } = world
    const element = copyOf('settings-follows')
    const { now, change } = preferencesOf(world)
    const muted = computed(() => now.value?.mutedCourses ?? [])
    const followed = computed(() => [...new Map((now.value?.follows ?? []).map((follow) => [keyOf(follow), follow])).values()])

    keyed(part(element, 'mutedCourses'), () => muted.value, (course) => course, (course) => {
        const row = fill(copyOf('settings-row'), { title: codeOf(course.value), action: 'Unmute' })
        part(row, 'action').ariaLabel = `Unmute ${apart(codeOf(course.value))}`
        onDo(element, row, 'action', async () => {
            await change((old) => ({ mutedCourses: old.mutedCourses.filter((other) => other !== course.value) }))
            return `Unmuted ${codeOf(course.value)}.`
        })
        return row
    })
    keyed(part(element, 'follows'), () => followed.value, keyOf, (follow) => {
        const row = fill(copyOf('settings-row'), { title: () => wordsOf(follow.value), action: 'Stop following' })
        part(row, 'action').ariaLabel = `Stop following ${apart(wordsOf(follow.value))}`
        onDo(element, row, 'action', async () => {
            const gone = keyOf(follow.value)
            await change((old) => ({ follows: old.follows.filter((other) => keyOf(other) !== gone) }))
            return `No longer following ${wordsOf(follow.value)}.`
        })
        return row
    })
    const marks = computed(() => [...copy.marks().value?.values() ?? []])
    marked(world, element, 'mutedPosts', () => marks.value.filter(({ muted }) => muted), 'Unmute', { muted: false })
    marked(
        world,
        element,
        'followedPosts',
        () => marks.value.filter(({ following, muted }) => following && !muted),
        'Stop following',
        {
            following: false,
        },
    )
    effect(() => {
        const isMuting = muted.value.length > 0 || marks.value.some(({ muted }) => muted)
        part(element, 'noMute').hidden = !now.value || isMuting
        part(element, 'noFollow').hidden = !now.value || followed.value.length > 0 ||
            marks.value.some(({ following }) => following)
    })
    adding(world, element, change)
    return { element }
}

/**
 * @param {World} world @param {HTMLElement} element @param {string} name @param {() => readonly EventMark[]} marks
 * @param {string} action @param {EventMarkPatch} patch what takes the mark back
 */
function marked(world, element, name, marks, action, patch) {
    keyed(part(element, name), marks, ({ event }) => event, (mark) => {
        const row = markRow(world, mark, action)
        onDo(element, row, 'action', async () => {
            const words = part(row, 'link').textContent
            await world.outbox.mark(mark.value.event, patch)
            return `${action === 'Unmute' ? 'Unmuted' : 'No longer following'} ${words}.`
        })
        return row
    })
}

/** @param {World} world @param {HTMLElement} element @param {ReturnType<typeof preferencesOf>['change']} change */
function adding({ copy }, element, change) {
    const [mute, follow] = ['mute', 'follow'].map((name) => /** @type {HTMLFormElement} */ (part(element, name)))
    if (!mute || !follow) return
    const value = (/** @type {HTMLFormElement} */ form, /** @type {string} */ name) =>
        String(new FormData(form).get(name) ?? '').trim()
    for (const form of [mute, follow]) {
        const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem('course'))
        effect(() => {
            const before = select.value
            const courses = copy.courses().value ?? []
            select.replaceChildren(...courses.map(({ id, title }) => new Option(`${codeOf(id)} ${title}`, id)))
            if (courses.some(({ id }) => id === before)) select.value = before
            form.hidden = courses.length === 0
        })
    }
    // Notices reach everyone.
    const kinds = KINDS.filter((kind) => kind !== 'notice').map((kind) => new Option(`${kind}s`, kind))
    part(follow, 'kind').append(...kinds)
    onSend(mute, async () => {
        const course = value(mute, 'course')
        await change(({ mutedCourses }) => ({ mutedCourses: [...mutedCourses.filter((other) => other !== course), course] }))
        return `Muted ${codeOf(course)}.`
    })
    onSend(follow, async () => {
        const [course, kind, tag] = ['course', 'kind', 'tag'].map((name) => value(follow, name))
        const made = {
            course: course ?? '',
            kind: /** @type {EventKind | null} */ (kind || null),
            tag: tag?.replace(/^#/, '') || null,
        }
        await change(({ follows, mutedCourses }) => ({
            follows: [...follows.filter((other) => keyOf(other) !== keyOf(made)), made],
            // Whoever follows a course wants to hear of it.
            mutedCourses: mutedCourses.filter((other) => other !== course),
        }))
        return `Following ${wordsOf(made)}.`
    })
}
