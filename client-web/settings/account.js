// Who somebody is: the name, the email, the time zone, the password.

import { effect, Signal } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { apart, counted } from '../events/words.js'
import { field, follows, onSend } from './forms.js'

/** @import { World } from '../shell/world.js' */
/** @import { Section } from './forms.js' */

/** @param {HTMLElement} root @param {string} name */
const form = (root, name) => /** @type {HTMLFormElement} */ (part(root, name))

/** @param {World} world @returns {Section} */
export function accountSection(world) {
    const { copy, call } = world
    const element = copyOf('settings-account')
    const [name, email] = [form(element, 'nameForm'), form(element, 'emailForm')]
    fill(element, { handle: () => copy.account.value?.handle ? `@${apart(copy.account.value.handle)}` : '' })
    effect(() => void (part(element, 'handlePart').hidden = !copy.account.value?.handle))
    follows(field(name, 'displayName'), () => copy.account.value?.displayName)
    follows(field(email, 'email'), () => copy.account.value?.email)
    onSend(name, async () => {
        const { body } = await call('PATCH', '/v1/me', { body: { displayName: field(name, 'displayName').value.trim() } })
        return `Saved: you are ${apart(body.displayName)} now.`
    })
    onSend(email, async () => {
        const wanted = field(email, 'email').value.trim()
        if (wanted === copy.account.value?.email) throw new Error('That is your email already')
        const currentPassword = field(email, 'currentPassword').value
        const { body } = await call('PATCH', '/v1/me', { body: { email: wanted, currentPassword } })
        return `Saved: you sign in as ${body.email} now.`
    })
    zone(world, form(element, 'zoneForm'))
    return { element }
}

/** @param {World} world @param {HTMLFormElement} form */
function zone({ copy, call }, form) {
    const select = /** @type {HTMLSelectElement} */ (part(form, 'zone'))
    const saved = new Signal(/** @type {string | undefined} */ (undefined))
    effect(() => {
        const settings = copy.studySettings().value
        if (settings) saved.value = settings.timeZone
    })
    effect(() => {
        const now = saved.value ?? ''
        const names = new Set([...(now ? [now] : []), ...Intl.supportedValuesOf('timeZone'), 'UTC'])
        const none = now ? [] : [new Option('Not chosen: that of the term', '')]
        select.replaceChildren(...none, ...Array.from(names).sort().map((name) => new Option(name.replaceAll('_', ' '), name)))
        select.value = now
    })
    onSend(form, async () => {
        const timeZone = select.value
        if (!timeZone) throw new Error('Choose a time zone first')
        // All study settings are written at once: the others stay as they are.
        const { body: settings } = await call('GET', '/v1/me/study-settings')
        const { body } = await call('PUT', '/v1/me/study-settings', { body: { ...settings, timeZone } })
        saved.value = body.timeZone
        return `Saved: your days are those of ${body.timeZone.replaceAll('_', ' ')} now.`
    })
}

/** @param {World} world @returns {Section} */
export function passwordSection({ copy, call }) {
    const element = copyOf('settings-password')
    const sending = form(element, 'passwordForm')
    const [current, wanted, shows] = [field(sending, 'currentPassword'), field(sending, 'newPassword'), field(sending, 'shows')]
    // Password managers want to know whose it is.
    effect(() => void (field(sending, 'user').value = copy.account.value?.email ?? ''))
    const show = () => (wanted.type = shows.checked ? 'text' : 'password')
    shows.addEventListener('change', show)
    onSend(sending, async () => {
        await call('PUT', '/v1/me/password', { body: { currentPassword: current.value, newPassword: wanted.value } })
        shows.checked = false
        show()
        // Programs that were given a way of their own.
        const count = (/** @type {string} */ path) =>
            call('GET', `${path}?limit=200`).then(({ body }) => body.items.length, () => 0)
        const [passwords, feeds, tokens] = await Promise.all(
            ['/v1/me/app-passwords', '/v1/me/calendar-feeds', '/v1/me/tokens'].map(count),
        )
        const staying = Object.entries({ 'app password': passwords, 'calendar feed': feeds, token: tokens })
            .flatMap(([what, number = 0]) => number > 0 ? [counted(number, what)] : [])
        return 'The password is changed. Your other devices are signed out.' +
            (staying.length > 0 ? ` Still in use: ${staying.join(', ')}.` : '')
    })
    return { element }
}
