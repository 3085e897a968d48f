// Calendar feeds: secret addresses for calendar programs that subscribe.

import { keyed } from '../platform/lists.js'
import { effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { words } from '../platform/times.js'
import { apart, codeOf } from '../events/words.js'
import { field, listed, onEnd, onSend } from './forms.js'
import { showSecret } from './secret.js'

/** @import { CalendarFeed } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Section } from './forms.js' */

/** @param {World} world @returns {Section} */
export function feedsSection(world) {
    const { call, copy, now, zone } = world
    const element = copyOf('settings-feeds')
    const { items, read } = listed(
        world,
        element,
        '/v1/me/calendar-feeds',
        (/** @type {{ readonly value: CalendarFeed }} */ feed) => {
            const row = copyOf('settings-row')
            fill(row, {
                title: () => feed.value.name,
                about: () => {
                    const { include, courses, lastRead } = feed.value
                    const read = lastRead ? `last read ${words(new Date(lastRead), { now: now.value, zone })}` : 'never read'
                    const codes = courses ? courses.map((id) => apart(codeOf(id))).join(' ') : 'all courses'
                    return [include.map(apart).join(', '), codes, read].join(' · ')
                },
                action: 'Revoke',
            })
            onEnd(element, row, feed, {
                noun: 'feed',
                words: 'Its address stops working, and programs that have it show its entries no longer.',
            }, async (id) => {
                await call('DELETE', `/v1/me/calendar-feeds/${encodeURIComponent(id)}`)
                await read()
            })
            return row
        },
    )

    const form = /** @type {HTMLFormElement} */ (part(element, 'add'))
    keyed(part(form, 'courses'), () => copy.courses().value ?? [], ({ id }) => id, (course) => {
        const row = fill(copyOf('settings-choice'), { words: () => `${codeOf(course.value.id)} ${apart(course.value.title)}` })
        const box = /** @type {HTMLInputElement} */ (part(row, 'box'))
        box.name = 'courses'
        box.value = course.value.id
        return row
    })
    effect(() => void (part(form, 'coursesPart').hidden = !copy.courses().value?.length))
    onSend(form, async () => {
        const chosen = new FormData(form)
        const [include, courses] = [chosen.getAll('include'), chosen.getAll('courses').map(String)]
        if (include.length === 0) throw new Error('Choose what is in it, such as classes')
        const name = field(form, 'name').value.trim() || ['NoteIt', ...courses.map(codeOf)].join(' ')
        const { body } = await call('POST', '/v1/me/calendar-feeds', {
            body: { name, include, courses: courses.length > 0 ? courses : null },
        })
        showSecret(part(element, 'made'), {
            title: `The address of “${apart(name)}”`,
            label: 'Address',
            secret: body.url,
            about: 'It is not shown again. Anyone who has it can read the feed, so give it to your calendar program alone.',
            link: { words: 'Open it in a calendar program', address: body.url.replace(/^\w+:/, 'webcal:') },
        })
        field(form, 'name').value = ''
        await read()
        return `Made the feed “${apart(name)}”.`
    })
    return { element, shown: () => void (items.value && read()) }
}
