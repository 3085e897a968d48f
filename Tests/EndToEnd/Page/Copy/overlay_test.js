// Events of one's own that wait, beside what came of them: the server gives each another id.

import { personalWith } from '../../../../client-web/copy/overlay.js'
import { equal, test } from '../testing.js'

const swim = {
    title: 'Swim',
    location: '',
    start: '2026-11-24T14:00:00.000Z',
    end: '2026-11-24T15:00:00.000Z',
    allDay: false,
    rule: null,
}
let entries = 0

/** @param {object} [fields] @returns {any} */
const made = (fields = {}) => {
    entries += 1
    return {
        order: entries,
        id: `e${entries}`,
        kind: 'personal',
        state: 'waiting',
        body: { ...swim, file: '' },
        known: [],
        madeAt: 0,
        ...fields,
    }
}
/** What the server made of it. @param {string} id @returns {any} */
const come = (id) => ({ ...swim, id, start: '2026-11-24T14:00:00Z', calendar: 'personal', series: null })

/** @param {any[]} rows @param {any[]} entries */
const shown = (rows, entries) => personalWith(rows, entries).map(({ id }) => id)

test('an event of one’s own stands once from its making to its answer, whatever its entry is doing', () => {
    for (const state of ['keeping', 'waiting', 'sending']) {
        const entry = made({ state, tries: 1 })
        equal(shown([], [entry]), [entry.id], `${state}, before it has come`)
        equal(shown([come('s')], [entry]), ['s'], `${state}, once it has come`)
    }
    // What was refused has not come.
    const entry = made({ state: 'refused' })
    equal(shown([come('s')], [entry]), ['s', entry.id])
})

test('an event that was there before and looks the same hides nothing', () => {
    for (const state of ['waiting', 'sending']) {
        const entry = made({ state, known: ['old'] })
        equal(shown([come('old')], [entry]), ['old', entry.id])
        equal(shown([come('old'), come('s')], [entry]), ['old', 's'])
    }
})

test('two events that look the same stand twice, however many have come', () => {
    const all = [made(), made()]
    equal(shown([], all), all.map(({ id }) => id))
    equal(shown([come('s')], all), ['s', all[1].id])
    equal(shown([come('s'), come('t')], all), ['s', 't'])
})
