import { minutesOf, spanWords } from '../../../../client-web/settings/preferences.js'
import { equal, test } from '../testing.js'
import { COURSE, event, mark, type, wordsIn } from './fake.js'
import { mail, openSection } from './settings_world.js'

test('spans of time are read and told as the command line does', () => {
    equal(
        ['1d', '12h', '90m', '2 days', '1 Week', '30', '0d', '', 'd', '1.5h', '-1d', '1 fortnight'].map((text) =>
            minutesOf(text) ?? 0
        ),
        [
            1440,
            720,
            90,
            2880,
            10_080,
            30,
            0,
            0,
            0,
            0,
            0,
            0,
        ],
    )
    equal([1, 60, 90, 120, 1440, 2880].map(spanWords), ['1 minute', '1 hour', '90 minutes', '2 hours', '1 day', '2 days'])
})

test('reminders are added and removed; one of a post is taken back', async () => {
    const { labelled, button, writes, says, data, texts, one } = await openSection('reminders', {
        events: [event(1)],
        marks: new Map([
            ['event-1', mark('event-1', { remindAt: '2026-11-26T15:00:00Z' })],
            ['event-2', mark('event-2', { remindAt: '2026-11-20T15:00:00Z' })],
        ]),
    })
    equal(texts('[data-part=rows] li'), ['1 day before Remove'])
    equal(one('[data-part=rows] button').ariaLabel, 'Remove 1 day before')
    type(labelled('Time before'), 'soon')
    button('Add the reminder').click()
    await says('Could not understand “soon” as a time before a due date; try 1d, 12h or 90m.')
    equal(labelled('Time before').value, 'soon')
    type(labelled('Time before'), '2h')
    button('Add the reminder').click()
    await says('Saved: you are reminded 2 hours before each due date.')
    equal(texts('[data-part=rows] li'), ['1 day before Remove', '2 hours before Remove'])
    button('Remove').click()
    await says('Saved: no reminder 1 day before.')
    equal(writes().map(([, , body]) => body), [{ reminders: [1440, 120] }, { reminders: [] }])
    equal(texts('[data-part=own] li'), ['CMPT225#1 Title 1 Thu 26 Nov 10:00 (in 2 days) Take it back'])
    button('Take it back', one('[data-part=own]')).click()
    await says('The reminder is taken back.')
    equal(data.sent, [['mark', 'event-1', { remindAt: null }]])
})

test('following a course ends its mute; muted posts are heard of again', async () => {
    const { button, writes, says, data, texts, one, labelled } = await openSection('follows', {
        events: [event(1), event(2)],
        marks: new Map([['event-1', mark('event-1', { muted: true })], ['event-2', mark('event-2', { following: true })]]),
        preferences: { reminders: [], mutedCourses: [COURSE], follows: [] },
    })
    equal(texts('.rows li'), ['CMPT225 Unmute', 'CMPT225#1 Title 1 Unmute', 'CMPT225#2 Title 2 Stop following'])
    equal(texts('[data-part=kind] option').length, 0)
    equal(Array.from(one('[data-part=kind]').children, wordsIn).includes('notices'), false)
    type(labelled('Only with the tag'), '#midterm')
    button('Follow').click()
    await says('Following CMPT225 #midterm.')
    equal(writes().at(-1)?.[2], { follows: [{ course: COURSE, kind: null, tag: 'midterm' }], mutedCourses: [] })
    button('Unmute', one('[data-part=mutedPosts]')).click()
    await says('Unmuted CMPT225#1 Title 1.')
    button('Stop following', one('[data-part=followedPosts]')).click()
    await says('No longer following CMPT225#2 Title 2.')
    equal(data.sent, [['mark', 'event-1', { muted: false }], ['mark', 'event-2', { following: false }]])
})

test('what comes by mail is chosen as a whole, and an address is verified by a link', async () => {
    const { labelled, button, says, writes } = await openSection('mail')
    await says('Nothing comes to me@example.edu')
    button('Send me the link').click()
    await says('A mail with a link is on its way.')
    type(labelled('A digest'), 'weekly')
    type(labelled('Quiet hours'), '22:00')
    button('Save what comes by mail').click()
    await says('Give both')
    type(labelled('until'), '07:00')
    button('Save what comes by mail').click()
    await says('Saved.')
    equal(writes().map(([method, path]) => `${method} ${path}`), ['POST /v1/me/mail/verification', 'PATCH /v1/me/mail'])
    equal(writes().at(-1)?.[2], {
        ...mail.settings,
        digest: 'weekly',
        quiet: { start: '22:00', end: '07:00' },
    })
})

test('where no mail is sent, an address that is not verified needs the operator', async () => {
    for (const verified of [false, true]) {
        const { says, one } = await openSection('mail', { answer: () => ({ ...mail, available: false, verified }) })
        await says('This server sends no mail.')
        equal([one('[data-part=byHand]').hidden, one('[data-part=unverified]').hidden], [verified, true])
    }
})

test('a webhook is listed with its fault, tested, and added with a secret that is shown once', async () => {
    const { labelled, button, says, one, writes } = await openSection('webhooks')
    await says('bot.example.edu · CMPT225 · disabled · It answered 410.')
    button('Test').click()
    await says('bot.example.edu took the ping.')
    type(labelled('The bot'), 'Mirror')
    type(labelled('Its address'), 'https://tool.example.edu/hook')
    const own = labelled('Your own')
    type(own, 'my password')
    button('Add a webhook').click()
    await says('Added the webhook “Mirror”.')
    equal(/** @type {HTMLInputElement} */ (one('[data-part=value]')).value, 'whsec_c2VjcmV0')
    equal([own.value, labelled('Its address').value], ['', ''])
    equal(writes().at(-1)?.[2], {
        name: 'Mirror',
        url: 'https://tool.example.edu/hook',
        course: null,
        currentPassword: 'my password',
    })
})

test('a topic of ntfy is set with the password, and what goes there is chosen', async () => {
    const { labelled, button, says, writes } = await openSection('ntfy')
    await says('Your topic is on ntfy.sh; no message yet.')
    const shows = /** @type {HTMLInputElement} */ (labelled('Show titles'))
    equal([shows.checked, /** @type {HTMLInputElement} */ (labelled('Mentions')).checked], [false, true])
    shows.click()
    const course = /** @type {HTMLInputElement} */ (labelled('CMPT225'))
    equal(course.checked, true)
    course.click()
    button('Save').click()
    await says('Saved.')
    type(labelled('The address'), 'https://ntfy.sh/mine')
    type(labelled('Your own'), 'my password')
    button('Set the topic').click()
    await says('Send a test now.')
    equal(writes().map(([method, path, body]) => [method, path, body]), [
        ['PATCH', '/v1/me/ntfy', {
            topics: ['mentions'],
            mustRead: true,
            showsText: true,
            // A course that is not listed stays left out.
            exceptCourses: ['202430.MATH100', COURSE],
        }],
        ['PUT', '/v1/me/ntfy', { url: 'https://ntfy.sh/mine', currentPassword: 'my password' }],
    ])
})
