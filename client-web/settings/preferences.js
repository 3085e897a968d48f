// Preferences for notifications: read from the copy, changed at the server.

import { effect, Signal, untracked } from '../platform/signals.js'

/** @import { Preferences, PreferencesPatch } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */

/**
 * The preferences, and a function that changes them: it is given what the server has now. An answer counts until the copy moves.
 * @param {World} world
 */
export function preferencesOf({ copy, call }) {
    const now = new Signal(/** @type {Preferences | undefined} */ (undefined))
    effect(() => void (now.value = copy.preferences().value ?? undefined))
    return {
        now,
        /** @param {(old: Preferences) => PreferencesPatch} patch */
        async change(patch) {
            const { body: old } = await call('GET', '/v1/me/preferences')
            const { body } = await call('PATCH', '/v1/me/preferences', { body: patch(old) })
            untracked(() => (now.value = body))
        },
    }
}

/** Minutes of `1d`, `12h`, `90m`, `2 days`, `1 week`; a number alone is minutes. Undefined if it is not a span. @param {string} text */
export function minutesOf(text) {
    const found = /^(\d{1,6})(m|min|minutes?|h|hours?|d|days?|w|weeks?)?$/.exec(text.toLowerCase().replace(/\s/g, ''))
    if (!found?.[1]) return undefined
    const unit = { h: 60, d: 1440, w: 10_080 }[(found[2] ?? 'm').slice(0, 1)] ?? 1
    return Number(found[1]) * unit || undefined
}

/** `1 day`, `90 minutes`. @param {number} minutes */
export function spanWords(minutes) {
    const [length, name] = /** @type {[number, string][]} */ ([[1440, 'day'], [60, 'hour']])
        .find(([length]) => minutes % length === 0) ?? [1, 'minute']
    return `${minutes / length} ${name}${minutes === length ? '' : 's'}`
}
