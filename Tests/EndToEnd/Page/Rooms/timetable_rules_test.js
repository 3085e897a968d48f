import { toldOf, warningsOf } from '../../../../client-web/timetables/adopting.js'
import { changeWords, newIn, wholeWords } from '../../../../client-web/timetables/differences.js'
import { plannedTerm } from '../../../../client-web/timetables/planning.js'
import { partOf, sentencesOf, waysOut } from '../../../../client-web/timetables/reasons.js'
import { idOfLink } from '../../../../client-web/timetables/saved.js'
import { optionsFor, swapped } from '../../../../client-web/timetables/swaps.js'
import { blocksOf, factsOf, freeOf, grouped, spanWords, timesOf, walksOf } from '../../../../client-web/timetables/week.js'
import { countOf, NONE, searchOf, settled, wishesOf } from '../../../../client-web/timetables/wishes.js'
import { equal, test } from '../testing.js'
import { course, section } from './made.js'
import { A, B, made, meeting, take } from './timetables_made.js'

test('facts of a week are those of the terminal', () => {
    const entries = [...take(A, 0, 1), ...take(B, 0)]
    const { days, first, last, idle, credits, seats } = factsOf(entries)
    equal([days, first, last, idle, credits, seats], ['MTW', '09:30', '11:20', 20, '6', { free: 10, words: 'ALGO 1 D1' }])
    equal([spanWords(0), spanWords(45), spanWords(120), spanWords(65)], ['0', '45m', '2h', '1h 05m'])
    equal(['1', '1234', '12345678901234567890'].map(grouped), ['1', '1,234', '12,345,678,901,234,567,890'])
})

test('credits of courses are summed, of a range its ends, and unknown where one is', () => {
    /** @param {...(number | string | null)} credits */
    const summed = (...credits) =>
        factsOf(credits.flatMap((each, index) => take({ ...index ? B : A, credits: each }, 0))).credits
    equal([summed(3, 4), summed(3, '1-6'), summed('1-9', '1.5'), summed(3, null), summed('by arrangement', 3)], [
        '7',
        '4–9',
        '2.5–10.5',
        '',
        '',
    ])
    equal(factsOf([]).credits, '')
})

test('times are listed once, with their dates where they are not of all weeks', () => {
    const twice = section({
        meetings: [meeting('T 11:30-12:20'), { ...meeting('M 09:30-10:20'), kind: 'LAB' }, meeting('T 11:30-12:20')],
    })
    equal(timesOf(twice), 'Mon 09:30–10:20 LAB, Tue 11:30–12:20')
    const once = section({ meetings: [{ ...meeting('S 09:00-12:00'), startsOn: '2026-09-12', endsOn: '2026-09-12' }] })
    equal(timesOf(once, ['2026-09-01', '2026-12-20']), 'Sat 09:00–12:00 (12 Sep)')
    const half = section({ meetings: [{ ...meeting('M 09:00-12:00'), endsOn: '2026-10-20' }] })
    equal(
        timesOf(half, ['2026-09-01', '2026-12-20']),
        'Mon 09:00–12:00 (1 Sep to 20 Oct)'.replace('1 Sep', '7 Sep').replace('20 Oct', '19 Oct'),
    )
    equal(timesOf(section({ meetings: [] })), 'no fixed time')
})

test('the dates of a class are counted once for all timetables that have it', () => {
    let counted = 0
    const one = section({
        meetings: [
            /** @type {any} */ ({
                ...section().meetings[0],
                get startsOn() {
                    counted += 1
                    return '2026-09-01'
                },
                endsOn: '2026-12-04',
            }),
        ],
    })
    const words = timesOf(one, ['2026-09-01', '2026-12-20'])
    const first = counted
    equal([timesOf(one, ['2026-09-01', '2026-12-20']) === words, first > 0, counted === first], [true, true, true])
    timesOf(one, ['2026-09-01', '2027-04-20'])
    equal(counted > first, true)
})

test('classes that overlap stand side by side, and ways between buildings have their minutes', () => {
    const blocks = blocksOf([...take(A, 0, 1), ...take(B, 0, 1)])
    equal(blocks.map(({ day, from, lane, lanes, entry }) => [day, from, lane, lanes, entry.section.code]), [
        [0, 570, 0, 1, 'D1'],
        [0, 630, 0, 1, 'D1'],
        [1, 600, 0, 2, 'D11'],
        [1, 630, 1, 2, 'D2'],
        [2, 570, 0, 1, 'D1'],
        [2, 630, 0, 1, 'D1'],
    ])
    equal(walksOf(blocks), [
        { day: 0, at: 620, minutes: 10, from: 'Hall 1', to: 'Shed 5' },
        { day: 2, at: 620, minutes: 10, from: 'Hall 1', to: 'Shed 5' },
    ])
    equal(freeOf(blocks, [9, 12])[1], { day: 1, free: [[540, 600], [680, 720]] })
    equal(freeOf([], [9, 12])[0], { day: 0, free: [[540, 720]] })
})

test('what differs is told as in the terminal', () => {
    const [one, other] = [[...take(A, 0, 1), ...take(B, 0)], [...take(A, 0, 2)]]
    equal(wholeWords(one), 'ALGO 1 D1+D11 Instructor D1, Instructor D11; BIO 2 D1 Instructor D1')
    equal(
        changeWords(other, one),
        'ALGO 1 D12 Thu 10:00–11:00 for D11, Instructor D1, Instructor D12 for Instructor D1, Instructor D11; no BIO 2',
    )
    equal([changeWords(one, one), [...newIn(other, one)], [...newIn(one, undefined)]], ['', ['202530.12'], []])
})

test('wishes that were kept are read again, and nothing else', () => {
    const wishes = { ...NONE, courses: ['202530.ALGO1'], busy: [20], better: 'gaps', off: 'F' }
    equal(wishesOf(JSON.stringify(wishes)), wishes)
    for (
        const text of [
            '',
            '{',
            'null',
            '[]',
            '{"courses":"x","busy":["y"],"better":"toString","off":7,"ways":[null]}',
            '{"__proto__":{"off":"M"}}',
        ]
    ) {
        equal(wishesOf(text), NONE, text)
    }
})

test('a request has what the terminal sends where nothing is wished', () => {
    const { weights, unknown, limit, busy, pinned, openOnly } = searchOf({ ...NONE, courses: [A.id] }, [A], [], 10)
    equal([weights, unknown, limit, busy, pinned, openOnly], [
        {
            gap: 50,
            day: 3000,
            preferred: 10,
            walking: 0,
            rating: 1,
            grade: 1,
            busy: 50,
            dayAvoided: 5000,
            untimed: 200000,
            full: 200000,
            campus: 100000,
        },
        'median',
        10,
        [],
        [],
        false,
    ])
})

test('a lock takes the place of others of its kind, and a section is free again', () => {
    const locked = settled(settled({ ...NONE, leftOut: [12] }, A, '11', 'locked'), A, '12', 'locked')
    equal([locked.locked, locked.leftOut], [[12], []])
    equal(settled(settled(NONE, A, '10', 'locked'), A, '12', 'locked').locked, [10, 12])
    equal(settled(locked, A, '12', 'free').locked, [])
    equal(settled(locked, A, '12', 'leftOut'), { ...NONE, leftOut: [12] })
})

test('reasons are sentences, and each way out changes the wishes that it names', () => {
    const own = [{ title: 'Choir', days: 'T', start: '10:00', end: '11:00' }]
    const words = (/** @type {string} */ text) => partOf(text, [A, B], own).words
    equal(
        [
            'course ALGO 1',
            'day off R',
            'busy TR 09:00-12:00',
            'no class before 09:30',
            'free seats',
            'pinned 10 or 11',
            'excluded 12',
            'taught in person',
            'other',
        ]
            .map(words),
        [
            ...[
                'ALGO 1',
                'Thursday off',
                'busy Tue Thu 09:00–12:00 (Choir)',
                'no class before 09:30',
                'only sections with a free seat',
            ],
            ...['the lock on ALGO 1 D1 or ALGO 1 D11', 'leaving out ALGO 1 D12', 'no sections that are taught online', 'other'],
        ],
    )
    const wishes = { ...NONE, courses: [A.id, B.id], off: 'RF', busy: [48 + 18, 4 * 48 + 20], locked: [10], earliest: '09:30' }
    const drop = [
        'course BIO 2',
        'day off R',
        'busy TR 09:00-12:00',
        'no class before 09:30',
        'pinned 10',
        'time between classes (Hall to Shed 60 minutes)',
    ]
    const conflicts = {
        minimal: [['course ALGO 1', 'day off R'], ['course BIO 2']],
        maxCourses: 1,
        maxCourseSets: [['ALGO 1']],
        relaxations: [{ drop, timetables: '40' }, { drop: ['something new'], timetables: '1' }],
        otherRelaxations: 0,
        complete: true,
    }
    equal(sentencesOf(conflicts, [A, B], own), {
        reasons: [
            'ALGO 1 and Thursday off do not fit together.',
            'BIO 2 has no timetable of its own: no section fits, or its parts clash.',
        ],
        most: 'At most 1 of the courses fit together with all wishes: ALGO 1.',
        more: '',
    })
    const [way, unknown] = waysOut(conflicts, [A, B], own)
    equal(way?.apply?.(wishes), {
        ...{ ...NONE, courses: [A.id], off: 'F', busy: [4 * 48 + 20], ignored: ['Choir'] },
        ways: [{ from: 'Hall', to: 'Shed', minutes: 0 }],
    })
    equal([way?.words, unknown?.action, unknown?.apply], ['40', 'Give up something new', undefined])
})

test('some of the courses, instructors and ways are asked for, and can be given up', () => {
    const wishes = { ...NONE, courses: [A.id, B.id], pick: '1', by: ['Ada'], notBy: ['Bob'] }
    const { courses, anyOf, instructors, excludedInstructors } = searchOf(wishes, [A, B], [], 10)
    equal([courses, anyOf, instructors, excludedInstructors], [[], [{ pick: 1, courses: [A.id, B.id] }], ['Ada'], ['Bob']])
    const locked = searchOf({ ...wishes, locked: [10] }, [A, B], [], 10)
    equal([locked.courses, locked.anyOf ?? null, countOf(locked)], [[A.id], null, 1], 'a course with a lock is one of them')
    for (const pick of ['', '2', '0', 'x']) equal(searchOf({ ...wishes, pick }, [A, B], [], 10).courses, [A.id, B.id])
    const [by, notBy] = ['instructor Ada', 'not instructor Bob'].map((text) => partOf(text, [A, B], []))
    equal([by?.words, by?.give?.(wishes).by, notBy?.words, notBy?.give?.(wishes).notBy], [
        'taught by Ada',
        [],
        'not taught by Bob',
        [],
    ])
})

test('a class has the other times of its kind, and its parts follow their lecture', () => {
    const C = made(
        'CHEM 3',
        'D1 LEC: M 09:30-10:20',
        'D11 LAB: T 09:00-10:00',
        'D2 LEC: F 09:30-10:20',
        'D21 LAB: T 10:00-11:00',
        'D22 LAB: T 12:00-13:00',
    )
    const [first, , second] = C.sections
    if (first && second) {
        first.components = [{ kind: 'LAB', sections: ['202530.31'] }]
        second.components = [{ kind: 'LAB', sections: ['202530.33', '202530.34'] }]
    }
    const entries = [...take(A, 0, 1), ...take(C, 0, 1)]
    const [lecture, lab] = take(C, 0, 1)
    if (!lecture || !lab || !second) throw new Error('not made')
    equal(optionsFor(lecture, entries).map(({ section, clash }) => [section.code, clash]), [['D2', '']])
    equal(optionsFor(lab, entries).length, 0)
    // D21 clashes with ALGO 1.
    equal(swapped(lecture, second, entries).map(({ section }) => section.crn), ['10', '11', '32', '34'])
    const [algo] = take(A, 1)
    if (algo) {
        equal(optionsFor(algo, [...take(A, 0, 1), ...take(B, 1)]).map(({ section, clash }) => [section.code, clash]), [[
            'D12',
            '',
        ]])
    }
    const [bio] = take(B, 0)
    if (bio) {
        equal(optionsFor(bio, [...take(A, 0, 1), bio]).map(({ section, clash }) => [section.code, clash]), [[
            'D2',
            'ALGO 1 D11',
        ], ['D3', '']])
    }
})

test('joining warns as the terminal does, and tells what became of it', () => {
    const full = course({ ...B, sections: B.sections.map((one) => ({ ...one, enrolled: 100 })) })
    equal(warningsOf([...take(A, 0, 1), ...take(full, 1)], take(A, 2), []), [
        'BIO 2 D2 is full by the registrar’s count: 100 of 100.',
        'ALGO 1 D11 and BIO 2 D2 clash: they meet at the same time.',
        'You stay in ALGO 1 D12 as well.',
    ])
    equal(warningsOf(take(B, 1), take(A, 1), []), ['You are in ALGO 1 D11, which clashes with BIO 2 D2.'])
    equal(warningsOf(take(B, 1), take(A, 1), take(A, 1)), [])
    const waiting = [{ section: '202530.21', course: B.id, since: '', staffed: true }]
    equal(
        toldOf([...take(A, 0), ...take(B, 1)], take(B, 0), [], waiting),
        'Joined 1 section. Left BIO 2 D1. You have asked to be let into BIO 2 D2; the staff decide.',
    )
})

test('the term is the current one, or the next once half of it is over', () => {
    const term = (/** @type {string} */ id, /** @type {string} */ startsOn, /** @type {string} */ endsOn, current = false) => ({
        ...{ id, name: id, startsOn, endsOn, timeZone: 'UTC', current, holidays: [] },
    })
    const terms = [
        term('c', '2027-01-05', '2027-04-10'),
        term('b', '2026-09-01', '2026-12-20', true),
        term('a', '2026-05-01', '2026-08-10'),
    ]
    equal(['2026-09-20', '2026-11-20'].map((day) => plannedTerm(terms, new Date(day))?.id), ['b', 'c'])
    equal([plannedTerm(terms.slice(1), new Date('2026-11-20'))?.id, plannedTerm([], new Date())?.id], ['b', undefined])
})

test('a link is one of this server, of the page or of the terminal', () => {
    const id = '0b0c1d2e-1111-4222-8333-444455556666'
    equal([`${location.origin}/timetables?plan=${id}`, `${location.origin}/v1/me/schedules/${id}`, ` ${id} `].map(idOfLink), [
        id,
        id,
        id,
    ])
    equal([`https://elsewhere.test/timetables?plan=${id}`, 'x', '', `${location.origin}/timetables`].map(idOfLink), [
        '',
        '',
        '',
        '',
    ])
})
