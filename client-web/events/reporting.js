// Reporting a post or a reply to the staff of its course.

import { asked } from '../rooms/asking.js'

/** @import { World } from '../shell/world.js' */

/**
 * Asks for the reason and sends it; the button says that it was done.
 * @param {World} world @param {HTMLElement} button
 * @param {{ title: string, path: string, reply?: string }} what
 */
export async function report({ call, say }, button, { title, path, reply }) {
    const answer = await asked({
        title,
        words: 'The staff of the course read your reason, and your name.',
        action: 'Report',
        field: 'What is wrong with it',
        wrong: (answer) => answer.trim() ? undefined : 'Write the reason first.',
    })
    if (answer === undefined) return
    await call('POST', path, { body: { reason: answer.trim(), ...(reply ? { reply } : {}) } })
    button.textContent = 'Reported'
    say('It is reported.')
}
