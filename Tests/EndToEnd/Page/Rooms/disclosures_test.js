// What somebody has opened stays as it is while the copy changes: its nodes, its ticks and the focus.

import { equal, test, until } from '../testing.js'
import { COURSE, course, event, openRoom, person } from './fake.js'
import { answers, D100, D200, open, ROOM, SINCE, staffOf } from './staff_world.js'

/** Sections of the course, each another object, as a change of their seats makes them. @param {any} data */
function moveSeats(data) {
    data.courses.value = data.courses.value.map((/** @type {any} */ one) => ({
        ...one,
        sections: one.sections.map((/** @type {any} */ section) => ({ ...section, enrolled: 7 })),
    }))
}

test('who has not seen a notice stays open, and each name in its place, while others go', async () => {
    const people = (/** @type {string[]} */ ...ids) => ids.map((id) => person(id))
    const { data, one, all, texts, close } = await open(`/c/${COURSE}/1`, {
        events: [event(1, { kind: 'notice', mustRead: true })],
        answer: answers({ '/receipts': { seen: 0, people: 2 }, '/unseen': people('a', 'b'), '/roster': [] }),
    })
    await until(() => all('.unseen-names').length === 1)
    one('.unseen-names summary').focus()
    one('.unseen-names summary').click()
    await until(() => all('.unseen-names li li').length === 2)
    const [names, second] = [all('.unseen-names')[0], all('.unseen-names li li')[1]]
    data.answer = answers({ '/receipts': { seen: 1, people: 2 }, '/unseen': people('b'), '/roster': [] })
    moveSeats(data)
    data.enrollments.value = [{ ...staffOf() }]
    data.change('event-1', { rev: 2, replyCount: 3, title: 'Another' })
    await until(() => all('.unseen-names li li').length === 1)
    equal([all('.unseen-names')[0] === names, all('.unseen-names li li')[0] === second], [true, true])
    equal([one('.unseen-names').hasAttribute('open'), document.activeElement === one('.unseen-names summary')], [true, true])
    equal(texts('.seen'), ['Seen by 1 of 2 people'])
    close()
})

test('sections that are ticked for new staff, and for a post, stay ticked with the focus', async () => {
    const staff = await open(`${ROOM}/roster`, { answer: answers({}) })
    await until(() => staff.texts('summary').length > 0)
    staff.button('Make somebody staff').click()
    const box = () => /** @type {HTMLInputElement} */ (staff.one(`[data-part=grantSections] [value="${D200}"]`))
    box().focus()
    box().click()
    moveSeats(staff.data)
    equal([box().checked, document.activeElement === box()], [true, true])
    staff.close()
    const room = await openRoom(`/c/${COURSE}`, { enrollments: [staffOf()], courses: [course()] })
    await until(() => room.texts('h1').length === 1)
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true }))
    await until(() => room.all('form.composer').length === 1)
    const choice = () => /** @type {HTMLInputElement} */ (room.one(`[data-part=choices] [value="${D100}"]`))
    choice().closest('details')?.setAttribute('open', '')
    choice().focus()
    choice().click()
    moveSeats(room.data)
    equal([choice().checked, document.activeElement === choice()], [true, true])
    room.close()
})

test('how a due date moved stays as it is when the clock goes on', async () => {
    const move = { from: null, to: '2026-11-25T22:00:00Z', by: person('bob'), at: SINCE }
    const { data, one, close } = await openRoom(`/c/${COURSE}/1`, { events: [event(1, { dueHistory: [move], dueMoves: 1 })] })
    const row = one('.moves li')
    data.now.value = new Date(data.now.value.getTime() + 60_000)
    data.change('event-1', { replyCount: 3, dueHistory: [{ ...move }] })
    equal(one('.moves li') === row, true)
    close()
})
