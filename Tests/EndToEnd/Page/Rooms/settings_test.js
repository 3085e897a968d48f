import { Refused, Unreachable } from '../../../../client-web/accounts/server.js'
import { minutesOf, spanWords } from '../../../../client-web/settings/preferences.js'
import { qrCode } from '../../../../client-web/settings/qr.js'
import { equal, test, until } from '../testing.js'
import { answerDialog, COURSE, event, mark, openRoom, press, type, wordsIn } from './fake.js'

const SECTIONS = [
    'account',
    'password',
    'factors',
    'campus',
    'devices',
    'reminders',
    'push',
    'mail',
    'ntfy',
    'follows',
    'feeds',
    'app-passwords',
    'tokens',
    'webhooks',
    'imports',
    'appearance',
    'export',
    'leave',
]
const times = { createdAt: '2026-11-20T10:00:00Z', lastUsedAt: '2026-11-24T14:00:00Z' }
const sessions = [
    { id: 's1', device: 'Chrome on Linux', current: true, ...times },
    { id: 's2', device: 'A phone', current: false, ...times },
    { id: 's3', device: null, current: false, ...times },
]
const feed = { id: 'f1', name: 'Due', include: ['due'], courses: [COURSE], createdAt: times.createdAt, lastRead: null }
const URL_OF_FEED = 'https://notes.example.edu/calendars/secret.ics'
const source = {
    id: 'i1',
    name: 'canvas.example.edu',
    host: 'canvas.example.edu',
    lastSynced: times.lastUsedAt,
    lastError: 'it answers 503',
    nextSync: null,
    events: 31,
    leftOut: { count: 3, why: ['Odd has no start.'] },
    busy: true,
    allDayBusy: false,
    freeDays: 2,
    tasks: true,
    rev: 1,
}

const mail = {
    available: true,
    address: 'me@example.edu',
    verified: false,
    settings: {
        digest: 'off',
        digestAt: '07:00',
        digestDay: 'M',
        atOnce: ['mentions'],
        mustRead: true,
        quiet: null,
        language: 'en',
    },
}

const webhook = {
    id: 'w1',
    name: 'Lab bot',
    host: 'bot.example.edu',
    course: COURSE,
    changes: ['event.created'],
    state: 'disabled',
    fault: 'It answered 410.',
    nextTry: null,
    createdAt: times.createdAt,
    oldSecretUntil: null,
}
const topic = {
    host: 'ntfy.sh',
    createdAt: times.createdAt,
    sentAt: null,
    fault: null,
    settings: { topics: ['mentions'], mustRead: true, showsText: false, exceptCourses: ['202430.MATH100'] },
}

/** @param {string} method @param {string} path @param {any} body @returns {any} */
function answer(method, path, body) {
    if (path.startsWith('/v1/sessions?')) return { items: sessions, next: null }
    if (path.startsWith('/v1/me/calendar-feeds?')) return { items: [feed], next: null }
    if (path === '/v1/me/calendar-feeds') return { id: 'f2', url: URL_OF_FEED }
    if (path === '/v1/me/app-passwords') return { id: 'p1', name: body.name, createdAt: '', password: 'aaaa-bbbb-cccc-dddd' }
    if (path === '/v1/me/preferences') return { reminders: [1440], mutedCourses: [COURSE], follows: [], ...body }
    if (path === '/v1/me/ntfy') return method === 'GET' ? { topic } : topic
    if (path.startsWith('/v1/me/webhooks?')) return { items: [webhook], next: null }
    if (path === '/v1/me/webhooks') return { webhook, secret: 'whsec_c2VjcmV0' }
    if (path === '/v1/me/webhooks/w1/test') return { taken: true }
    if (path === '/v1/me/push') return { available: false, applicationServerKey: null, devices: [] }
    if (path === '/v1/me/mail') return { ...mail, settings: { ...mail.settings, ...body } }
    if (path.startsWith('/v1/me/calendar-imports')) return method === 'DELETE' ? undefined : { ...source, ...body }
    return { items: [], next: null, ...body }
}

/** @param {string} name @param {Parameters<typeof openRoom>[1]} [fields] */
async function openSection(name, fields = {}) {
    const opened = await openRoom(`/settings#${name}`, { answer, ...fields })
    const { all, data } = opened
    /** A field of the section that is shown, by its label. @param {string} label */
    const labelled = (label) => {
        const found = all('.pane label').find((node) => node.checkVisibility() && node.textContent?.trim().startsWith(label))
        const control = found?.querySelector('input, select')
        if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) throw new Error(`no field ${label}`)
        return control
    }
    const writes = () => data.asked.filter(([method]) => method !== 'GET')
    const says = (/** @type {string} */ words) => until(() => opened.texts('.pane').join().includes(words))
    return { ...opened, labelled, writes, says }
}

/** @param {string} field @param {string} detail */
function refusal(field, detail) {
    return new Refused({ type: '', title: '', status: 422, detail: `${field} ${detail}`, errors: [{ field, detail }] })
}

test('an address shows a section and does nothing else', async () => {
    for (const name of [...SECTIONS, 'leave&delete=yes', 'nothing', '__proto__', '%']) {
        for (const query of ['', '?run=1&currentPassword=x&displayName=evil']) {
            const { data, all, close } = await openRoom(`/settings${query}#${name}`, { answer })
            await until(() => all('.pane > section').length === 1)
            await new Promise((resolve) => setTimeout(resolve))
            equal([data.asked.filter(([method]) => method !== 'GET'), data.sent], [[], []], name)
            equal(all('input').filter((node) => /** @type {HTMLInputElement} */ (node).value === 'evil'), [], name)
            equal(document.querySelectorAll('dialog').length, 0, name)
            close()
        }
    }
})

test('the list names the section that is shown, keys and links go to others, and back leads to the list', async () => {
    const { all, texts, router, button, one } = await openSection('devices')
    equal(all('nav a').map((link) => link.getAttribute('href')), SECTIONS.map((name) => `/settings#${name}`))
    equal(texts('nav [aria-current]'), ['Devices'])
    equal(document.title, 'Devices · Settings · NoteIt')
    press('j')
    equal([location.hash, wordsIn(/** @type {Element} */ (document.activeElement))], ['#reminders', 'Reminders'])
    press('k')
    press('k')
    equal([location.hash, texts('.pane h2')], ['#campus', ['Campus sign-on']])
    button('Appearance').click()
    equal(texts('.pane h2'), ['Appearance'])
    router.go('/settings')
    equal([one('.settings').classList.contains('named'), document.activeElement?.getAttribute('href')], [
        false,
        '/settings#appearance',
    ])
})

test('a name follows what other devices save, until somebody types', async () => {
    const { data, labelled } = await openSection('account')
    const name = labelled('Name')
    data.account.value = { ...data.account.value, displayName: 'Me' }
    equal(name.value, 'Me')
    type(name, 'Typed')
    data.account.value = { ...data.account.value, displayName: 'Other' }
    equal(name.value, 'Typed')
})

test('what was not saved stays, and the reason stands at its field', async () => {
    let error = /** @type {Error} */ (refusal('newPassword', 'must be 10 to 1000 characters'))
    const { labelled, button, says, texts, one } = await openSection('password', {
        answer: () => {
            throw error
        },
    })
    const [present, wanted] = [labelled('Present'), labelled('New password')]
    type(present, 'the present one')
    type(wanted, 'short')
    button('Change the password').click()
    await says('The password must be 10 to 1000 characters.')
    equal([present.value, wanted.value, wanted.getAttribute('aria-invalid')], ['the present one', 'short', 'true'])
    equal(document.activeElement, wanted)
    equal(
        document.getElementById(wanted.getAttribute('aria-describedby') ?? '')?.textContent,
        texts('.trouble').filter(Boolean)[0],
    )
    error = new Unreachable()
    button('Change the password').click()
    await says('The server is not reached: this may not be saved.')
    equal([wanted.value, wanted.hasAttribute('aria-invalid'), wordsIn(one('[data-part=why-newPassword]'))], [
        'short',
        false,
        '',
    ])
})

test('the new password can be shown, and both go once they were used', async () => {
    const { labelled, button, says, writes } = await openSection('password')
    const [present, wanted, show] = [labelled('Present'), labelled('New password'), labelled('Show')]
    type(present, 'the present one')
    type(wanted, 'a fine long one')
    show.click()
    equal(wanted.getAttribute('type'), 'text')
    button('Change the password').click()
    await says('The password is changed. Your other devices are signed out.')
    equal(writes(), [['PUT', '/v1/me/password', { currentPassword: 'the present one', newPassword: 'a fine long one' }]])
    equal([present.value, wanted.value, wanted.getAttribute('type')], ['', '', 'password'])
})

test('other devices are signed out after asking; this one has no button', async () => {
    const { texts, button, writes, says } = await openSection('devices')
    await until(() => texts('.rows > li').length === 3)
    equal(texts('.rows > li')[0]?.startsWith('Chrome on Linux this one last used Tue 24 Nov 09:00'), true)
    equal(texts('.rows button'), ['Sign out', 'Sign out'])
    button('Sign out all others').click()
    await answerDialog('Back')
    equal(writes(), [])
    button('Sign out all others').click()
    await answerDialog('Sign them out')
    await says('Signed out: A phone, unnamed.')
    equal(writes().map(([, path]) => path), ['/v1/sessions/s2', '/v1/sessions/s3'])
})

test('a list of the server that is not reached comes with the connection', async () => {
    let isReached = false
    const { data, texts, says } = await openSection('devices', {
        answer: (/** @type {string} */ method, /** @type {string} */ path) => {
            if (!isReached) throw new Unreachable()
            return answer(method, path, undefined)
        },
    })
    await says('This list is on the server alone, which is not reached.')
    isReached = true
    data.state.value = { ...data.state.value, connection: 'offline' }
    data.state.value = { ...data.state.value, connection: 'live' }
    await until(() => texts('.rows > li').length === 3)
    equal(texts('.state').filter(Boolean), [])
})

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

test('the address of a feed is shown once, copied, and goes with the room', async () => {
    const { button, writes, says, one, texts, router, labelled } = await openSection('feeds')
    await until(() => texts('[data-part=rows] li').length === 1)
    equal(texts('[data-part=rows] li'), ['Due due · CMPT225 · never read Revoke'])
    for (const label of ['Classes', 'Due dates', 'Study time', 'Tasks']) labelled(label).click()
    button('Make a feed').click()
    await says('Choose what is in it, such as classes.')
    labelled('Due dates').click()
    button('Make a feed').click()
    await says('Made the feed “NoteIt”.')
    equal(writes(), [['POST', '/v1/me/calendar-feeds', { name: 'NoteIt', include: ['due'], courses: null }]])
    const [value, link] = [/** @type {HTMLInputElement} */ (one('[data-part=value]')), one('.secret a')]
    equal([value.value, link.getAttribute('href'), document.activeElement === value], [
        URL_OF_FEED,
        'webcal://notes.example.edu/calendars/secret.ics',
        true,
    ])
    /** @type {string[]} */
    const copied = []
    const clipboard = { writeText: (/** @type {string} */ text) => Promise.resolve(void copied.push(text)) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    button('Copy').click()
    await says('Copied.')
    equal(copied, [URL_OF_FEED])
    // As where the page came without TLS.
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
    button('Copy').click()
    await says('It is selected.')
    equal(value.selectionEnd, URL_OF_FEED.length)
    router.go('/inbox')
    await until(() => texts('h1')[0] === 'Inbox')
    equal([value.value, link.hasAttribute('href'), value.isConnected], ['', false, false])
    router.go('/settings#feeds')
    await until(() => texts('[data-part=rows] li').length === 1)
    equal(texts('.secret'), [])
})

test('passwords and secrets go when the page is left, also into the memory of the browser', async () => {
    const { button, says, one, labelled, router, texts } = await openSection('app-passwords')
    const own = labelled('Your own')
    type(labelled('The program'), 'Phone')
    type(own, 'my password')
    button('Make a password').click()
    await says('Made the password “Phone”.')
    const value = /** @type {HTMLInputElement} */ (one('[data-part=value]'))
    equal([value.value, own.value], ['aaaa-bbbb-cccc-dddd', ''])
    router.go('/settings#leave')
    const last = labelled('Password of')
    type(last, 'my password')
    router.go('/settings#app-passwords')
    equal([value.value, last.value], ['aaaa-bbbb-cccc-dddd', 'my password'])
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    equal([value.value, last.value, texts('.secret').length], ['', '', 1])
    button('I have it').click()
    equal([texts('.secret'), wordsIn(/** @type {Element} */ (document.activeElement))], [[], 'App passwords'])
})

test('an import says where it is from, how fresh it is, and what it left out', async () => {
    const { texts, labelled, button, says, writes } = await openSection('imports', { calendarImports: [source] })
    equal(texts('[data-part=rows] > li'), [
        'canvas.example.edu 31 of 34 events, 3 left out · canvas.example.edu · last read Tue 24 Nov 09:00 (1 hour ago) · busy · tasks ' +
        'The last attempt failed: it answers 503 Odd has no start. ' +
        '2 all-day events do not say whether they are busy, and are free. Read again Remove',
    ])
    button('Import').click()
    await says('Give the address of a calendar, or choose a file.')
    type(labelled('Address'), 'webcal://canvas.example.edu/secret.ics')
    button('Import').click()
    await says('Imported “canvas.example.edu 2”: 31 of 34 events, 3 left out. The server reads it again every day.')
    equal(writes(), [['POST', '/v1/me/calendar-imports', {
        name: 'canvas.example.edu 2',
        url: 'webcal://canvas.example.edu/secret.ics',
        busy: true,
        allDayBusy: false,
        tasks: false,
    }]])
    equal(labelled('Address').value, '')
    button('Read again').click()
    await says('canvas.example.edu could not be read: it answers 503.')
})

test('a theme is kept on this device and shown at once', async () => {
    const { labelled, says } = await openSection('appearance')
    labelled('Dark').click()
    await says('Saved, on this device.')
    equal([document.documentElement.dataset.theme, localStorage.getItem('noteit-theme')], ['dark', 'dark'])
    labelled('As the system').click()
    equal([document.documentElement.dataset.theme, localStorage.getItem('noteit-theme')], [undefined, ''])
})

test('all data is saved as a file, or why not is said', async () => {
    let isThere = false
    const { button, says, data } = await openSection('export')
    data.file = () => {
        if (!isThere) throw new Error('That was often. Try again in a minute.')
        return new Blob(['tar'])
    }
    button('Save all your data').click()
    await says('That was often. Try again in a minute.')
    isThere = true
    button('Save all your data').click()
    await says('Saved noteit-2026-11-24.tar: all your data, 3 B.')
})

test('an account is deleted after its password and a question that says what is lost here', async () => {
    const { button, labelled, data, writes } = await openSection('leave', { entries: [{ order: 1 }] })
    type(labelled('Password of'), 'my password')
    button('Delete the account').click()
    await until(() => document.querySelector('dialog:modal'))
    equal(
        wordsIn(/** @type {Element} */ (document.querySelector('dialog p'))),
        'This deletes the account me@example.edu. Nobody can undo it. 1 thing that you wrote here was not sent.',
    )
    await answerDialog('Back')
    equal([writes(), data.sent, labelled('Password of').value], [[], [], 'my password'])
    button('Delete the account').click()
    await answerDialog('Delete the account')
    await until(() => data.sent.length === 1)
    equal([writes(), data.sent], [[['DELETE', '/v1/me', { currentPassword: 'my password' }]], [['gone']]])
})

test('signing out is asked of the shell', async () => {
    const { button, data } = await openSection('leave')
    button('Sign out').click()
    await until(() => data.sent.length === 1)
    equal(data.sent, [['signOut']])
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

test('a short text is a QR code that other programs read, and a long one is none', () => {
    equal((qrCode('A') ?? []).map((row) => row.map(Number).join('')), [
        '111111100101101111111',
        '100000100111001000001',
        '101110101101101011101',
        '101110100101001011101',
        '101110100010101011101',
        '100000100000101000001',
        '111111101010101111111',
        '000000001101100000000',
        '111011111111011000100',
        '101100001000001000110',
        '010111100110100010001',
        '010110001100001000100',
        '001101101000101010101',
        '000000001001010101010',
        '111111101011011101111',
        '100000101111110111000',
        '101110101101011101101',
        '101110100110001000110',
        '101110101100100010001',
        '100000101000001000110',
        '111111101110101010111',
    ])
    // A version of each kind; zxing read them.
    equal([17, 60, 100, 130, 150, 190, 230, 231].map((length) => qrCode('a'.repeat(length))?.length), [
        21,
        33,
        37,
        41,
        45,
        49,
        53,
        undefined,
    ])
})
