import { busyBeside, takenIn, weeklyEvents } from '../../../../client-web/timetables/own.js'
import { NONE, searchOf } from '../../../../client-web/timetables/wishes.js'
import { equal, test, throws } from '../testing.js'
import { A, B } from './timetables_made.js'

test('busy times of all kinds are joined, and soft ones keep clear of hard ones', () => {
    const own = [{ title: 'ALGO 1', days: 'MW', start: '09:30', end: '10:20' }, {
        title: 'Choir',
        days: 'M',
        start: '10:10',
        end: '12:00',
    }]
    // Monday 9:00 to 10:00 is busy, Wednesday 10:00 to 11:00 better without.
    const wishes = { ...NONE, busy: [18, 19], soft: [2 * 48 + 20, 2 * 48 + 21] }
    equal(searchOf(wishes, [], own, 10).busy, [
        { days: 'M', start: '09:00', end: '12:00', hard: true },
        { days: 'W', start: '09:30', end: '10:20', hard: true },
        { days: 'W', start: '10:20', end: '11:00', hard: false },
    ])
    equal(searchOf({ ...wishes, ignored: ['Choir'] }, [], own, 10).busy?.[0]?.end, '10:20')
    equal(searchOf({ ...wishes, anew: true }, [], own, 10).busy?.length, 2)
    // A class says where it is, and one next to it elsewhere is a time of its own.
    const at = [{ title: 'BIO 2', days: 'MF', start: '12:00', end: '13:00', place: 'Surrey' }]
    equal(searchOf(NONE, [], [...own, ...at], 10).busy?.at(-1), {
        days: 'MF',
        start: '12:00',
        end: '13:00',
        place: 'Surrey',
        hard: true,
    })
    // Where two overlap, each ends or begins at its own place.
    const elsewhere = [{ title: 'BIO 3', days: 'F', start: '12:30', end: '14:00', place: 'Burnaby' }]
    equal(searchOf(NONE, [], [...at, ...elsewhere], 10).busy, [
        { days: 'MF', start: '12:00', end: '13:00', place: 'Surrey', hard: true },
        { days: 'F', start: '13:00', end: '14:00', place: 'Burnaby', hard: true },
    ])
    // Too many with their places are fewer without.
    const rooms = Array.from({ length: 21 }, (_, index) => ({
        title: 'BIO 4',
        days: 'MTWRFSU'[index % 7] ?? '',
        start: `${9 + 2 * Math.floor(index / 7)}:00`.padStart(5, '0'),
        end: `${10 + 2 * Math.floor(index / 7)}:00`,
        place: `Room ${index}`,
    }))
    equal(searchOf(NONE, [], rooms, 10).busy?.map(({ days, start }) => `${days} ${start}`), [
        'MTWRFSU 09:00',
        'MTWRFSU 11:00',
        'MTWRFSU 13:00',
    ])
    const many = Array.from({ length: 21 }, (_, index) => (index % 7) * 48 + 2 * index)
    throws(() => searchOf({ ...NONE, busy: many }, [], [], 10))
})

test('classes and events of one’s own are busy, but for the courses that are planned', () => {
    const places = [
        { course: A.id, section: '202530.10', role: /** @type {const} */ ('student'), since: '' },
        { course: B.id, section: null, role: /** @type {const} */ ('staff'), since: '' },
    ]
    const taken = takenIn([A, B], places, '202530')
    equal(taken.map(({ section }) => section.crn), ['10'])
    const events = [{ title: 'bio 2 lab', days: 'F', start: '09:00', end: '10:00' }, {
        title: 'Choir',
        days: 'F',
        start: '10:00',
        end: '11:00',
    }]
    equal(busyBeside(taken, events, [B.id]).map(({ title }) => title), ['ALGO 1', 'Choir'])
    equal(busyBeside(taken, events, [A.id]).map(({ title }) => title), ['bio 2 lab', 'Choir'])
})

test('an event counts if it is on three days at one time of the week', () => {
    const block = (/** @type {string} */ title, /** @type {string} */ day, kind = 'fixed') => ({
        ...{ id: title + day, kind: /** @type {any} */ (kind), title, start: `${day}T17:00:00Z`, end: `${day}T18:30:00Z` },
        ...{ task: null, event: null, course: null, pinned: false, done: false, missed: false },
    })
    const term = {
        id: '202530',
        name: '',
        startsOn: '2026-09-01',
        endsOn: '2026-12-20',
        timeZone: 'America/Vancouver',
        current: true,
        holidays: [],
    }
    const weeks = ['2026-09-08', '2026-09-15', '2026-09-22']
    const blocks = [
        ...weeks.map((day) => block('Choir', day)),
        ...weeks.map((day) => block('Class', day, 'class')),
        block('Dentist', '2026-09-09'),
    ]
    equal(weeklyEvents(blocks, term), [{ title: 'Choir', days: 'T', start: '10:00', end: '11:30' }])
})
