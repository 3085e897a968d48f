// A room in which every text is hostile, and what must not come of it.

import { equal, until } from '../testing.js'
import {
    COURSE,
    course,
    entryOf,
    event,
    notification,
    openRoom,
    person,
    personal,
    reply,
    section,
    task,
    wordsIn,
} from './fake.js'
import { ALL, SHAPES } from './hostile_texts.js'
import { faults, skeleton, styled } from './boxes.js'

/** Everything that people write, as one text. @param {string} text */
export function world(text) {
    const author = { ...person('b'), displayName: text, handle: text }
    const own = entryOf({ title: text, body: text })
    return {
        courses: [course({
            title: text,
            description: text,
            prerequisites: text,
            sections: [section({
                code: text,
                kind: text,
                instructors: [text],
                meetings: [{ days: 'TR', start: '12:30', end: '14:20', startsOn: null, endsOn: null, place: text }],
            })],
        })],
        events: [
            event(1, {
                kind: 'question',
                title: text,
                body: text,
                author,
                tags: [text],
                sections: [text],
                due: '2026-11-25T22:00:00Z',
                dueMoves: 1,
                dueHistory: [{ from: null, to: '2026-11-25T22:00:00Z', by: author, at: '2026-11-22T15:00:00Z' }],
                attachments: [{ id: text, name: text, size: 1, mediaType: 'image/png', sha256: '' }],
                mustRead: true,
            }),
            event(0, { id: 'x', title: text, body: text, waiting: { entry: own, state: 'refused', reason: text } }),
        ],
        replies: [
            reply(1, {
                author,
                body: text,
                attachments: [{ id: 'f', name: text, size: 1, mediaType: 'text/plain', sha256: '' }],
            }),
            reply(2, { author, body: text, parent: 'reply-1' }),
            reply(0, { id: 'w', body: text, author, waiting: { entry: own, state: 'refused', reason: text } }),
        ],
        news: new Map([['event-1', 2]]),
        notifications: [
            notification({ event: 'event-1', number: 1, text, kind: 'removed' }),
            notification({ id: 'n2', kind: text, text }),
        ],
        tasks: [task({ title: text, notes: text, deadline: '2026-11-25T20:00:00Z' })],
        personalEvents: [personal({ title: text, location: text })],
        drafts: new Map([[`/c/${COURSE}#new`, text], [`/c/${COURSE}#reply-`, text]]),
        answer: () => {
            throw new Error(text)
        },
        file: () => {
            throw new Error(text)
        },
    }
}

/** @typedef {(text: string) => Parameters<typeof openRoom>[1]} Fields */
/** @typedef {Awaited<ReturnType<typeof openRoom>>} Opened */
/** Does something in a room, and gives what it shows then. @typedef {(opened: Opened, text: string) => Promise<HTMLElement> | HTMLElement} Step */

/** @param {string} address @param {string} text @param {Fields} [fields] @param {string} [row] what is shown last @param {Step[]} [steps] */
export async function shown(address, text, fields = world, row = 'li', steps = []) {
    const opened = await openRoom(address, fields(text))
    const { main, all, close } = opened
    await until(() => main.querySelector('[data-part=room]')?.children.length !== 0)
    for (const details of all('details')) details.setAttribute('open', '')
    await until(() => main.querySelector(row))
    // What the server is asked for has come.
    if (address.startsWith('/staff')) {
        const [, , , room = ''] = address.split(/[/?]/)
        const last = { roster: '[data-part=invitations] li', reports: '[data-part=removed] li' }
        await until(() => main.querySelector(Reflect.get(last, room) ?? '.unseen-names .label'))
        const counts = ['questionsRow', 'reportsRow', 'requestsRow']
        await until(() => counts.every((name) => !main.querySelector(`.counts [data-part=${name}][hidden]`)))
        await until(() => room !== 'notices' || /Reaches/.test(main.querySelector('.reach')?.textContent ?? ''))
        // Counts are asked for when their rows are near.
        await until(() => all('[data-part=seen]').every((node) => (node.scrollIntoView(), node.textContent)))
    }
    await formulas()
    // Files that are no pictures leave nothing behind.
    await until(() => all('img').every((image) => (image.scrollIntoView(), false)))
    let found = steps.length === 0 ? judged(main, text) : ['']
    for (const step of steps) {
        found = together(found, judged(await step(opened, text), text))
        for (const dialog of document.querySelectorAll('dialog')) dialog.close()
        await until(() => !document.querySelector('dialog'))
    }
    close()
    return found
}

/** What an element is made of, and what is wrong with it. @param {HTMLElement} root @param {string} text */
export const judged = (root, text) => [skeleton(root), ...faults(root, text)]

/** @param {string[]} one @param {string[]} other */
const together = ([one, ...wrong], [other, ...more]) => [`${one}${other}`, ...wrong, ...more]

/** The dialog that is open now. */
export async function dialog() {
    await until(() => document.querySelector('dialog:modal'))
    return /** @type {HTMLElement} */ (Array.from(document.querySelectorAll('dialog:modal')).at(-1))
}

/** Presses a button of the dialog that is open, if it has it. @param {string} words */
export function pressInDialog(words) {
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('dialog:modal button'))
    Array.from(buttons).find((button) => button.checkVisibility() && wordsIn(button) === words)?.click()
    return dialog()
}

/** Until the formulas of texts are drawn. */
const formulas = () => import('../../../../client-web/text/formulas/formulas.js')

const counter = { ran: 0 }
Object.assign(globalThis, { ran: () => (counter.ran += 1) })
/** What the policy refused. @type {string[]} */
const refused = []
addEventListener(
    'securitypolicyviolation',
    ({ blockedURI, violatedDirective }) => refused.push(`${violatedDirective} ${blockedURI}`),
)

/** Nothing ran, nothing was asked for but modules, styles and templates, nothing stands beside the page. */
export function nothingHappened() {
    const asked = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) =>
        !/\.(js|css|ico|html)$/.test(name)
    )
    const beside = document.querySelectorAll('body > :not(template, main, script, link)').length
    equal([counter.ran, refused, asked, beside, document.title, location.origin], [0, [], [], 0, document.title, origin])
}

/** A room is judged by its elements, and with styles by its boxes. @param {string} address @param {Fields} [fields] @param {string} [row] */
export const staysText = (address, fields, row) => allStay(ALL, (text) => shown(address, text, fields, row))

/**
 * What its rows and buttons open is judged in the same way.
 * @param {string} address @param {Fields} fields @param {string} row @param {Step[]} steps
 */
export const opensText = (address, fields, row, steps) => allStay(SHAPES, (text) => shown(address, text, fields, row, steps))

/** @param {string[]} texts @param {(text: string) => Promise<string[]>} shown gives what something is made of, and what is wrong with it */
export async function allStay(texts, shown) {
    await styled()
    const [plain] = await shown('plain')
    const wrong = []
    for (const text of texts) {
        const [found, ...more] = await shown(text)
        const faulty = [...new Set(more)]
        if (found !== plain || faulty.length > 0) wrong.push([text, ...(found === plain ? [] : [found, plain]), ...faulty])
    }
    equal(wrong, [])
    nothingHappened()
}
