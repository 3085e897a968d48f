import { clashes, meetingsWords, meetingWords, nextClass } from '../../../../client-web/catalog/meetings.js'
import { namesOf } from '../../../../client-web/catalog/terms.js'
import { codeOf } from '../../../../client-web/events/words.js'
import { equal, test, until } from '../testing.js'
import { answerDialog, COURSE, course, openRoom, press, section, type } from './fake.js'

const term = {
    id: '202530',
    name: 'Fall 2025',
    startsOn: null,
    endsOn: null,
    timeZone: 'America/Los_Angeles',
    current: true,
    holidays: [],
}
const OTHER = '202530.PHYS101'

test('a course that is there in two terms has its term with its code', () => {
    const courses = ['202530.CMPT225', '202610.CMPT225', OTHER].map((id) => course({ id, term: id.slice(0, 6) }))
    const nameOf = namesOf(courses, [term])
    equal(courses.map(({ id }) => nameOf(id)), ['CMPT225 Fall 2025', 'CMPT225 202610', 'PHYS101'])
    equal(nameOf('202510.CMPT225'), 'CMPT225')
})

const summary = {
    id: OTHER,
    term: '202530',
    subject: 'PHYS',
    number: '101',
    title: 'Physics',
    credits: 3,
    attributes: [],
    sections: 2,
    open: true,
    seatsKnown: true,
}
const lecture = section({ id: `${OTHER}.D100`, code: 'D100', capacity: 10, enrolled: 10 })
const lab = section({
    id: `${OTHER}.L1`,
    code: 'L1',
    kind: 'LAB',
    meetings: [{ days: 'F', start: '09:30', end: '10:20', startsOn: null, endsOn: null, place: 'Lab 2' }],
})
const physics = course({ id: OTHER, subject: 'PHYS', number: '101', title: 'Physics', sections: [lecture, lab] })

/** @param {string} method @param {string} path */
const answer = (method, path) => {
    if (path.startsWith('/v1/terms?')) return { items: [term], next: null }
    if (path.includes('/courses?')) return { items: path.includes('nothing') ? [] : [summary], next: null }
    if (path === `/v1/courses/${OTHER}`) return physics
    return { items: [], next: null, method }
}

test('classes clash if they share a day, a time and a part of the term', () => {
    const meeting = (/** @type {string} */ days, /** @type {string} */ start, /** @type {string} */ end, rest = {}) =>
        section({ id: `${days}${start}`, meetings: [{ days, start, end, startsOn: null, endsOn: null, place: '', ...rest }] })
    const one = meeting('TR', '12:30', '14:20', { startsOn: '2026-09-01', endsOn: '2026-10-15' })
    equal(clashes(one, [meeting('R', '14:00', '15:00')]).length, 1)
    equal(clashes(one, [meeting('R', '14:20', '15:00'), meeting('MWF', '12:30', '14:20')]).length, 0)
    equal(clashes(one, [meeting('T', '12:30', '14:20', { startsOn: '2026-10-16' })]).length, 0)
    equal(clashes(one, [one]).length, 0)
    equal(
        meetingWords({ days: 'MWF', start: '09:30', end: '10:20', startsOn: null, endsOn: null, place: 'Hall 1' }),
        'Mon Wed Fri 09:30–10:20, Hall 1',
    )
})

test('meetings are told from Monday on, each once', () => {
    const meeting = { startsOn: null, endsOn: null, place: 'Burnaby' }
    const [tuesday, thursday] = [{ ...meeting, days: 'T', start: '11:30', end: '13:20' }, {
        ...meeting,
        days: 'R',
        start: '11:30',
        end: '12:20',
    }]
    const sunday = { ...meeting, days: 'U', start: '08:00', end: '09:00' }
    equal(
        meetingsWords(section({ meetings: [sunday, thursday, tuesday, thursday] })),
        'Tue 11:30–13:20, Burnaby; Thu 11:30–12:20, Burnaby; Sun 08:00–09:00, Burnaby',
    )
    equal(meetingsWords(section({ meetings: [] })), 'no fixed times')
})

test('the next class runs now, or begins next', () => {
    const places = [{ course: COURSE, section: `${COURSE}.D100`, role: /** @type {const} */ ('student'), since: '' }]
    const term = {
        id: '202530',
        name: 'Fall 2026',
        startsOn: '2026-09-08',
        endsOn: '2026-12-07',
        timeZone: 'America/Los_Angeles',
        current: true,
        holidays: [{ day: '2026-11-24', name: 'Reading break' }],
    }
    const next = (/** @type {string} */ now, where = { terms: [term], zone: 'America/Toronto' }) =>
        nextClass([course()], places, new Date(now), where)?.start.toISOString()
    const unknown = { terms: [], zone: 'America/Toronto' }
    equal(next('2026-11-24T15:00:00Z', unknown), '2026-11-24T17:30:00.000Z')
    equal(next('2026-11-24T18:00:00Z', unknown), '2026-11-24T17:30:00.000Z')
    equal(next('2026-11-24T20:00:00Z', unknown), '2026-11-26T17:30:00.000Z')
    equal(next('2026-11-19T23:00:00Z'), '2026-11-26T20:30:00.000Z', 'not in a break, and in the zone of the term')
    equal(next('2027-01-05T15:00:00Z'), undefined)
    equal(nextClass([course()], [], new Date('2026-11-24T15:00:00Z'), unknown), undefined)
})

test('my courses have their unread counts and sections, and can be left after asking', async () => {
    const { data, texts, button } = await openRoom('/courses', { answer, news: new Map([['event-1', 2]]) })
    // A person knows the term by its name.
    await until(() => texts('.own li')[0]?.includes('Fall 2025'))
    equal(texts('.own li'), ['CMPT225 Data Structures 1 D100 · Fall 2025 Leave'])
    // Out of its row, a button says of what it is.
    equal(button('Leave').ariaLabel, 'Leave CMPT225')
    button('Leave').click()
    await answerDialog('Back')
    button('Leave').click()
    await answerDialog('Leave')
    await until(() => data.said.length > 0)
    equal(data.asked.filter(([method]) => method === 'DELETE').map(([, path]) => path), [`/v1/me/enrollments/${COURSE}.D100`])
})

test('somebody without a course learns what to do', async () => {
    const { texts } = await openRoom('/courses', { answer, courses: [], enrollments: [] })
    equal(texts('.empty'), ['You are in no course yet. Find yours below, and join your sections.'])
})

test('a course is found, its sections show times, seats and clashes, and are joined', async () => {
    const { data, one, all, texts, button } = await openRoom('/courses', { answer })
    press('/')
    type(one('[data-part=q]'), 'phys')
    await until(() => all('.found li').length === 1)
    equal([location.search, texts('.state')], ['?q=phys&term=202530', ['1 course']])
    equal(texts('.found summary'), ['PHYS101 Physics 3 credits · 2 sections · seats free'])
    one('.found summary').click()
    await until(() => all('.sections li').length === 2)
    equal(texts('.sections li'), [
        'D100 LEC Tue Thu 12:30–14:20, Hall 1 full Instructor clashes with your CMPT225 D100',
        'L1 LAB Fri 09:30–10:20, Lab 2 10 of 100 seats free Instructor',
    ])
    button('Join').click()
    await until(() => texts('.found .trouble').some(Boolean))
    equal(texts('.found .trouble').filter(Boolean), ['Choose your sections first, such as the lecture and your lab.'])
    for (const box of all('.sections input')) box.click()
    button('Join').click()
    await until(() => texts('[data-part=joined]').some(Boolean))
    equal(data.asked.filter(([method]) => method === 'POST'), [['POST', '/v1/me/enrollments', {
        sections: [`${OTHER}.D100`, `${OTHER}.L1`],
    }]])
    equal(texts('[data-part=joined]'), ['You are in PHYS101 now.'])
})

test('what the registrar corrected in a course is told with it, with a note and without', async () => {
    const at = '2026-11-20T17:00:00Z'
    for (
        const [note, trees, links] of [
            ['', 'Corrected by the registrar.', 'Which sections go together was corrected by hand.'],
            [
                'See the handbook.',
                'Corrected by the registrar: See the handbook.',
                'Which sections go together was corrected by hand: See the handbook.',
            ],
        ]
    ) {
        const { one, all, texts } = await openRoom('/courses?q=phys', {
            answer: (/** @type {string} */ method, /** @type {string} */ path) => {
                if (path === `/v1/courses/${OTHER}`) return { ...physics, linksCorrected: note }
                if (path !== `/v1/courses/${OTHER}/requirements`) return answer(method, path)
                return { correction: { note, at }, spellings: [{ spelling: 'Breadth-Sci', attribute: 'Breadth-Science' }] }
            },
        })
        await until(() => all('.found li').length === 1)
        one('.found summary').click()
        await until(() => texts('.found [data-part=corrected]').some(Boolean))
        equal(texts('.found [data-part=corrected]'), [`${trees} The registrar reads Breadth-Sci as Breadth-Science.`])
        equal(texts('.found [data-part=linksCorrected]'), [links])
    }
})

/** Opens the course, whose lecture goes with labs. @param {import('../../../../client-web/contract.d.ts').Section[]} labs */
async function openLinked(labs, fields = {}) {
    const linked = section({
        id: `${OTHER}.D200`,
        code: 'D200',
        meetings: [],
        components: [{ kind: 'LAB', sections: labs.map(({ id }) => id) }],
    })
    const opened = await openRoom('/courses?q=phys', {
        ...fields,
        answer: (/** @type {string} */ method, /** @type {string} */ path) =>
            path === `/v1/courses/${OTHER}` ? { ...physics, sections: [linked, ...labs] } : answer(method, path),
    })
    const { one, all, texts, data } = opened
    await until(() => all('.found li').length === 1)
    one('.found summary').click()
    await until(() => all('.sections li').length === 1 + labs.length)
    const box = (/** @type {string} */ code) => /** @type {HTMLInputElement} */ (one(`.sections input[value$=".${code}"]`))
    const posted = () => data.asked.filter(([method]) => method === 'POST').map(([, , body]) => body.sections)
    const trouble = () => texts('.found .trouble').filter(Boolean)
    return { ...opened, box, posted, trouble }
}
const second = { ...lab, id: `${OTHER}.L2`, code: 'L2' }
const [D200, L1, L2] = [`${OTHER}.D200`, lab.id, second.id]

test('a lecture that goes with one of several labs asks for it', async () => {
    const { box, posted, trouble, button, texts, one } = await openLinked([lab, second])
    box('D200').click()
    equal(texts('.linked span'), ['D200 goes with one LAB'])
    const select = /** @type {HTMLSelectElement} */ (one('.linked select'))
    equal(Array.from(select.options, ({ text }) => text), [
        'Choose …',
        'L1 · Fri 09:30–10:20, Lab 2 · 10 of 100 seats free',
        'L2 · Fri 09:30–10:20, Lab 2 · 10 of 100 seats free',
    ])
    button('Join').click()
    await until(() => trouble().length > 0)
    equal(trouble(), ['D200 goes with one LAB. Choose it, or press Join again to join without.'])
    equal([posted(), document.activeElement === select], [[], true])
    type(select, L1)
    type(select, L2)
    equal([box('L1').checked, box('L2').checked], [false, true])
    button('Join').click()
    await until(() => texts('[data-part=joined]').some(Boolean))
    equal(posted(), [[D200, L2]])
    equal([box('D200').checked, box('L2').checked, texts('.linked')], [false, false, []])
})

test('a lecture may be joined without its lab when Join is pressed again', async () => {
    const { box, posted, trouble, button } = await openLinked([lab, second])
    box('D200').click()
    button('Join').click()
    await until(() => trouble().length > 0)
    button('Join').click()
    await until(() => posted().length > 0)
    equal(posted(), [[D200]])
})

test('the only lab of a lecture comes with it and goes with it; one that somebody has is not asked for', async () => {
    const { box, posted, button, close } = await openLinked([lab])
    box('D200').click()
    equal(box('L1').checked, true)
    box('D200').click()
    equal(box('L1').checked, false)
    box('D200').click()
    button('Join').click()
    await until(() => posted().length > 0)
    equal(posted(), [[D200, L1]])
    close()
    const held = await openLinked([lab, second], { enrollments: [{ course: OTHER, section: L1, role: 'student', since: '' }] })
    held.box('D200').click()
    equal(held.texts('.linked'), [])
})

test('sections that are chosen and clash with each other say so', async () => {
    const { box, texts } = await openLinked([lab, second])
    box('L1').click()
    box('L2').click()
    equal(texts('.clash').filter(Boolean), ['clashes with L2, which you chose', 'clashes with L1, which you chose'])
})

test('a search that finds nothing says what to try', async () => {
    const { texts } = await openRoom('/courses?q=nothing', { answer })
    await until(() => texts('.state')[0]?.startsWith('Nothing'))
    equal(texts('.state'), ['Nothing is called “nothing” in this term. Try fewer words, or another term.'])
})

test('where the term has nothing, other terms that have it are one press away', async () => {
    const others = [term, { ...term, id: 'DEMO', name: 'Demo term', current: false }, {
        ...term,
        id: '202510',
        name: 'Spring 2025',
        current: false,
    }]
    const { texts, button, one } = await openRoom('/courses?q=phys', {
        answer: (/** @type {string} */ method, /** @type {string} */ path) => {
            if (path.startsWith('/v1/terms?')) return { items: others, next: null }
            if (path.startsWith('/v1/terms/202510/')) return { items: [summary], next: null }
            return path.includes('/courses?') ? { items: [], next: null } : answer(method, path)
        },
    })
    await until(() => texts('.elsewhere li').length > 0)
    equal(texts('.state'), ['Nothing is called “phys” in this term. Another term has it:'])
    equal(texts('.elsewhere li'), ['1 course in Spring 2025'])
    button('1 course in Spring 2025').click()
    await until(() => texts('.found summary').length === 1)
    equal([location.search, texts('.elsewhere li')], ['?q=phys&term=202510', []])
    equal(document.activeElement === one('[data-part=q]'), true)
})

test('one section can be left, such as for another lab', async () => {
    const { box, button, data, one, texts } = await openLinked([lab, second], {
        enrollments: [D200, L1].map((id) => ({ course: OTHER, section: id, role: 'student', since: '' })),
        courses: [course({ id: OTHER, sections: [lecture, { ...lab, id: L1 }, { ...lecture, id: D200, code: 'D200' }] })],
    })
    equal([box('L1').disabled, box('L2').disabled], [true, false])
    button('Leave', one('.sections li:has([value$=".L1"])')).click()
    await answerDialog('Leave')
    await until(() => data.said.length > 0)
    equal(data.asked.filter(([method]) => method === 'DELETE').map(([, path]) => path), [`/v1/me/enrollments/${L1}`])
    equal([data.said, texts('.sections .trouble').filter(Boolean)], [['You have left L1.'], []])
})

test('leaving the only section says that the course goes; staff of a section do not leave it', async () => {
    const courses = [course({ id: OTHER, sections: [{ ...lab, id: L1 }] })]
    const place = { course: OTHER, section: L1, role: 'student', since: '' }
    const student = await openLinked([lab], { courses, enrollments: [place] })
    student.button('Leave', student.one('.sections li:has([value$=".L1"])')).click()
    await until(() => document.querySelector('dialog:modal'))
    equal(document.querySelector('dialog:modal')?.textContent?.includes(`your only section of ${codeOf(OTHER)}`), true)
    await answerDialog('Back')
    student.close()
    const staff = await openLinked([lab], { courses, enrollments: [{ ...place, role: 'staff' }] })
    equal([staff.box('L1').disabled, staff.one('.sections li:has([value$=".L1"]) [data-part=leave]').hidden], [true, true])
    staff.close()
})

test('without a network, my courses are there and the search says why it is not', async () => {
    const { texts, one } = await openRoom('/courses', {
        answer: () => {
            throw new Error('The server is not reached.')
        },
    })
    type(one('[data-part=q]'), 'phys')
    await until(() => texts('.trouble').some(Boolean))
    equal([texts('.trouble').filter(Boolean), texts('.own .code')], [['The server is not reached.'], ['CMPT225']])
})

test('requests to be let in are listed, and can be taken back', async () => {
    let waiting = [{ section: `${OTHER}.D100`, course: OTHER, since: '2026-11-20T10:00:00Z', staffed: true }]
    const { texts, button, data } = await openRoom('/courses', {
        answer: (/** @type {string} */ method, /** @type {string} */ path) => {
            if (method === 'DELETE') waiting = []
            return path === '/v1/me/enrollments' ? { items: [], next: null, waiting } : answer(method, path)
        },
    })
    await until(() => texts('[data-part=waiting] li').length === 1)
    equal(texts('[data-part=waiting] li'), ['PHYS101, section D100: its staff decide Take it back'])
    button('Take it back').click()
    await until(() => texts('[data-part=waiting] li').length === 0)
    equal(data.asked.filter(([method]) => method === 'DELETE').length, 1)
})
