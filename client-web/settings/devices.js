// The devices on which the account is signed in.

import { effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { follow } from '../platform/times.js'
import { asked } from '../rooms/asking.js'
import { apart, counted } from '../events/words.js'
import { listed, onDo } from './forms.js'

/** @import { Session } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Section } from './forms.js' */

/** @param {World} world @returns {Section} */
export function devicesSection(world) {
    const { call } = world
    const element = copyOf('settings-devices')
    const end = (/** @type {Session} */ { id }) => call('DELETE', `/v1/sessions/${encodeURIComponent(id)}`)
    const nameOf = (/** @type {Session} */ { device }) => device ?? 'unnamed'
    const { items, read } = listed(world, element, '/v1/sessions', (/** @type {{ readonly value: Session }} */ session) => {
        const row = deviceRow(world, session, nameOf)
        onDo(element, row, 'end', async () => {
            const question = {
                title: `Sign out ${apart(nameOf(session.value))}?`,
                words: 'It is signed out at once. What it had not sent waits there for the next sign-in.',
                action: 'Sign out',
            }
            if (await asked(question) === undefined) return undefined
            await end(session.value)
            await read()
            return `Signed out: ${apart(nameOf(session.value))}.`
        })
        return row
    })
    const others = () => (items.value ?? []).filter(({ current }) => !current)
    effect(() => void (part(element, 'others').hidden = others().length < 2))
    onDo(element, element, 'endOthers', async () => {
        const ended = others()
        const answer = await asked({
            title: 'Sign out all other devices?',
            words: `${counted(ended.length, 'device')}: ${
                ended.map((session) => apart(nameOf(session))).join(', ')
            }. This one stays signed in.`,
            action: 'Sign them out',
        })
        if (answer === undefined) return undefined
        try {
            for (const session of ended) await end(session)
        } finally {
            await read()
        }
        return `Signed out: ${ended.map((session) => apart(nameOf(session))).join(', ')}.`
    })
    return { element, shown: () => void (items.value && read()) }
}

/** @param {World} world @param {{ readonly value: Session }} session @param {(session: Session) => string} nameOf */
function deviceRow({ now, zone }, session, nameOf) {
    const row = fill(copyOf('settings-device'), { name: () => nameOf(session.value) })
    const frame = () => ({ now: now.value, zone })
    const time = (/** @type {string} */ name) => /** @type {HTMLTimeElement} */ (part(row, name))
    follow(time('used'), () => new Date(session.value.lastUsedAt), frame)
    follow(time('made'), () => new Date(session.value.createdAt), frame)
    effect(() => {
        part(row, 'current').hidden = !session.value.current
        part(row, 'current').textContent = session.value.current ? 'this one' : ''
        part(row, 'end').hidden = session.value.current
        part(row, 'end').ariaLabel = `Sign out ${apart(nameOf(session.value))}`
    })
    return row
}
