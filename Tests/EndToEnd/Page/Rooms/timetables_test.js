import { Signal } from '../../../../client-web/platform/signals.js'
import { savedTimetables } from '../../../../client-web/timetables/saved.js'
import { equal, test, until } from '../testing.js'
import { COURSE, course, openRoom } from './fake.js'
import { PARTS } from './timetables_made.js'

/** @import { ScheduleSearch } from '../../../../client-web/contract.d.ts' */

const TERM = { id: '202530', name: 'Fall', startsOn: null, endsOn: null, timeZone: 'UTC', current: true, holidays: [] }

/** Opens the room with one course. @param {(body: ScheduleSearch) => Promise<void>} [wait] before a search is answered */
async function open(wait = () => Promise.resolve()) {
    const wishes = { term: TERM.id, wishes: { [TERM.id]: { courses: [COURSE] } } }
    const table = {
        cost: 7,
        crns: [1],
        parts: PARTS,
        unrated: [1],
        ungraded: [1],
        alternatives: [],
    }
    const opened = await openRoom('/timetables', {
        drafts: new Map([['kept /timetables wishes', JSON.stringify(wishes)]]),
        answer: async (/** @type {string} */ _method, /** @type {string} */ path, /** @type {any} */ body) => {
            if (path.startsWith('/v1/terms?')) return { items: [TERM], next: null }
            if (path.includes('/courses?')) {
                return { items: [{ ...course(), sections: 2, open: true, seatsKnown: false }], next: null }
            }
            if (path.startsWith('/v1/courses/')) return course()
            if (!path.endsWith('/search')) return { items: [], next: null, blocks: [] }
            await wait(body)
            const counts = {
                rawCombinations: '1',
                feasible: '1',
                feasibleDistinct: '1',
                exact: true,
                optimal: true,
                bound: null,
            }
            return { ...counts, timetables: [table], assumed: { rating: 300, grade: 300 } }
        },
    })
    await until(() => opened.all('.best .cards > li').length === 1)
    return opened
}

test('one’s own classes are saved as the picture of the server', async () => {
    /** @type {string[]} */
    const paths = []
    const { button, texts } = await openRoom('/timetables?plan=mine', {
        file: (/** @type {string} */ path) => new Blob([paths.push(path) ? '<svg/>' : '']),
        answer: (/** @type {string} */ _method, /** @type {string} */ path) =>
            path.startsWith('/v1/courses/') ? course() : { items: path.startsWith('/v1/terms?') ? [TERM] : [], next: null },
    })
    await until(() => document.querySelectorAll('.tt-block').length > 0)
    button('Picture').click()
    await until(() => texts('[data-part=told]').includes('The picture is saved.'))
    equal(paths, [`/v1/terms/${TERM.id}/schedules/picture?title=My+classes&crns=${course().sections[0]?.crn}`])
})

test('a course that goes and comes back has its timetables again', async () => {
    const { all, one, button } = await open()
    one('.chips [data-part=remove]').click()
    await until(() => all('.best .cards > li').length === 0)
    equal(button('Choose courses').checkVisibility(), true)
    const field = /** @type {HTMLInputElement} */ (one('[data-part=find]'))
    field.value = 'cmpt'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await until(() => all('[role=option]').length === 1)
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    await until(() => all('.best .cards > li').length === 1)
    equal(field.value, '')
})

test('wishes that are taken back while they are searched show what was found before', async () => {
    const { data, one, button, texts } = await open((body) => body.daysOff ? new Promise(() => {}) : Promise.resolve())
    button('Fri').click()
    await until(() => data.asked.some(([, , body]) => body?.daysOff === 'F'))
    equal(texts('.best [data-part=state]'), ['Looking for timetables …'])
    button('Fri').click()
    await until(() => one('.best [data-part=state]').textContent === '')
    equal([texts('.best [data-part=count]'), texts('.best .cards h3')], [
        ['1 timetable, 1 with different times'],
        ['Timetable 1 of 1'],
    ])
})

test('instructors, how many of the courses and typed ways are wishes that can be taken back', async () => {
    /** @type {ScheduleSearch[]} */
    const asked = []
    const { one, texts } = await open((body) => Promise.resolve(void asked.push(body)))
    const type = (/** @type {string} */ name, /** @type {string} */ text) => {
        const field = /** @type {HTMLInputElement} */ (one(`.wishes [data-part=${name}]`))
        field.value = text
        field.dispatchEvent(new Event('change', { bubbles: true }))
    }
    type('by', 'Ada Lovelace')
    type('notBy', 'Bob')
    type('from', 'Burnaby')
    type('to', 'Surrey')
    type('minutes', '75')
    one('[data-part=addWay]').click()
    await until(() => asked.at(-1)?.ways)
    const { instructors, excludedInstructors, ways } = asked.at(-1) ?? {}
    equal([instructors, excludedInstructors, ways], [['Ada Lovelace'], ['Bob'], [{
        from: 'Burnaby',
        to: 'Surrey',
        minutes: 75,
    }]])
    equal(texts('.dropped li').map((text) => text.replace(' ✕', '')), [
        '75 minutes from Burnaby to Surrey',
        'taught by Ada Lovelace',
        'not taught by Bob',
    ])
    one('[data-part=byNames] [data-part=drop]').click()
    await until(() => asked.at(-1) && !asked.at(-1)?.instructors)
})

test('whoever signs in while timetables are on their way keeps nothing of them', async () => {
    const theirs = { id: 'theirs', name: 'Of a friend', owner: 'Bob', term: TERM.id, shared: true, courses: [], sections: [] }
    for (const comes of [false, true]) {
        const [account, kept] = [new Signal({ id: 'ada' }), new Set()]
        const call = async (/** @type {string} */ _method, /** @type {string} */ path) => {
            await Promise.resolve()
            if (comes) account.value = { id: 'next' }
            return { body: path.endsWith('theirs') ? theirs : { items: [], next: null } }
        }
        const drafts = { text: () => Promise.resolve(''), keep: (/** @type {string} */ key) => kept.add(key) }
        const planning = { catalog: new Signal(new Map()), isOnline: new Signal(true), know: () => Promise.resolve() }
        const world = { call, drafts, copy: { account }, newID: () => 'new' }
        const saved = savedTimetables(/** @type {any} */ (world), /** @type {any} */ (planning))
        await saved.find('theirs')
        account.value = { id: 'ada' }
        await saved.read()
        equal([...kept].sort(), comes ? [] : ['kept /timetables opened', 'kept /timetables saved'])
    }
})
