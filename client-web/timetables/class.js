// A class of a timetable in a dialog: what is known of it, locking it, and its other times.

import { ask } from '../platform/dialogs.js'
import { effect, scope, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { apart } from '../events/words.js'
import { seatWords } from '../catalog/meetings.js'
import { attempt, onClick } from '../rooms/asking.js'
import { optionsFor } from './swaps.js'
import { hundredths, nameOf, spanOf, timesOf } from './week.js'
import { settled } from './wishes.js'

/** @import { ScheduleAnswer, Section } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Planning } from './planning.js' */
/** @import { Entry } from './week.js' */

/**
 * @param {World} world @param {Planning | undefined} planning undefined where nothing is planned
 * @param {{ entry: Entry, entries: readonly Entry[], scores: NonNullable<ScheduleAnswer['scores']>, move?: (to: Section) => unknown }} about
 */
export async function showClass(world, planning, { entry, entries, scores, move }) {
    const dialog = /** @type {HTMLDialogElement} */ (copyOf('tt-class'))
    const { course, section } = entry
    const span = spanOf(entries.map(({ section }) => section))
    const score = scores.find(({ crn }) => String(crn) === section.crn)
    dialog.setAttribute('aria-label', apart(`${nameOf(course)} ${section.code}`))
    fill(dialog, {
        title: apart(`${nameOf(course)} ${section.code} ${section.kind}`),
        name: course.title,
        times: timesOf(section, span),
        place: [...new Set(section.meetings.map(({ place }) => place).filter(Boolean))].join(', '),
        people: section.instructors.map(apart).join(', ') || 'No instructor is named.',
        about: [
            `CRN ${section.crn}`,
            course.credits === null ? '' : `${course.credits} credits`,
            seatWords(section),
            score?.rating ? `rating ${hundredths(score.rating)} of 5` : '',
            score?.grade ? `grade average ${hundredths(score.grade)} of 4` : '',
            apart(section.delivery ?? ''),
        ].filter(Boolean).join(' · '),
    })
    const stop = scope(() => {
        locking(dialog, planning, entry)
        watching(dialog, world, section)
    })
    const options = move ? optionsFor(entry, entries) : []
    part(dialog, 'others').hidden = options.length === 0
    part(dialog, 'options').append(...options.map(({ section: other, clash }) => {
        const row = fill(copyOf('tt-option'), {
            code: apart(other.code),
            times: timesOf(other, span),
            about: [other.instructors.map(apart).join(', '), seatWords(other)].filter(Boolean).join(' · '),
            clash: clash ? `clashes with ${apart(clash)}` : '',
        })
        onClick(row, 'button', () => {
            dialog.close()
            move?.(other)
        })
        return row
    }))
    await ask(dialog)
    stop()
}

/** @param {HTMLElement} dialog @param {Planning | undefined} planning @param {Entry} entry */
function locking(dialog, planning, { course, section }) {
    const isPlanned = planning !== undefined && untracked(() => planning.wishes.value.courses.includes(course.id))
    for (const how of /** @type {const} */ (['locked', 'leftOut'])) {
        const button = part(dialog, how)
        button.hidden = !isPlanned
        if (!planning) continue
        const isOn = () => planning.wishes.value[how].includes(Number(section.crn))
        effect(() => void (button.ariaPressed = String(isOn())))
        button.addEventListener('click', () => {
            planning.change((wishes) => settled(wishes, course, section.crn, untracked(isOn) ? 'free' : how))
        })
    }
}

/** @param {HTMLElement} dialog @param {World} world @param {Section} section */
function watching(dialog, { copy, call, say }, section) {
    const isWatched = () => copy.seatWatches().value?.some((watch) => watch.section.id === section.id) ?? false
    const button = part(dialog, 'watch')
    effect(() => void (button.ariaPressed = String(isWatched())))
    button.addEventListener('click', () =>
        void attempt(part(dialog, 'trouble'), async () => {
            const was = untracked(isWatched)
            await call(was ? 'DELETE' : 'PUT', `/v1/me/seat-watches/${encodeURIComponent(section.id)}`)
            button.ariaPressed = String(!was)
            say(
                was
                    ? 'Its seats are no longer watched.'
                    : 'Its seats are watched. You are notified when seats open, run low or run out.',
            )
        }))
}
