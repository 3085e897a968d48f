import { sizeOf } from '../../../../client-web/files/shown.js'
import { equal, test, until } from '../testing.js'
import { styled } from './boxes.js'
import { COURSE, event, openRoom, press, type } from './fake.js'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const bytes = Uint8Array.from(atob(PIXEL), (letter) => letter.charCodeAt(0))
const file = { id: 'f1', name: 'plot 1.png', size: bytes.length, mediaType: 'image/png', sha256: '' }

/** @param {string[]} names */
function transfer(...names) {
    const data = new DataTransfer()
    for (const name of names) data.items.add(new File(['x'.repeat(2000)], name))
    return data
}

test('sizes are told in the units that people know', () => {
    equal([1, 999, 2000, 12_345, 3_400_000, 26_214_400].map(sizeOf), ['1 B', '999 B', '2.0 kB', '12 kB', '3.4 MB', '26 MB'])
})

test('files are dropped, pasted and chosen, sent at once, and belong to the post', async () => {
    const { one, texts, data, button } = await openRoom(`/c/${COURSE}`)
    press('c')
    await until(() => document.activeElement?.localName === 'input')
    const area = one('.writing')
    area.dispatchEvent(new DragEvent('dragover', { dataTransfer: transfer('a'), bubbles: true, cancelable: true }))
    equal(area.classList.contains('over'), true)
    area.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer('notes.pdf'), bubbles: true, cancelable: true }))
    one('textarea').dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: transfer('image.png'), bubbles: true, cancelable: true }),
    )
    const input = /** @type {HTMLInputElement} */ (one('input[type=file]'))
    input.files = transfer('photo.jpg').files
    input.dispatchEvent(new Event('change'))
    await until(() => data.said.length === 3)
    equal(texts('.chosen li'), ['notes.pdf 2.0 kB Remove', 'image.png 2.0 kB Remove', 'photo.jpg 2.0 kB Remove'])
    equal(data.asked.map(([method, path]) => [method, path.replace(/&id=.*/, '')]), [
        ['POST', '/v1/attachments?name=notes.pdf'],
        ['POST', '/v1/attachments?name=image.png'],
        ['POST', '/v1/attachments?name=photo.jpg'],
    ])
    button('Remove').click()
    type(one('.composer [data-part=title]'), 'With files')
    button('Post').click()
    await until(() => data.sent.length > 0)
    const ids = data.asked.slice(1, 3).map(([, path]) => path.replace(/.*&id=/, ''))
    equal(data.sent[0]?.[2].attachments, ids)
})

test('a file that could not be sent says why, keeps the post from going without it, and is tried again', async () => {
    let isDown = true
    const { one, texts, data, button } = await openRoom(`/c/${COURSE}`, {
        answer: () => {
            if (isDown) throw new Error('The file is too large: 25 MiB at most.')
            return {}
        },
    })
    press('c')
    one('.writing').dispatchEvent(new DragEvent('drop', { dataTransfer: transfer('big.zip'), bubbles: true, cancelable: true }))
    await until(() => texts('.chosen [role=status]')[0])
    equal(texts('.chosen [role=status]'), ['The file is too large: 25 MiB at most.'])
    type(one('.composer [data-part=title]'), 'With a file')
    button('Post').click()
    await until(() => texts('.composer > .trouble').some(Boolean))
    equal([texts('.composer > .trouble'), data.sent], [
        ['big.zip was refused. Remove it, or try it again.'],
        [],
    ])
    isDown = false
    button('Try again', one('.chosen')).click()
    await until(() => data.said.length === 1)
    button('Post').click()
    await until(() => data.sent.length === 1)
})

test('a text has ten files at most', async () => {
    const { one, texts } = await openRoom(`/c/${COURSE}`)
    press('c')
    const names = Array.from({ length: 12 }, (_, index) => `${index}.txt`)
    one('.writing').dispatchEvent(new DragEvent('drop', { dataTransfer: transfer(...names), bubbles: true, cancelable: true }))
    equal([texts('.chosen li').length, texts('.writing > .trouble')], [10, ['A text has at most 10 files.']])
})

test('a picture of the post is drawn in its text, other addresses and broken pictures are words', async () => {
    const { one, all, texts, data } = await openRoom(`/c/${COURSE}/1`, {
        events: [event(1, { body: '![a plot](plot%201.png) ![other](https://evil.example/a.png)', attachments: [file] })],
        file: () => new Blob([bytes]),
    })
    await until(() => /** @type {HTMLImageElement} */ (one('.text img')).naturalWidth === 1)
    const [image] = /** @type {HTMLImageElement[]} */ (all('.text img'))
    equal([image?.alt, image?.src.startsWith('blob:'), all('img').length], ['a plot', true, 1])
    equal(texts('.files li'), ['plot 1.png 70 B'])
    data.file = () => new Blob(['not a picture'])
    data.change('event-1', { body: 'now ![a plot](plot%201.png)', attachments: [{ ...file, id: 'f2' }] })
    await until(() => texts('.thread > div .text')[0] === 'now [image: a plot]')
})

test('a picture that the text does not name stands below it, each of two with one name', async () => {
    const photos = ['f1', 'f2'].map((id) => ({ ...file, id, name: 'image.jpg' }))
    await styled()
    const { one, all, data } = await openRoom(`/c/${COURSE}/1`, {
        events: [
            event(1, {
                body: 'See the photos',
                attachments: [...photos, { ...file, id: 'f3', name: 'a.txt', mediaType: 'text/plain' }],
            }),
        ],
        file: () => new Blob([bytes]),
    })
    const images = () => /** @type {HTMLImageElement[]} */ (all('.thread > div > img'))
    const below = () => one('.thread > .files').getBoundingClientRect().y
    const y = below()
    await until(() => images().length === 2 && images().every(({ naturalWidth }) => naturalWidth === 1))
    // What stands below does not move when they are there.
    equal(below(), y)
    const before = images()
    data.change('event-1', {
        meToo: 3,
        attachments: [...photos, { ...file, id: 'f3', name: 'a.txt', mediaType: 'text/plain' }],
    })
    equal(images().map((image, index) => image === before[index]), [true, true])
    data.change('event-1', { body: 'See ![one](image.jpg)' })
    equal([all('.text img').length, images().length], [1, 1])
})

test('a file is saved under its name, never shown', async () => {
    /** @type {[string, string][]} */
    const clicked = []
    HTMLAnchorElement.prototype.click = function () {
        clicked.push([this.download, this.href.slice(0, 5)])
    }
    const { button, data } = await openRoom(`/c/${COURSE}/1`, {
        events: [event(1, { attachments: [{ ...file, name: 'page.html', mediaType: 'text/plain' }] })],
    })
    button('page.html 70 B').click()
    await until(() => clicked.length === 1)
    equal([clicked, data.said], [[['page.html', 'blob:']], ['page.html is saved.']])
})

test('a file that is too large is refused before it is sent, with the bound', async () => {
    const { one, texts, data } = await openRoom(`/c/${COURSE}`)
    press('c')
    const large = new DataTransfer()
    large.items.add(new File([new Uint8Array(26 * 1024 * 1024)], 'film.mp4'))
    large.items.add(new File(['x'], 'a.txt'))
    one('.writing').dispatchEvent(new DragEvent('drop', { dataTransfer: large, bubbles: true, cancelable: true }))
    await until(() => data.said.length === 1)
    equal([texts('.chosen li'), data.asked.length], [['a.txt 1 B Remove'], 1])
    equal(texts('.writing > .trouble'), ['film.mp4 has 27 MB. A file has at most 25 MiB: make it smaller, or link to it.'])
})

test('a text does not wait for its files: what has not arrived goes to the outbox, and shows there', async () => {
    const { one, all, texts, data, button } = await openRoom(`/c/${COURSE}`, {
        answer: () => new Promise(() => {}),
    })
    press('c')
    one('.writing').dispatchEvent(new DragEvent('drop', { dataTransfer: transfer('a.txt'), bubbles: true, cancelable: true }))
    await until(() => all('.chosen progress:not([hidden])').length === 1)
    type(one('.composer [data-part=title]'), 'With a file')
    button('Post').click()
    await until(() => data.sent.length === 1)
    const [, , body, files] = data.sent[0] ?? []
    equal([body.attachments, files[0].name, files[0].blob.size], [[files[0].id], 'a.txt', 2000])
    const entry = { kind: 'post', id: 'e', order: 1, body, files, state: 'waiting' }
    data.events.value = [event(0, { id: 'e', waiting: /** @type {any} */ ({ entry, state: 'waiting', reason: undefined }) })]
    await until(() => texts('.waiting .files li').length === 1)
    equal(texts('.waiting .files li'), ['a.txt 2.0 kB'])
})
