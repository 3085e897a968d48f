// What a session makes of another tab's doing: the turn that was taken while it signed in, and the end that it was not told of yet.

import { Session } from '../../../../client-web/accounts/session.js'
import { newID } from '../../../../client-web/accounts/server.js'
import { equal, test, until } from '../testing.js'

const [LEAVING, HERE] = ['noteit-leaving', 'noteit-here']

/** Signs in, and loses the turn meanwhile. @param {() => void} others what another tab does */
async function slept(others) {
    localStorage.clear()
    /** @type {string[]} */
    const asked = []
    let [steal, release] = [() => {}, () => {}]
    const held = new Promise((resolve) => (release = () => resolve(undefined)))
    const { fetch } = globalThis
    globalThis.fetch = async (path, options) => {
        asked.push(`${options?.method} ${path}`)
        if (path === '/v1/sessions') await held
        const body = JSON.stringify({ accessToken: 'token', account: { id: 'ada' }, expiresIn: 900 })
        return new Response(body, { headers: { 'Content-Type': 'application/json' } })
    }
    let isFirst = true
    const locks = {
        request(/** @type {any[]} */ ...given) {
            const work = given.at(-1)()
            if (!isFirst) return work
            isFirst = false
            return new Promise((_, reject) => (steal = () => reject(new DOMException('taken', 'AbortError'))))
        },
    }
    const session = new Session({ channel: new BroadcastChannel(newID()), locks: /** @type {any} */ (locks) })
    const enters = session.signIn('ada@example.edu', 'password')
    await until(() => asked.length === 1)
    steal()
    await Promise.resolve()
    others()
    release()
    await enters
    globalThis.fetch = fetch
    session.close()
    return [asked, session.state.value.is, localStorage.getItem(LEAVING)]
}

test('a sign-in of a tab that slept takes back no sign-out that waits', async () => {
    const renewed = ['POST /v1/sessions', 'POST /v1/sessions/refresh']
    equal(await slept(() => {}), [renewed, 'in', null])
    equal(await slept(() => localStorage.setItem(LEAVING, 'yes')), [[...renewed, 'DELETE /v1/sessions/current'], 'out', null])
})

test('a session that ended in another tab, which has not said so yet, is not one that somebody left', async () => {
    const { fetch } = globalThis
    // The token is over at once.
    const body = JSON.stringify({ accessToken: 'token', account: { id: 'ada' }, expiresIn: -1 })
    globalThis.fetch = () => Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } }))
    for (const reason of ['ended', 'left']) {
        localStorage.clear()
        const session = new Session({ channel: new BroadcastChannel(newID()), locks: null })
        await session.signIn('ada@example.edu', 'password')
        if (reason === 'left') localStorage.setItem(LEAVING, 'yes')
        localStorage.removeItem(HERE)
        const status = await session.call('GET', '/v1/me').catch((error) => error.status)
        equal([status, session.state.value.is, session.state.value.reason], [401, 'out', reason])
        session.close()
    }
    globalThis.fetch = fetch
})
