// The focus goes to what stands nearest if its element vanishes.

import { keep } from '../../../../client-web/shell/returning.js'
import { Signal } from '../../../../client-web/platform/signals.js'
import { element, equal, test, until } from '../testing.js'

const ROWS = ['One', 'Two', 'Three']

/** A room with a heading, a field, and a list of buttons. */
function open() {
    const buttons = ROWS.map((name) => element('button', {}, name))
    const list = element('ul', {}, ...buttons.map((button) => element('li', {}, button)))
    const search = element('input', { type: 'search', 'aria-label': 'Search' })
    const main = element('main', {}, element('section', {}, element('h1', {}, 'Room'), search, list))
    document.body.append(main)
    keep(main, /** @type {any} */ ({ place: new Signal(undefined) }))
    return { buttons, list, main, search }
}
const focused = () => document.activeElement?.textContent ?? ''
/** @param {(HTMLElement | undefined)[]} elements */
const [focus, remove] = [
    (/** @type {HTMLElement | undefined} */ each) => each?.focus(),
    (/** @type {HTMLElement | undefined} */ each) => each?.closest('li')?.remove(),
]

test('a row that goes gives the focus to the next one, the last one to the one before, and no row to the heading', async () => {
    const { buttons } = open()
    focus(buttons[1])
    remove(buttons[1])
    await until(() => focused() === 'Three')
    remove(buttons[2])
    await until(() => focused() === 'One')
    remove(buttons[0])
    await until(() => focused() === 'Room')
})

test('what is hidden gives it away; what waits for an answer takes it again', async () => {
    const { buttons } = open()
    focus(buttons[0])
    buttons[0]?.setAttribute('hidden', '')
    await until(() => focused() === 'Two')
    buttons[1]?.setAttribute('disabled', '')
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))))
    buttons[1]?.removeAttribute('disabled')
    await until(() => focused() === 'Two')
})

test('whoever points at nothing has no focus, and is not given one', async () => {
    const { buttons, list } = open()
    focus(buttons[0])
    list.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    buttons[0]?.blur()
    remove(buttons[0])
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))))
    equal(document.activeElement === document.body, true)
})

test('Escape leaves an empty field of a search, not one with words', () => {
    const { search } = open()
    const press = () => search.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    search.focus()
    search.value = 'words'
    press()
    equal(document.activeElement === search, true)
    search.value = ''
    press()
    equal(focused(), 'Room')
})
