import { ask, say } from '../../../../client-web/platform/dialogs.js'
import { Signal } from '../../../../client-web/platform/signals.js'
import { copyOf, fill, part } from '../../../../client-web/platform/templates.js'
import { element, equal, test, throws } from '../testing.js'

function template() {
    const template = element('template', { id: 'row' })
    template.content.append(
        element('li', {}, element('b', { 'data-part': 'title' }), element('i', { 'data-part': 'count' })),
    )
    document.body.append(template)
}

test('a copy of a template takes words as text', () => {
    template()
    const row = fill(copyOf('row'), { title: '<img src=x onerror=alert(1)>', count: 3 })
    equal([row.querySelector('img'), row.textContent], [null, '<img src=x onerror=alert(1)>3'])
    equal(copyOf('row').textContent, '')
})

test('the words of a function follow what it reads, and equal words are left alone', () => {
    template()
    const count = new Signal(1)
    const row = fill(copyOf('row'), { count: () => Math.min(count.value, 2), title: element('u', {}, 'x') })
    const words = part(row, 'count').firstChild
    count.value = 2
    equal([part(row, 'count').textContent, part(row, 'title').firstElementChild?.localName], ['2', 'u'])
    const second = part(row, 'count').firstChild
    count.value = 3
    equal([words === second, part(row, 'count').firstChild === second], [false, true])
})

test('a template or a part that is not there is an error', () => {
    template()
    throws(() => copyOf('nothing'))
    throws(() => part(copyOf('row'), 'nothing'))
})

function question() {
    const form = element('form', { method: 'dialog' }, element('button', { value: 'leave' }, 'Leave'))
    return element('dialog', {}, form)
}

test('a dialog answers with its button, and gives the focus back', async () => {
    const opener = element('button')
    document.body.append(opener)
    opener.focus()
    const dialog = question()
    const answer = ask(dialog)
    equal([dialog.open, document.activeElement === dialog.querySelector('button')], [true, true])
    dialog.querySelector('button')?.click()
    equal([await answer, dialog.isConnected, document.activeElement === opener], ['leave', false, true])
})

test('a dialog that is left answers nothing, also the second time', async () => {
    const dialog = question()
    for (const _ of [1, 2]) {
        const answer = ask(dialog)
        dialog.requestClose()
        equal(await answer, '')
    }
})

test('the same words are spoken again', () => {
    const region = element('div', { 'aria-live': 'polite' })
    say(region, 'Sent.')
    const first = region.firstChild
    say(region, 'Sent.')
    equal([region.textContent, region.firstChild === first], ['Sent.', false])
})

test('what is said while a dialog is open is said in it', async () => {
    const [region, dialog] = [element('div'), question()]
    document.body.append(region)
    const answer = ask(dialog)
    say(region, 'Watched.')
    equal([region.textContent, dialog.querySelector('[aria-live=polite]')?.textContent], ['', 'Watched.'])
    dialog.close()
    await answer
    say(region, 'Closed.')
    equal(region.textContent, 'Closed.')
})
