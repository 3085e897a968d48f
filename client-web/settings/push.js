// Notifications on this device, and on the others of the account: what each gets, a test, and its end.

import { keyed } from '../platform/lists.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { follow } from '../platform/times.js'
import { apart } from '../events/words.js'
import { onDo, onEnd } from './forms.js'
import { deviceOf, hindrance, subscribe, unsubscribe } from './subscription.js'

/** @import { PushDevice, PushDevicePatch, PushState } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Section } from './forms.js' */

const TOPICS = /** @type {const} */ (['notices', 'mentions', 'replies', 'reminders'])
const OFF = 'Push is off on this server: its operator has not set it up. Your inbox has all that is new.'

/** @param {World} world @returns {Section} */
export function pushSection(world) {
    const { call, copy } = world
    const element = copyOf('settings-push')
    const state = new Signal(/** @type {PushState | undefined} */ (undefined))
    /** What the browser says may have changed. */
    const looked = new Signal(0)
    const account = () => copy.account.value?.id ?? ''
    const own = computed(() => (void looked.value, state.value?.devices.find(({ id }) => id === deviceOf(account()))))
    const why = computed(() => {
        void looked.value
        if (!state.value) return 'This list is on the server alone, which is not reached. It comes once you are connected.'
        return state.value.available ? hindrance() : OFF
    })

    async function read() {
        const { body } = await call('GET', '/v1/me/push')
        state.value = body
        looked.value += 1
    }
    const { isLive } = copy
    effect(() => {
        void isLive.value
        if (untracked(() => state.value) === undefined) void read().catch(() => {})
    })
    effect(() => {
        part(element, 'why').textContent = why.value ?? ''
        part(element, 'subscribe').hidden = why.value !== undefined || own.value !== undefined
        part(element, 'unsubscribe').hidden = own.value === undefined
        part(element, 'others').hidden = !state.value?.devices.length
    })
    onDo(element, element, 'subscribe', async () => {
        try {
            await subscribe(call, untracked(account), state.value?.applicationServerKey ?? '')
        } finally {
            await read()
        }
        return 'This device gets notifications from now on.'
    })
    onDo(element, element, 'unsubscribe', async () => {
        const device = untracked(() => own.value)
        await unsubscribe()
        if (device) await call('DELETE', `/v1/me/push/devices/${device.id}`)
        await read()
        return 'This device gets no notifications any more.'
    })
    keyed(part(element, 'rows'), () => state.value?.devices ?? [], ({ id }) => id, (device) => {
        const row = deviceRow(world, device, () => own.value?.id === device.value.id)
        const path = () => `/v1/me/push/devices/${encodeURIComponent(device.value.id)}`
        onDo(element, row, 'test', async () => {
            await call('POST', `${path()}/test`)
            return `A message is on its way to ${apart(device.value.name)}. If it does not come, this list says why.`
        })
        const words = 'It gets no notifications any more, until somebody turns them on there again.'
        onEnd(element, row, device, { verb: 'Remove', noun: 'device', words }, async () => {
            if (own.value?.id === device.value.id) await unsubscribe()
            await call('DELETE', path())
            await read()
        })
        onTick(row, device, async (patch) => {
            const { body } = await call('PATCH', path(), { body: patch })
            const { devices, ...rest } = /** @type {PushState} */ (state.value)
            state.value = { ...rest, devices: devices.map((one) => one.id === body.id ? body : one) }
        })
        return row
    })
    return { element, shown: () => void (state.value && read().catch(() => {})) }
}

/**
 * A box for each course of the person, ticked if something comes from it.
 * @param {HTMLElement} list @param {World['copy']} copy @param {() => readonly string[]} left the courses that are left out
 */
export function listCourses(list, copy, left) {
    keyed(list, () => copy.courses().value ?? [], ({ id }) => id, (course) => {
        const line = fill(copyOf('settings-push-course'), { code: () => `${course.value.subject}${course.value.number}` })
        const box = /** @type {HTMLInputElement} */ (line.querySelector('input'))
        box.value = course.value.id
        effect(() => void (box.checked = !left().includes(course.value.id)))
        return line
    })
}

/** @param {World} world @param {{ readonly value: PushDevice }} device @param {() => boolean} isThis */
function deviceRow({ copy, now, zone }, device, isThis) {
    const row = fill(copyOf('settings-push-device'), {
        name: () => device.value.name,
        fault: () => device.value.fault ?? '',
    })
    const frame = () => ({ now: now.value, zone })
    follow(/** @type {HTMLTimeElement} */ (part(row, 'made')), () => new Date(device.value.createdAt), frame)
    listCourses(part(row, 'courses'), copy, () => device.value.settings.exceptCourses)
    effect(() => {
        const { settings, fault } = device.value
        part(row, 'current').hidden = !isThis()
        part(row, 'current').textContent = isThis() ? 'this one' : ''
        part(row, 'failed').hidden = fault === null
        for (const topic of TOPICS) box(row, topic).checked = settings.topics.includes(topic)
        box(row, 'mustRead').checked = settings.mustRead
        box(row, 'showsText').checked = settings.showsText
        part(row, 'test').ariaLabel = `Send a test to ${apart(device.value.name)}`
    })
    return row
}

/** @param {HTMLElement} row @param {string} name */
const box = (row, name) => /** @type {HTMLInputElement} */ (row.querySelector(`input[name=${name}]`))

/**
 * Saves what is ticked at once. What was not saved goes back to what it was.
 * @param {HTMLElement} row @param {{ readonly value: PushDevice }} device @param {(patch: PushDevicePatch) => Promise<void>} save
 */
function onTick(row, device, save) {
    row.addEventListener('change', async ({ target }) => {
        const ticked = /** @type {HTMLInputElement} */ (target)
        const { exceptCourses } = device.value.settings
        part(row, 'trouble').textContent = ''
        try {
            if (ticked.name === 'course') {
                const others = exceptCourses.filter((id) => id !== ticked.value)
                await save({ exceptCourses: ticked.checked ? others : [...others, ticked.value] })
            } else if (ticked.name === 'mustRead' || ticked.name === 'showsText') {
                await save({ [ticked.name]: ticked.checked })
            } else await save({ topics: TOPICS.filter((topic) => box(row, topic).checked) })
        } catch (error) {
            ticked.checked = !ticked.checked
            part(row, 'trouble').textContent = error instanceof Error ? error.message : String(error)
        }
    })
}
