import { test } from '../testing.js'
import { degrees, PLAN, studying, timetables } from './hostile_plans.js'
import { staysText } from './hostile_world.js'

test('hostile texts stay texts: the study plan', async () => {
    await staysText('/study?day=2026-11-24', studying, '.now.runs')
    await staysText('/study?part=tasks', studying, '.now.runs')
    await staysText('/study?part=settings', studying, '.now.runs')
    await staysText('/study?part=stats', studying, '.topics li')
})

test('hostile texts stay texts: timetables', async () => {
    await staysText('/timetables', timetables, '.cards > li + li .tt-block')
})

test('hostile texts stay texts: why there is no timetable', () =>
    staysText('/timetables', (text) => timetables(text, 'M'), '.exits > li'))

test('hostile texts stay texts: a saved timetable', () =>
    staysText('/timetables?plan=x', (text) => ({ ...timetables(text), drafts: new Map() }), '.pair .tt-line'))

test('hostile texts stay texts: degree plans and the record', async () => {
    await staysText('/degree', degrees, '.dg-plans a')
    await staysText('/degree?part=record', degrees, '.dg-items li')
})

test('hostile texts stay texts: a degree plan and its catalog', () => staysText(`${PLAN}?show=catalog`, degrees, '.dg-list li'))

test('hostile texts stay texts: the audit of a degree', () =>
    staysText(`${PLAN}?show=audit`, degrees, '.dg-requirements li li'))

test('hostile texts stay texts: the path to a degree and what is said of it', async () => {
    await staysText(`${PLAN}?show=path`, degrees, '.dg-because li')
    await staysText(`${PLAN}?show=talk`, degrees, '.dg-comments li')
})
