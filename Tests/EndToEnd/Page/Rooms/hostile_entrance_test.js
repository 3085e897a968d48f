import { entrance } from '../../../../client-web/accounts/entrance.js'
import { scope, Signal } from '../../../../client-web/platform/signals.js'
import { element, test, until } from '../testing.js'
import { finders } from './fake.js'
import { SHAPES } from './hostile_texts.js'
import { allStay, judged, opensText, shown, world } from './hostile_world.js'

/** @import { Session } from '../../../../client-web/accounts/session.js' */

const TIME = '2026-11-24T10:00:00Z'
const SECTIONS = (/** @type {string} */ text) => ['1', '2'].map((id) => ({ id, code: text, kind: text }))

/** The server says one text to those who are not signed in. @param {string} text @param {() => Promise<string[]>} run */
async function saying(text, run) {
    const { fetch } = globalThis
    const known = (/** @type {any} */ path) =>
        path === '/v1/sign-on' ? { name: text, only: false } : {
            course: `202530.${text.toWellFormed()}`,
            title: text,
            role: 'student',
            sections: SECTIONS(text),
            expiresAt: TIME,
            used: false,
        }
    globalThis.fetch = (path) => Promise.resolve(Response.json(known(path)))
    try {
        return await run()
    } finally {
        globalThis.fetch = fetch
    }
}

/** Signing in by a campus, with an invitation, where all is refused. @param {string} text @param {string} address */
async function entered(text, address) {
    history.replaceState(null, '', address)
    const fails = () => Promise.reject(new Error(text))
    const session = { campusExit: new Signal(''), returnFromCampus: fails, signIn: fails, register: fails }
    const main = document.body.appendChild(element('main'))
    const end = scope(() => void main.append(entrance(/** @type {Session} */ (/** @type {unknown} */ (session)), undefined)))
    const { one, all } = finders(main)
    await until(() => !one('[data-part=campus]').hidden)
    if (address === '/sign-on') await until(() => one('[data-part=campus-trouble]').textContent)
    else await until(() => one('[data-part=intro]').textContent?.startsWith('You are invited'))
    for (const field of /** @type {HTMLInputElement[]} */ (all('input'))) field.value = text.trim() || 'x'
    one('[data-part=send]').click()
    await until(() => one('form [role=alert]').textContent === text)
    const found = judged(main, text)
    end()
    main.remove()
    return found
}

test('hostile texts stay texts: signing in by a campus or with an invitation', async () => {
    for (const address of ['/join#code', '/sign-on']) {
        await allStay(SHAPES, (text) => saying(text, () => entered(text, address)))
    }
})

test('hostile texts stay texts: an invitation for somebody who is signed in', () =>
    allStay(SHAPES, (text) => saying(text, () => shown('/join#code', text, world, '[data-part=sections] label'))))

test('hostile texts stay texts: linking a campus account', () => {
    const fields = (/** @type {string} */ text) => {
        sessionStorage.setItem('noteit-purpose', 'link')
        return { ...world(text), account: { id: 'me', email: text, displayName: text, role: 'student', handle: text } }
    }
    return opensText('/sign-on', fields, 'button', [({ main }) => main, async ({ main, button, one }, text) => {
        button('Link them').click()
        await until(() => one('[role=alert]').textContent === text)
        return main
    }])
})

test('hostile texts stay texts: approving a device', () => {
    const fields = (/** @type {string} */ text) => ({
        ...world(text),
        account: { id: 'me', email: text, displayName: text, role: 'student', handle: text },
        answer: () => ({ device: text, address: text, createdAt: TIME, expiresAt: TIME }),
    })
    return opensText('/device#BBBB-BBBB', fields, '[data-part=question]:not([hidden])', [
        ({ main }) => main,
        async ({ main, button, one }) => {
            button('Approve').click()
            await until(() => one('[data-part=done]').textContent)
            return main
        },
    ])
})
