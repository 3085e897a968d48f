import { finder } from '../../../../client-web/shell/finder.js'
import { equal, test, until } from '../testing.js'
import { answerDialog, COURSE, event, openRoom, person, press, reply, type, wordsIn } from '../Rooms/fake.js'

const ME = person('me')
const NONE = () => []

/** Opens the finder, and looks for words. @param {Awaited<ReturnType<typeof openRoom>>} opened @param {string} words */
function look({ world }, words, commands = /** @type {Parameters<typeof finder>[1]} */ (NONE)) {
    void finder(world, commands)
    type(document.querySelector('.finder input') ?? undefined, words)
    return Array.from(document.querySelectorAll('.finder li'), wordsIn)
}

const closed = () => until(() => !document.querySelector('.finder'))

test('what can be pressed in a room is found by its name, and of several by the words of their rows', async () => {
    const replies = [reply(1, { author: ME, body: 'One of mine' }), reply(2, { author: ME, body: 'Another of mine' })]
    const opened = await openRoom(`/c/${COURSE}/1`, { events: [event(1, { author: ME })], replies })
    await until(() => opened.all('article, li').length > 1)
    const found = look(opened, 'delete')
    equal(found.map((words) => words.replace(/Student.*days ago\)/, '…')), [
        'Press Delete · CMPT225 #1 · note Title 1 …',
        'Press Delete · #1 … One of mine',
        'Press Delete · #2 … Another of mine',
    ])
    press('Escape')
    await closed()
    equal(look(opened, 'delete another').length, 1)
    press('Enter')
    await closed()
    await answerDialog('Delete')
    await until(() => opened.data.asked.length > 0)
    equal(opened.data.asked[0]?.slice(0, 2), ['DELETE', '/v1/replies/reply-2'])
})

test('a field that is found takes the focus, a box is ticked, and what has a key is there once', async () => {
    const opened = await openRoom(`/c/${COURSE}`, { events: [event(1, { tags: ['lab'] })] })
    press('c')
    await until(() => opened.all('.composer').length > 0)
    const has = { kind: 'Go', title: 'Unread', words: 'unread', isOfRoom: true, run: () => {} }
    equal(look(opened, 'unread', () => [has]), ['Go Unread'])
    press('Escape')
    await closed()
    equal(look(opened, 'tag').slice(0, 1), ['Choose Tag'])
    press('Enter')
    await closed()
    await until(() => document.activeElement === opened.one('[data-part=tags]'))
    look(opened, 'who sees it')
    press('Enter')
    await until(() => opened.one('.composer details').hasAttribute('open'))
    const box = /** @type {HTMLInputElement} */ (opened.one('.composer [data-part=anonymous]'))
    equal(box.checked, false)
    equal(look(opened, 'anonymous'), ['Tick Anonymous to the class'])
    press('Enter')
    await until(() => box.checked)
    equal(opened.router.place.value?.name, 'course')
})

test('what a room calls as the page calls something else is found beside it', async () => {
    const opened = await openRoom(`/c/${COURSE}`, { events: [event(1)] })
    await until(() => opened.all('button').length > 0)
    const name = 'Write a post'
    const ofPage = { kind: 'Go', title: name, words: name.toLowerCase(), run: () => {} }
    equal(look(opened, name, () => [ofPage]), [`Go ${name}`, `Press ${name}`])
    press('Escape')
    await closed()
})

test('what went or was switched off while the finder was open is not pressed', async () => {
    const opened = await openRoom(`/c/${COURSE}/1`, { events: [event(1, { author: ME })] })
    for (
        const goes of [
            (/** @type {HTMLElement} */ found) => found.remove(),
            (/** @type {HTMLElement} */ found) => void (found.hidden = true),
        ]
    ) {
        const made = Object.assign(document.createElement('button'), { textContent: 'Burn it' })
        let count = 0
        made.addEventListener('click', () => (count += 1))
        opened.main.append(made)
        equal(look(opened, 'burn'), ['Press Burn it'])
        goes(made)
        press('Enter')
        await closed()
        // The finder does what was chosen once it is closed.
        await new Promise((resolve) => setTimeout(resolve))
        equal(count, 0)
        made.remove()
    }
})
