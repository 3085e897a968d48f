// The study settings as a form, with a picture of the week that they give. Saved at the server; what was typed is kept until then.

import { Refused } from '../accounts/server.js'
import { keyed } from '../platform/lists.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { asked, onClick, THROW_BEGUN } from '../rooms/asking.js'
import { sentence } from '../rooms/fields.js'
import { fillForm, valuesOf } from '../rooms/form.js'
import { namesOf, termsOf } from '../catalog/terms.js'
import { apart } from '../events/words.js'
import { drawWeek } from './picture.js'
import { hoursIn, hoursText, NAMES } from './windows.js'
import { hoursWords, minutesIn } from './words.js'

/** @import { EventKind, NewStudySettings, StudyRule, StudySettings, StudyWeekHours } from '../contract.d.ts' */
/** @import { Pane, Study } from './room.js' */

/** @typedef {Record<string, string>} Values */

const KEY = '/study#settings'
/** Fields that hold a length, and whether they may be empty, or 0. */
const LENGTHS = /** @type {const} */ ([
    ['minimumBlock', false, false],
    ['maximumBlock', false, false],
    ['break', false, true],
    ['longestRun', false, false],
    ['longBreak', false, true],
    ['dailyLimit', true, true],
    ['alertStart', true, true],
    ['alertEnd', true, true],
])

/** A field that is not understood. */
class Wrong extends Error {
    /** @param {string} field @param {string} words */
    constructor(field, words) {
        super(words)
        this.field = field
    }
}

/** What the form shows of settings. @param {StudySettings} settings @returns {Values} */
export function shownOf({ alerts, hours, rules: _, ...settings }) {
    const length = (/** @type {unknown} */ minutes) => typeof minutes === 'number' ? hoursWords(minutes) : ''
    const { mode, timeZone } = settings
    /** @type {Record<string, unknown>} */
    const all = { ...settings, alertStart: alerts.start, alertEnd: alerts.end }
    return {
        mode,
        timeZone,
        ...Object.fromEntries(LENGTHS.map(([name]) => [name, length(all[name])])),
        ...Object.fromEntries(NAMES.map(([day]) => [`hours.${day}`, hoursText(hours[day] ?? [])])),
    }
}

/** The hours of the fields that are understood. @param {Values} values @returns {StudyWeekHours} */
function hoursOf(values) {
    return Object.fromEntries(NAMES.flatMap(([day]) => {
        try {
            return [[day, hoursIn(values[`hours.${day}`] ?? '')]]
        } catch {
            return []
        }
    }))
}

/** Throws `Wrong` for the first field that is not understood. @param {Values} values @param {StudyRule[]} rules @returns {NewStudySettings} */
export function settingsOf(values, rules) {
    const hours = Object.fromEntries(NAMES.flatMap(([day]) => {
        try {
            const found = hoursIn(values[`hours.${day}`] ?? '')
            return found.length > 0 ? [[day, found]] : []
        } catch (error) {
            throw new Wrong(`hours.${day}`, error instanceof Error ? error.message : '')
        }
    }))
    const lengths = Object.fromEntries(LENGTHS.map(([name, mayBeNone, mayBeZero]) => {
        const text = values[name] ?? ''
        if (mayBeNone && ['', 'none'].includes(text.toLowerCase())) return [name, null]
        const minutes = minutesIn(text)
        if (minutes === undefined || (minutes === 0 && !mayBeZero)) {
            throw new Wrong(name, 'Write a length such as 45m or 1h 30m.')
        }
        return [name, minutes]
    }))
    const { alertStart, alertEnd, ...rest } = lengths
    if ((rest.minimumBlock ?? 0) > (rest.maximumBlock ?? 0)) {
        throw new Wrong('minimumBlock', 'The shortest block must not be longer than the longest.')
    }
    const mode = /** @type {StudySettings['mode']} */ (values['mode'])
    return { ...rest, mode, timeZone: values['timeZone'] ?? '', hours, alerts: { start: alertStart, end: alertEnd }, rules }
}

/** @param {unknown} _place @param {Study} study @returns {Pane} */
export function settingsPane(_place, study) {
    const { world, settings } = study
    const { copy, call, drafts, say } = world
    const element = copyOf('study-settings')
    const form = /** @type {HTMLFormElement} */ (part(element, 'form'))
    const [told, trouble] = [part(form, 'told'), part(form, 'trouble')]
    for (const [day, name] of NAMES) {
        const row = copyOf('study-hours')
        fill(row, { name })
        const field = /** @type {HTMLInputElement} */ (row.querySelector('input'))
        field.name = `hours.${day}`
        part(form, 'weekdays').append(row)
    }
    for (const field of form.querySelectorAll('input, select')) {
        const why = field.closest('label')?.querySelector('.trouble')
        if (!why) continue
        why.id = `study-why-${field.getAttribute('name')}`
        field.setAttribute('aria-describedby', why.id)
    }
    const rules = new Signal(/** @type {StudyRule[]} */ ([]))
    const hours = new Signal(/** @type {StudyWeekHours} */ ({}))
    /** What is saved, as the form shows it: what was typed stays. @type {Values} */
    let before = {}
    let isTyped = false

    const keep = () => {
        isTyped = true
        told.textContent = ''
        hours.value = hoursOf(valuesOf(form))
        void drafts.keep(KEY, JSON.stringify({ values: valuesOf(form), rules: rules.value }))
    }
    /** @param {Values} values @param {StudyRule[]} some */
    const show = (values, some) => {
        fillForm(form, values)
        rules.value = some
        hours.value = hoursOf(valuesOf(form))
        follow()
    }
    const follow = () => void (part(form, 'balanced').hidden = valuesOf(form)['mode'] !== 'balanced')
    effect(() => {
        const now = settings.value
        part(element, 'loading').hidden = now !== undefined
        form.hidden = now === undefined
        if (!now) return
        const isFirst = Object.keys(before).length === 0
        before = shownOf(now)
        if (!isTyped) untracked(() => show(before, now.rules))
        if (!isFirst) return
        drafts.text(KEY).then((text) => {
            if (!text || isTyped) return
            const kept = JSON.parse(text)
            show(kept.values, kept.rules)
            isTyped = true
            told.textContent = 'This was typed before, and is not saved yet.'
        }).catch(() => {})
    })
    form.addEventListener('input', () => {
        keep()
        follow()
    })
    onClick(form, 'copy', () => {
        const monday = valuesOf(form)['hours.M'] ?? ''
        fillForm(form, Object.fromEntries(['T', 'W', 'R', 'F'].map((day) => [`hours.${day}`, monday])))
        keep()
        say('Tuesday to Friday are as Monday.')
    })
    onClick(form, 'reset', async () => {
        if (isTyped && await asked(THROW_BEGUN) === undefined) return
        isTyped = false
        void drafts.forget(KEY)
        clear()
        show(before, untracked(() => settings.value?.rules ?? []))
        told.textContent = 'As it is saved.'
    })

    // Rules: study time for each due event of a kind in a course.
    const course = /** @type {HTMLSelectElement} */ (part(form, 'course'))
    const terms = termsOf(world)
    const nameOf = computed(() => namesOf(copy.courses().value ?? [], terms.value))
    effect(() => course.replaceChildren(...(copy.courses().value ?? []).map(({ id }) => new Option(nameOf.value(id), id))))
    part(form, 'kind').append(...['exam', 'assignment', 'reminder', 'note'].map((kind) => new Option(kind, kind)))
    const keyOf = (/** @type {StudyRule} */ { course, kind }) => `${course} ${kind}`
    keyed(part(form, 'rules'), () => rules.value, keyOf, (rule) => {
        const row = copyOf('study-rule')
        const words = () => `${apart(nameOf.value(rule.value.course))} ${rule.value.kind}: ${hoursWords(rule.value.minutes)}`
        fill(row, { words, dropWords: () => `Remove: ${words()}` })
        onClick(row, 'drop', () => {
            rules.value = rules.value.filter((one) => keyOf(one) !== keyOf(rule.value))
            keep()
            course.focus()
        })
        return row
    })
    onClick(form, 'addRule', () => {
        const { course, kind = '', work = '' } = valuesOf(form)
        const minutes = minutesIn(work)
        clear()
        if (!course) return wrong(new Wrong('course', 'Join a course first.'))
        if (!minutes) return wrong(new Wrong('work', 'Write a length such as 6h.'))
        const made = { course, kind: /** @type {EventKind} */ (kind), minutes }
        rules.value = [...rules.value.filter((one) => keyOf(one) !== keyOf(made)), made]
        keep()
    })

    const clear = () => {
        trouble.textContent = ''
        for (const field of form.querySelectorAll('[aria-invalid]')) {
            field.removeAttribute('aria-invalid')
            const why = field.closest('label')?.querySelector('.trouble')
            if (why) why.textContent = ''
        }
    }
    /** @param {unknown} error */
    function wrong(error) {
        const [first] = error instanceof Refused ? error.problem.errors ?? [] : []
        const name = error instanceof Wrong ? error.field : (first?.field ?? '').replace(/^(hours\.\w).*/, '$1')
        const words = first ? sentence(`This ${first.detail}`) : error instanceof Error ? error.message : String(error)
        const field = form.elements.namedItem(name)
        const why = field instanceof HTMLElement && field.closest('label')?.querySelector('.trouble')
        if (why) {
            why.textContent = words
            field.ariaInvalid = 'true'
            field.focus()
        } else trouble.textContent = words
        if (error instanceof TypeError || error instanceof ReferenceError) reportError(error)
    }
    form.noValidate = true
    form.addEventListener('submit', async (event) => {
        event.preventDefault()
        clear()
        const save = part(form, 'save')
        save.toggleAttribute('disabled', true)
        told.textContent = 'Saving …'
        try {
            await call('PUT', '/v1/me/study-settings', { body: settingsOf(valuesOf(form), rules.value) })
            isTyped = false
            await drafts.forget(KEY)
            told.textContent = 'Saved. Your plan is made anew.'
        } catch (error) {
            told.textContent = ''
            wrong(error)
        } finally {
            save.toggleAttribute('disabled', false)
        }
    })
    const busy = computed(() => copy.studyPlan().value?.blocks.filter(({ kind }) => kind === 'class' || kind === 'fixed') ?? [])
    drawWeek(study, part(element, 'picture'), () => hours.value, () => busy.value)
    return { element, title: () => 'Settings', keys: {} }
}
