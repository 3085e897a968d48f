// The room of somebody who came back from the campus and is signed in: it goes on, or links the account if that was the wish.

import { apart } from '../events/words.js'
import { effect } from '../platform/signals.js'
import { purpose, wayBack } from './campus.js'

/** @import { MakeRoom } from '../shell/rooms.js' */

/** @type {MakeRoom} */
export function room(_, { call, copy, go, say }) {
    const element = document.createElement('section')
    const [title, question, trouble, link, leave] = [
        document.createElement('h1'),
        document.createElement('p'),
        document.createElement('p'),
        document.createElement('button'),
        document.createElement('button'),
    ]
    title.textContent = 'Sign-on'
    trouble.setAttribute('role', 'alert')
    link.textContent = 'Link them'
    leave.textContent = 'Do not link them'
    element.append(title)
    effect(() => {
        question.textContent = `You are signed in to NoteIt as ${apart(copy.account.value?.email ?? '')}. ` +
            'Do you want to link the campus account with which you signed in just now?'
    })
    /** Asks first: at a shared computer somebody else may come back, into the account of the person who left. */
    function arrive() {
        if (purpose() !== 'link') return go(wayBack(), { replaces: true })
        element.append(question, trouble, link, leave)
        link.focus()
    }
    link.addEventListener('click', async () => {
        link.disabled = true
        try {
            await call('POST', '/v1/me/sign-on/link')
            say('Your campus account is linked.')
            go('/settings#campus', { replaces: true })
        } catch (error) {
            trouble.textContent = error instanceof Error ? error.message : String(error)
            link.disabled = false
        }
    })
    leave.addEventListener('click', () => go('/settings#campus', { replaces: true }))
    // Once the room is there: it goes at once.
    queueMicrotask(arrive)
    return { element, title: () => 'Sign-on', keys: [] }
}
