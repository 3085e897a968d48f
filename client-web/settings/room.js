// The settings: one section after the other, each with an address such as `/settings#devices`. An address shows a section and
// does nothing else.

import { computed, effect, scope, untracked } from '../platform/signals.js'
import { keyed } from '../platform/lists.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { accountSection, passwordSection } from './account.js'
import { appPasswordsSection } from './app_passwords.js'
import { campusSection } from './campus.js'
import { devicesSection } from './devices.js'
import { factorsSection } from './factors.js'
import { feedsSection } from './feeds.js'
import { followsSection } from './follows.js'
import { forgetSecrets, heading } from './forms.js'
import { importsSection } from './imports.js'
import { appearanceSection, exportSection, leaveSection } from './leaving.js'
import { mailSection } from './mail.js'
import { ntfySection } from './ntfy.js'
import { pushSection } from './push.js'
import { remindersSection } from './reminders.js'
import { tokensSection } from './tokens.js'
import { webhooksSection } from './webhooks.js'

/** @import { MakeRoom } from '../shell/rooms.js' */
/** @import { World } from '../shell/world.js' */
/** @import { Section } from './forms.js' */

/** @type {{ name: string, title: string, about: string, make: (world: World) => Section }[]} */
const SECTIONS = [
    { name: 'account', title: 'Name and email', about: 'also the time zone', make: accountSection },
    { name: 'password', title: 'Password', about: 'another one', make: passwordSection },
    { name: 'factors', title: 'Second factor', about: 'a code of your phone', make: factorsSection },
    { name: 'campus', title: 'Campus sign-on', about: 'one account for all', make: campusSection },
    { name: 'devices', title: 'Devices', about: 'where you are signed in', make: devicesSection },
    { name: 'reminders', title: 'Reminders', about: 'how long before a due date', make: remindersSection },
    { name: 'push', title: 'Notifications on this device', about: 'at once, even while it is closed', make: pushSection },
    { name: 'mail', title: 'Mail', about: 'a digest, and mail at once', make: mailSection },
    { name: 'ntfy', title: 'ntfy', about: 'notifications in its app', make: ntfySection },
    { name: 'follows', title: 'Mutes and follows', about: 'what you hear of', make: followsSection },
    { name: 'feeds', title: 'Calendar feeds', about: 'for Google, Apple and Outlook', make: feedsSection },
    { name: 'app-passwords', title: 'App passwords', about: 'for calendar programs that sync', make: appPasswordsSection },
    { name: 'tokens', title: 'Tokens', about: 'for scripts and bots', make: tokensSection },
    { name: 'webhooks', title: 'Webhooks', about: 'tell bots what changes', make: webhooksSection },
    { name: 'imports', title: 'Imported calendars', about: 'from Canvas, Google or a file', make: importsSection },
    { name: 'appearance', title: 'Appearance', about: 'light or dark', make: appearanceSection },
    { name: 'export', title: 'Your data', about: 'all of it, to keep', make: exportSection },
    { name: 'leave', title: 'Sign out or leave', about: 'or delete the account', make: leaveSection },
]

/** @type {MakeRoom} */
export function room(place, world) {
    const element = copyOf('settings-room')
    const first = /** @type {typeof SECTIONS[0]} */ (SECTIONS[0])
    const named = computed(() => SECTIONS.find(({ name }) => name === place.value.fragment))
    const chosen = computed(() => named.value ?? first)
    /** Sections stay as they are, with what was typed, until the room is left. @type {Map<string, Section>} */
    const made = new Map()
    /** @type {(() => void)[]} */
    const ends = []

    keyed(part(element, 'list'), () => SECTIONS, ({ name }) => name, (section) => {
        const { name, title, about } = section.value
        const row = fill(copyOf('settings-link'), { title, about })
        const link = /** @type {HTMLAnchorElement} */ (part(row, 'link'))
        link.href = `/settings#${name}`
        effect(() => {
            if (chosen.value.name === name) link.setAttribute('aria-current', 'true')
            else link.removeAttribute('aria-current')
        })
        return row
    })
    let before = ''
    effect(() => {
        const [{ name, make }, isNamed] = [chosen.value, named.value !== undefined]
        untracked(() => {
            const known = made.get(name)
            if (!known) ends.push(scope(() => void made.set(name, make(world))))
            const section = /** @type {Section} */ (made.get(name))
            if (known) known.shown?.()
            else part(element, 'sections').append(section.element)
            for (const [other, { element }] of made) element.hidden = other !== name
            // On a phone, either the list or a section is shown.
            element.classList.toggle('named', isNamed)
            if (before && isNamed) heading(section.element)?.focus()
            else if (before) /** @type {HTMLElement | null} */ (element.querySelector(`nav [href$='#${before}']`))?.focus()
        })
        before = name
    })
    effect(() => {
        const forget = () => forgetSecrets(element)
        addEventListener('pagehide', forget)
        return () => {
            removeEventListener('pagehide', forget)
            ends.splice(0).forEach((end) => end())
            forget()
        }
    })

    const step = (/** @type {1 | -1} */ by) => () => {
        const next = SECTIONS[SECTIONS.indexOf(chosen.value) + by]
        if (next) world.go(`/settings#${next.name}`)
    }
    return {
        element,
        title: () => named.value ? `${named.value.title} · Settings` : 'Settings',
        keys: [
            { key: 'j', words: 'Next section', run: step(1) },
            { key: 'k', words: 'Previous section', run: step(-1) },
        ],
    }
}
