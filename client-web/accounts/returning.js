// The room of somebody who came back from the campus and is signed in: it links the account if that was the wish, and goes on.

import { purpose, wayBack } from './campus.js'

/** @import { MakeRoom } from '../shell/rooms.js' */

/** @type {MakeRoom} */
export function room(_, { call, go, say }) {
    const element = document.createElement('section')
    const [title, trouble] = [document.createElement('h1'), document.createElement('p')]
    title.textContent = 'Sign-on'
    trouble.setAttribute('role', 'alert')
    element.append(title, trouble)
    async function arrive() {
        if (purpose() !== 'link') return go(wayBack(), { replaces: true })
        try {
            await call('POST', '/v1/me/sign-on/link')
            say('Your campus account is linked.')
            go('/settings#campus', { replaces: true })
        } catch (error) {
            trouble.textContent = error instanceof Error ? error.message : String(error)
        }
    }
    // Once the room is there: it goes at once.
    queueMicrotask(() => void arrive())
    return { element, title: () => 'Sign-on', keys: [] }
}
