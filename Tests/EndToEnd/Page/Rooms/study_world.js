// A day of study, and the dialog that is open.

import { block, COURSE, studySettings, task, wordsIn } from './fake.js'

/** A day of study, in Toronto at 10:00. */
export const DAY = {
    studySettings: studySettings(),
    tasks: [task({ minutes: 180, minutesDone: 30, deadline: '2026-11-27T22:00:00Z', course: COURSE })],
    studyPlan: {
        blocks: [
            block({ course: COURSE }),
            block({
                id: 'r',
                kind: 'break',
                title: '',
                task: null,
                start: '2026-11-24T16:30:00Z',
                end: '2026-11-24T16:35:00Z',
            }),
            block({
                id: 'c',
                kind: 'class',
                title: 'CMPT 225 LEC',
                task: null,
                start: '2026-11-24T17:30:00Z',
                end: '2026-11-24T19:20:00Z',
            }),
            block({ id: 'b2', start: '2026-11-25T21:00:00Z', end: '2026-11-25T22:00:00Z', pinned: true }),
        ],
        unplaced: [],
        objective: [],
        optimal: true,
    },
}

/** A button of the dialog. @param {string} words */
export function inDialog(words) {
    const found = Array.from(document.querySelectorAll('dialog:modal button')).find((button) => wordsIn(button) === words)
    if (!(found instanceof HTMLElement)) throw new Error(`the dialog has no ${words}`)
    return found
}

/** A field of the dialog. @param {string} name */
export const fieldOf = (name) => document.querySelector(`dialog [name=${name}]`) ?? undefined
