// The clock of the study settings: days and hours of the plan are those of its zone.

import { computed, effect, Signal } from '../platform/signals.js'
import { dayOf } from '../rooms/days.js'

/** @import { StudySettings } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */

/**
 * The settings, whoever set none has the server's standard values. `clock` is the zone and the day that it is there.
 * @typedef {ReturnType<typeof studyClock>} StudyClock
 */

/** @param {World} world */
export function studyClock({ copy, call, now, zone }) {
    const standard = new Signal(/** @type {StudySettings | undefined} */ (undefined))
    const { isLive } = copy
    effect(() => {
        if (copy.studySettings().value !== null || !isLive.value) return
        let isOver = false
        call('GET', '/v1/me/study-settings').then(({ body }) => {
            if (!isOver && body?.hours) standard.value = body
        }, () => {})
        return () => void (isOver = true)
    })
    const settings = computed(() => copy.studySettings().value ?? standard.value)
    const theirs = computed(() => settings.value?.timeZone ?? zone)
    const today = computed(() => dayOf(now.value, theirs.value))
    const clock = computed(() => ({ zone: theirs.value, today: today.value }))
    // A plan is made when somebody asks for it, and again when a day is over. The copy hears of it.
    effect(() => {
        if (isLive.value && today.value) call('GET', '/v1/me/study-timetable').catch(() => {})
    })
    return { settings, zone: theirs, today, clock, isLive }
}
