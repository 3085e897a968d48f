import { equal, test, until } from '../testing.js'
import { openRoom, press, type, wordsIn } from './fake.js'
import { answer, openSection, source, URL_OF_FEED } from './settings_world.js'

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
