import { editedIn, isDone, nextOf } from '../../../../client-web/copy/outbox_order.js'
import { codeIn, splitCode } from '../../../../client-web/degrees/catalog.js'
import { changeWords } from '../../../../client-web/degrees/conflict.js'
import { consequencesOf } from '../../../../client-web/degrees/consequences.js'
import { averagesOf, averageWords, gradeIn, hundredths, meets, tenths, whatIf } from '../../../../client-web/degrees/grades.js'
import { idOfLink } from '../../../../client-web/degrees/home.js'
import {
    mergedItems,
    moved,
    rebased,
    withoutTerm,
    withPath,
    withTerm,
    withThing,
} from '../../../../client-web/degrees/moves.js'
import { later, seasonOf, termName, termOn, termsFrom } from '../../../../client-web/degrees/terms.js'
import { lacksWords, partOfTree, patternWords, verdictWords } from '../../../../client-web/degrees/trees.js'
import { answerWords, targetIn } from '../../../../client-web/degrees/what_if.js'
import { equal, test, throws } from '../testing.js'

/** @import { DegreeAudit, PlanTerm, RecordItem } from '../../../../client-web/contract.d.ts' */
/** @import { Entry } from '../../../../client-web/copy/outbox.js' */

/** @param {...[term: string, ...courses: string[]]} terms @returns {PlanTerm[]} */
const terms = (...terms) => terms.map(([term, ...courses]) => ({ term, courses }))
/** @param {PlanTerm[] | undefined} found */
const short = (found) => found?.map(({ term, courses }) => [term, ...courses].join(' ')) ?? null

test('terms follow each other through the years', () => {
    equal([later('202630', 1), later('202710', -1), later('202710', 6), seasonOf('202720')], [
        '202710',
        '202630',
        '202910',
        'summer',
    ])
    equal([termName('202730'), termName(null)], ['Fall 2027', 'Without a term'])
    equal(['2027-01-01', '2027-04-30', '2027-05-01', '2027-09-01'].map(termOn), ['202710', '202710', '202720', '202730'])
    equal(termsFrom('202630', 4, false), ['202630', '202710', '202730'])
})

test('a course moves between terms, and an edit of what is gone does nothing', () => {
    const plan = terms(['202710', 'A 1', 'A 2'], ['202730', 'B 1'])
    equal(short(moved(plan, 'A 1', '202710', '202730')), ['202710 A 2', '202730 B 1 A 1'])
    equal(short(moved(plan, 'A 1', '202710', '202720')), ['202710 A 2', '202720 A 1', '202730 B 1'])
    equal(short(moved(plan, 'B 1', '202710', '202730')), null)
    equal(short(withThing(plan, 'B 1', '202730')), null)
    equal([short(withTerm(plan, '202730')), short(withoutTerm(plan, '202730'))], [null, null])
    equal(short(withoutTerm(/** @type {PlanTerm[]} */ (withTerm(plan, '202720')), '202720')), ['202710 A 1 A 2', '202730 B 1'])
    const electives = [{ requirement: null, credits: 3 }, { requirement: 'r', credits: 4 }]
    const found = moved([{ term: '202710', courses: [], electives }], 1, '202710', '202730')
    equal(found?.map(({ electives }) => electives), [[electives[0]], [electives[1]]])
    equal(short(withPath(plan, terms(['202730', 'C 1']), '202730')), ['202710 A 1 A 2', '202730 C 1'])
})

test('an edit again on what others made of the plan keeps both, and never places a course twice', () => {
    const base = { terms: terms(['202710', 'A 1', 'A 2'], ['202730', 'B 1']) }
    const mine = { terms: terms(['202710', 'A 2'], ['202730', 'B 1', 'A 1']) }
    const again = (/** @type {PlanTerm[]} */ theirs) => short(rebased(base, mine, { terms: theirs }).terms ?? [])
    equal(again(terms(['202710', 'A 1', 'A 2', 'C 1'], ['202730'])), ['202710 A 2 C 1', '202730 A 1'])
    // Both moved the same course: it stands once, where this edit put it.
    equal(again(terms(['202710', 'A 2'], ['202730', 'B 1'], ['202810', 'A 1'])), ['202710 A 2', '202730 B 1 A 1', '202810'])
    equal(rebased(base, { name: 'Other' }, { name: 'Third' }), { name: 'Other' })
    const problem = (/** @type {string} */ course) => ({ term: '202710', course, kind: /** @type {const} */ ('credits') })
    equal(
        rebased({ accepted: [problem('A 1')] }, { accepted: [] }, { accepted: [problem('A 1'), problem('A 2')] }).accepted,
        [problem('A 2')],
    )
    equal(mergedItems([1, 2], [2, 3], [1, 2, 4]), [2, 4, 3])
    const entry = /** @type {Entry} */ (/** @type {unknown} */ ({ base, body: { ...mine, name: 'Other' } }))
    equal(changeWords([entry]), 'A 1 from Spring 2027 to Fall 2027, the name')
})

test('an edit goes into what waits as it was shown, behind what is sent, and in the place of what was refused', () => {
    const entry = (/** @type {Partial<Entry>} */ fields) => /** @type {Entry} */ ({
        account: 'me',
        kind: 'editPlan',
        id: 'p',
        body: { name: 'A' },
        madeAt: 0,
        state: 'waiting',
        tries: 0,
        version: 'v1',
        order: 1,
        ...fields,
    })
    const { order: _, ...made } = entry({ body: { shared: true }, version: 'v2' })
    equal(editedIn([], made, 7, undefined)?.put.map(({ rev, on }) => [rev, on ?? null]), [[7, null]])
    // Another tab wrote meanwhile: nothing is overwritten.
    equal(editedIn([entry({})], made, 7, undefined) ?? null, null)
    equal(editedIn([entry({})], made, 7, 'v0') ?? null, null)
    equal(editedIn([], made, 7, 'v1') ?? null, null)
    equal(editedIn([entry({ rev: 7 })], made, 7, 'v1')?.put.map(({ body, rev, order }) => [body, rev, order]), [
        [{ name: 'A', shared: true }, 7, 1],
    ])
    for (const state of /** @type {const} */ (['sending', 'waiting'])) {
        const found = editedIn([entry({ state, tries: 1 })], made, 7, 'v1')
        equal(found?.put.map(({ body, rev, on }) => [body, rev, on]), [[{ shared: true }, 7, 1]])
    }
    const refused = editedIn([entry({ state: 'refused' }), entry({ order: 2, version: 'v9' })], made, 8, 'v9')
    equal([refused?.put.map(({ body, rev }) => [body, rev]), refused?.drop], [[[{ shared: true }, 8]], [1, 2]])
    const next = nextOf([entry({ on: 1, order: 2 }), entry({ order: 3 })], 1, 9)
    equal(next.map((entry) => [entry.order, entry.rev, 'on' in entry]), [[2, 9, false]])
    const plan = { terms: [{ term: '202710', courses: ['A 1'] }], name: 'x' }
    equal(isDone(entry({ body: { terms: [{ term: '202710', courses: ['A 1'], electives: [] }] } }), plan), true)
    equal(isDone(entry({ body: { name: 'y' } }), plan), false)
})

/** @param {number} number @param {string | null} grade @param {string | null} [term] @param {Partial<RecordItem>} [fields] @returns {RecordItem} */
const item = (number, grade, term = '202530', fields = {}) => ({
    course: `CMPT ${number}`,
    term,
    credits: 3,
    grade,
    kind: 'taken',
    inProgress: false,
    ...fields,
})
/** @param {{ credits: number | null }} item */
const credits = ({ credits }) => credits ?? 3

test('averages are the terminal’s', () => {
    const all = (/** @type {RecordItem[]} */ items, /** @type {'4.33' | '4.0'} */ scale = '4.33') =>
        averagesOf(items, scale, credits)
    const first = all([
        item(1, 'A', '202530', { credits: 4 }),
        item(2, 'C', '202530', { credits: 1.5 }),
        item(3, 'F', '202610'),
    ])
    equal([...first.terms].map(([term, average]) => [term, hundredths(average)]), [['202530', 345], ['202610', 0]])
    equal([hundredths(first.all), first.all.halves], [224, 17])
    equal(hundredths(all([item(1, 'A'), item(2, 'A-')]).all), 384)
    const other = [item(1, 'F', null, { kind: 'transfer' }), item(4, 'F', '202610', { inProgress: true }), item(5, null)]
    equal(hundredths(all([...other, item(6, 'A')]).all), 400)
    equal(averageWords(all(other).all), 'no grade that counts yet')
    const twice = all([item(1, 'D'), item(1, 'B', '202610'), item(2, 'A')])
    equal([hundredths(twice.all), twice.all.halves], [350, 12])
    equal(hundredths(all([item(1, 'B'), item(1, 'F', '202610')]).all), 300)
    const percents = all([item(1, '72%'), item(2, '85%', '202530', { credits: 1.5 }), item(3, 'A')]).all
    equal([tenths(percents), percents.percentHalves, averageWords(percents)], [
        763,
        9,
        'GPA 4.00 over 3 credits, average 76.3% over 4.5 credits',
    ])
    equal([hundredths(all([item(1, 'A+')]).all), hundredths(all([item(1, 'A+')], '4.0').all)], [433, 400])
})

test('what grades would do, and which ones a target needs', () => {
    const record = [item(1, 'B'), item(2, null, '202610', { inProgress: true })]
    const ask = (/** @type {Parameters<typeof whatIf>[1]} */ guesses, /** @type {string} */ target) => {
        const found = whatIf(record, guesses, targetIn(target), '4.33', credits)
        return [hundredths(found.after), found.needed ?? null, answerWords(found, targetIn(target))]
    }
    equal(ask([{ course: 'CMPT 2', grade: 'A' }], ''), [350, null, ''])
    equal(ask([{ course: 'CMPT 2', grade: null }], '3.5'), [300, 400, 'For a GPA of 3.50: an average of 4.00 over 3 credits.'])
    equal(ask([{ course: 'CMPT 2', grade: null }], '3.9'), [
        300,
        480,
        'For a GPA of 3.90: out of reach. The best grades over 3 credits give 3.67.',
    ])
    equal(ask([{ course: 'CMPT 2', grade: null }], '1'), [300, 0, 'For a GPA of 1.00: any grades over 3 credits will do.'])
    throws(() => targetIn('five'))
    equal([gradeIn('83'), gradeIn(' b+'), gradeIn('p')], ['83%', 'B+', 'P'])
})

test('what grades would change in a plan', () => {
    const row = (/** @type {string} */ status, /** @type {number} */ has) => /** @type {any} */ ({
        id: 'core',
        name: 'Core',
        status,
        has,
        needs: 2,
        courses: [],
    })
    const problem = (/** @type {string} */ course, fields = {}) => ({
        term: '202610',
        course,
        kind: 'prerequisite',
        detail: 'It needs CMPT 1 with C- or better.',
        accepted: false,
        unsure: false,
        ...fields,
    })
    /** @param {string} status @param {number} has @param {any[]} problems @returns {any} */
    const standing = (status, has, ...problems) => ({ audit: { requirements: [row(status, has)] }, check: { problems } })
    const rules = /** @type {any} */ ({ requirements: [{ id: 'core', courses: 2, from: [] }] })
    equal(
        consequencesOf(
            standing('planned', 2),
            standing('missing', 1, problem('CMPT 2'), problem('CMPT 3', { accepted: true })),
            rules,
        ),
        [
            { words: 'Core: 2 → 1 of 2 courses, planned → missing', isWorse: true },
            { words: 'Spring 2026, CMPT 2: It needs CMPT 1 with C- or better.', isWorse: true },
        ],
    )
    equal(consequencesOf(standing('missing', 1, problem('CMPT 2')), standing('missing', 2), undefined), [
        { words: 'Core: 1 → 2 of 2, missing', isWorse: false },
        { words: 'No longer: Spring 2026, CMPT 2: It needs CMPT 1 with C- or better.', isWorse: false },
    ])
    const none = { ...standing('done', 2), audit: undefined }
    equal(consequencesOf(none, none, undefined), [])
    const alike = standing('done', 2, problem('CMPT 2'), problem('CMPT 2', { kind: 'corequisite' }))
    equal(consequencesOf(standing('done', 2), alike, undefined), [
        { words: 'Spring 2026, CMPT 2: It needs CMPT 1 with C- or better.', isWorse: true },
    ])
})

test('a grade counts only against a minimum of its own kind', () => {
    const passes = (/** @type {string | null} */ grade, /** @type {string} */ minimum = '', fields = {}) =>
        meets(item(1, grade, null, fields), minimum)
    equal([passes('D-'), passes('F'), passes('49%'), passes('50%'), passes('P'), passes('W')], [
        true,
        false,
        false,
        true,
        true,
        false,
    ])
    equal([passes('C', 'C-'), passes('D+', 'C-'), passes('72%', 'C-'), passes('P', 'C-')], [true, false, false, false])
    equal([passes(null, 'C-'), passes(null, 'C-', { kind: 'transfer' }), passes(null, 'C-', { inProgress: true })], [
        false,
        true,
        true,
    ])
})

test('a tree shows what one has of it, and what is unknown is open', () => {
    const has = (/** @type {string} */ code) =>
        code === 'A 1' ? /** @type {const} */ ('done') : code === 'A 2' ? /** @type {const} */ ('planned') : undefined
    const tree = (/** @type {any} */ tree) => {
        const found = partOfTree(tree, has)
        return [found.words, found.has ?? null, found.parts.map(({ has }) => has ?? null)]
    }
    equal(tree({ all: [{ course: 'A 1' }, { course: 'A 2' }] }), ['All of', 'planned', ['done', 'planned']])
    equal(tree({ any: [{ course: 'A 1' }, { course: 'A 3' }] }), ['One of', 'done', ['done', null]])
    equal(tree({ atLeast: 2, of: [{ course: 'A 1' }, { course: 'A 2' }, { course: 'A 3' }] }), ['2 of', 'planned', [
        'done',
        'planned',
        null,
    ]])
    equal(tree({ all: [] }), ['nothing', 'done', []])
    equal(tree({ all: [{ course: 'A 1', minimumGrade: 'C-', concurrent: true }] }), [
        'A 1 with C- or better (may be taken at the same time)',
        'done',
        [],
    ])
    equal(
        [{ credits: 30, subject: 'CMPT' }, { level: 3 }, { permission: true }, { unknown: 'x' }, { highSchool: 'Physics 12' }]
            .map((leaf) => tree(leaf).slice(0, 2)),
        [
            ['30 credits in any CMPT course', null],
            ['third-year standing (60 credits)', null],
            ['permission of the instructor or the department', null],
            ['“x” (ask the department)', null],
            ['Physics 12 of secondary school', null],
        ],
    )
})

test('patterns, what lacks, and verdicts are told as in the terminal', () => {
    equal(
        [
            { subject: 'CMPT', from: 300, to: 499, except: [{ course: 'CMPT 320' }] },
            { subject: 'CMPT', from: 300 },
            { attribute: 'Writing' },
            { any: true },
            { to: 199 },
        ].map(patternWords),
        [
            'CMPT 300-499 except CMPT 320',
            'CMPT 300 or above',
            'courses with the attribute Writing',
            'any course',
            'courses numbered up to 199',
        ],
    )
    /** @type {any} */
    const row = { id: 'r', name: 'R', status: 'missing', needs: 3, has: 1, courses: [{ course: 'A 1', status: 'done' }] }
    const from = [{ course: 'A 1' }, { course: 'A 2' }, { attribute: 'Writing' }]
    equal(
        lacksWords(row, /** @type {any} */ ({ id: 'r', courses: 3, from, minimumGrade: 'C' })),
        '2 more courses: A 2; courses with the attribute Writing with C or better',
    )
    // Before the rule is known, it is not known either what is counted.
    equal(lacksWords(row, undefined), '2 more')
    const audit = (/** @type {boolean} */ satisfied, /** @type {any[]} */ requirements) =>
        verdictWords(/** @type {DegreeAudit} */ (/** @type {unknown} */ ({ satisfied, requirements })))
    equal([audit(false, [row]), audit(false, []), audit(true, [])], [
        '1 requirement missing',
        'Not enough credits in all',
        'Complete',
    ])
    const planned = {
        ...row,
        status: 'planned',
        courses: [{ course: 'A 1', status: 'inProgress' }, { course: 'A 2', status: 'planned' }],
    }
    equal(audit(true, [planned]), 'Complete once 1 course in progress and 1 planned one are passed')
})

test('codes and links are read as people write them', () => {
    equal(['cmpt225', 'CMPT-225', ' cmpt 105w ', 'x', '225', ''].map(codeIn), ['CMPT 225', 'CMPT 225', 'CMPT 105W', '', '', ''])
    equal(['CMPT 225', 'CMPT 105W', 'ART X99'].map((code) => splitCode(code).number ?? null), [225, 105, null])
    const id = '01a21713-fe60-775e-881a-252bfc00d849'
    equal([`${location.origin}/degree/${id}`, id, `https://example.org/degree/${id}`, 'x'].map(idOfLink), [id, id, '', ''])
})
