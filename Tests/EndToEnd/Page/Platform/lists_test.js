import { keyed } from '../../../../client-web/platform/lists.js'
import { effect, scope, Signal } from '../../../../client-web/platform/signals.js'
import { dice, element, equal, reported, test } from '../testing.js'

/** @typedef {{ id: number, text: string }} Item */

/** @param {{ readonly value: Item }} item */
function row(item) {
    const made = element('li', {}, element('input'), element('span'))
    effect(() => void (made.children[1] && (made.children[1].textContent = item.value.text)))
    return made
}

/** @param {number[]} ids @param {string} [mark] */
const items = (ids, mark = '') => ids.map((id) => ({ id, text: `${id}${mark}` }))

function world() {
    const parent = element('ul')
    document.body.append(parent)
    const list = new Signal(items([]))
    const stop = keyed(parent, () => list.value, (item) => item.id, row)
    return { parent, list, stop, texts: () => Array.from(parent.children, (child) => child.textContent) }
}

test('rows follow the list', () => {
    const { list, texts } = world()
    for (const ids of [[1, 2, 3], [3, 1], [], [2, 1, 3, 4], [4, 3, 2, 1], [9, 4, 1]]) {
        list.value = items(ids)
        equal(texts(), ids.map(String))
    }
})

test('a row keeps its element and follows its item', () => {
    const { parent, list, texts } = world()
    list.value = items([1, 2, 3])
    const before = Array.from(parent.children)
    list.value = items([3, 2, 1], '!')
    equal(texts(), ['3!', '2!', '1!'])
    equal(before.map((node) => Array.from(parent.children).indexOf(node)), [2, 1, 0])
})

test('only rows that must move are moved', () => {
    const { parent, list } = world()
    list.value = items([1, 2, 3, 4, 5, 6])
    const watcher = new MutationObserver(() => {})
    watcher.observe(parent, { childList: true })
    list.value = items([6, 1, 2, 3, 4, 5])
    equal(watcher.takeRecords().flatMap((record) => Array.from(record.addedNodes)).length, 1)
    list.value = items([6, 1, 2, 7, 3, 4, 5], '!')
    equal(watcher.takeRecords().flatMap((record) => Array.from(record.addedNodes)).length, 1)
})

test('the row with the focus never moves, so that the focus and the selection stay', () => {
    const { parent, list, texts } = world()
    const roll = dice(7)
    list.value = items([1, 2, 3, 4, 5, 6, 7, 8])
    const input = /** @type {HTMLInputElement} */ (parent.children[4]?.firstElementChild)
    input.value = 'half a word'
    input.focus()
    input.setSelectionRange(2, 4)
    let losses = 0
    input.addEventListener('blur', () => losses += 1)
    for (let turn = 0; turn < 100; turn += 1) {
        const ids = [1, 2, 3, 4, 6, 7, 8, 9].filter(() => roll(3) > 0)
        ids.splice(roll(ids.length + 1), 0, 5)
        ids.sort(() => roll(3) - 1)
        list.value = items(ids)
        equal(texts(), ids.map(String))
        equal([document.activeElement === input, input.selectionStart, losses], [true, 2, 0])
    }
})

test('what a row started ends with it, and all ends with the scope', () => {
    const parent = element('ul')
    const list = new Signal(items([1, 2]))
    /** @type {string[]} */
    const ended = []
    const end = scope(() => {
        keyed(parent, () => list.value, (item) => item.id, (item) => {
            effect(() => () => ended.push(item.value.text))
            return element('li')
        })
    })
    list.value = items([2])
    equal(ended, ['1'])
    end()
    equal([ended, parent.children.length], [['1', '2'], 0])
    list.value = items([3])
    equal(parent.children.length, 0)
})

test('two items with one key are reported, and the rows stay', () => {
    const { list, texts } = world()
    list.value = items([1, 2])
    equal(reported(() => (list.value = items([1, 1]))), ['two items of a list have one key'])
    equal(texts(), ['1', '2'])
    list.value = items([2, 3])
    equal(texts(), ['2', '3'])
})

test('ten thousand rows take a change each without another being made', () => {
    const parent = element('ul')
    const ids = Array.from({ length: 10_000 }, (_, index) => index)
    const list = new Signal(items(ids))
    let made = 0
    keyed(parent, () => list.value, (item) => item.id, () => {
        made += 1
        return element('li')
    })
    list.value = items([10_000, ...ids.slice(1)])
    equal([made, parent.children.length], [10_001, 10_000])
})
