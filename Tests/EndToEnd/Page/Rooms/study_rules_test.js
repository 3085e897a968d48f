import { changeOf, changeWords, settingsWith } from '../../../../client-web/study/changes.js'
import { hoursIn, hoursText, minutesOfWeek, openOf } from '../../../../client-web/study/windows.js'
import { hoursWords, minutesIn, nowAndNext, repeatWords, studyWords } from '../../../../client-web/study/words.js'
import { equal, test } from '../testing.js'
import { block, studySettings } from './fake.js'

/** @import { StudyChange } from '../../../../client-web/contract.d.ts' */

const CLOCK = { zone: 'America/Toronto', today: '2026-11-24' }
const fault = (/** @type {() => unknown} */ run) => {
    try {
        return run()
    } catch (error) {
        return error instanceof Error ? error.message : error
    }
}

test('lengths and repetitions are told and read as in the terminal', () => {
    equal([0, 5, 60, 65, 150].map(hoursWords), ['0', '5m', '1h', '1h 05m', '2h 30m'])
    equal(
        ['90m', '1h30', '1h 30m', '1.5h', '2 hours', '45', '', 'x', '-5'].map(minutesIn),
        [
            90,
            90,
            90,
            90,
            120,
            45,
            undefined,
            undefined,
            undefined,
        ].map((one) => one ?? null),
    )
    const repeats = [
        'FREQ=DAILY',
        'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=5',
        'FREQ=DAILY;UNTIL=20261219T045959Z',
        'FREQ=MONTHLY;BYDAY=1TU',
    ]
    equal(repeats.map((rule) => repeatWords(rule, CLOCK)), [
        'daily',
        'every 2 weeks on Tue, Thu, 5 times',
        'daily, until Fri 18 Dec',
        'FREQ=MONTHLY;BYDAY=1TU',
    ])
})

test('hours of a day are read as people write them, and drawn', () => {
    equal(hoursText(hoursIn('14-18:30, 9am-12')), '09:00–12:00, 14:00–18:30')
    equal([hoursIn('none'), hoursIn(' '), hoursText(hoursIn('22–24'))], [[], [], '22:00–24:00'])
    equal(['9-8', '9', '9-25', '9-12 11-13'].map((text) => fault(() => hoursIn(text))), [
        '“9-8” must end after it starts.',
        'Could not understand “9”; try 16:00–22:00.',
        'Could not understand “9-25”; try 16:00–22:00.',
        '11:00–13:00 overlaps the hours before it.',
    ])
    equal(minutesOfWeek(studySettings().hours), 33 * 60)
    equal(
        openOf(hoursIn('10-12'), { first: 8, last: 16 }),
        'linear-gradient(transparent 25%, var(--open) 25%, var(--open) 50%, transparent 50%)',
    )
})

test('the smallest change is a button, and is what the settings then say', () => {
    const settings = studySettings({ dailyLimit: 120 })
    const found = (/** @type {Partial<StudyChange> & { setting: StudyChange['setting'] }} */ fields) => {
        const change = changeOf({ day: null, minutes: null, time: null, task: null, ...fields })
        return change && [changeWords(settings, change, CLOCK), settingsWith(settings, change)]
    }
    const longer = found({ setting: 'hours', day: '2026-11-24', minutes: 60 })
    equal(longer?.[0], 'Study until 23:00 on Tuesdays')
    equal(/** @type {any} */ (longer?.[1]).hours.T, [{ start: '09:00', end: '12:00' }, { start: '16:00', end: '23:00' }])
    equal(
        [
            found({ setting: 'hours', day: '2026-12-04', minutes: 135 }),
            found({ setting: 'deadline', time: '2026-11-27T23:00:00Z' }),
            found({ setting: 'dailyLimit', minutes: 165 }),
            found({ setting: 'minimumBlock', minutes: 20 }),
            found({ setting: 'maximumBlock', minutes: 180 }),
            found({ setting: 'hours', day: '2026-11-28', minutes: 90 }),
            found({ setting: 'after', task: 't2' }),
        ].map((one) => one?.[0] ?? 'none'),
        [
            'Study until 24:00 on Fridays',
            'Move the deadline to Fri 27 Nov 18:00',
            'Allow 2h 45m of study a day',
            'Allow blocks as short as 20m',
            'Allow blocks as long as 3h',
            '',
            'none',
        ],
    )
    equal(changeOf(undefined), undefined)
})

test('what is on now is study before anything else, and a missed block is not study', () => {
    const now = new Date('2026-11-24T15:10:00Z')
    const lecture = block({ id: 'c', kind: 'class', title: 'Lecture', end: '2026-11-24T17:00:00Z' })
    const later = block({ id: 'l', start: '2026-11-24T18:00:00Z', end: '2026-11-24T18:40:00Z', done: true })
    const { current, next } = nowAndNext([lecture, block(), { ...later, done: false }], now)
    equal([current?.id, next?.id], ['b1', 'l'])
    equal(nowAndNext([lecture, block({ missed: true })], now).current?.id, 'c')
    equal(studyWords([block(), later, lecture, block({ missed: true })]), '2h 10m of study, 40m done')
})
