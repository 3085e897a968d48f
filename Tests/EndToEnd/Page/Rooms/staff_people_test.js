import { Refused } from '../../../../client-web/accounts/server.js'
import { equal, test, until } from '../testing.js'
import { answerDialog, COURSE, press, type, wordsIn } from './fake.js'
import { answers, applicant, asked, D100, D200, member, open, ROOM, STAFF, staffOf } from './staff_world.js'

test('people are found by name, handle, email, section and role, and removed from what is shown', async () => {
    const { data, one, texts, close } = await open(`${ROOM}/roster`, {
        answer: answers({
            '/roster': [member('a', [D100, D200]), member('b', [D200]), { ...member('me'), role: 'instructor', places: STAFF }],
        }),
    })
    const names = () => texts('.people .name')
    await until(() => names().length === 3)
    equal(texts('select')[0]?.includes('D200 (2)'), true)
    press('/')
    type(one('[data-part=q]'), '@S.B')
    equal([names(), texts('[data-part=count]')], [['Student b'], ['1 person']])
    type(one('[data-part=q]'), '')
    type(one('[data-part=section]'), D200)
    equal([names(), location.search], [['Student a', 'Student b'], `?section=${D200}`])
    press('j')
    one('.people li').focus()
    press('x')
    await until(() => document.querySelector('dialog:modal'))
    equal(document.querySelector('dialog:modal h2')?.textContent, 'Remove Student a from CMPT225 D200?')
    data.answer = answers({ '/roster': [member('b', [D200])] })
    await answerDialog('Remove', 'Wrong section')
    await until(() => data.said.length === 1)
    equal([asked(data, 'DELETE')[0]?.[1], data.said], [
        `/v1/courses/${COURSE}/members/a?section=${D200}&reason=Wrong+section`,
        ['Student a is removed from CMPT225 D200.'],
    ])
    equal([names(), document.activeElement === one('.people li')], [['Student b'], true])
    type(one('[data-part=role]'), 'staff')
    equal(texts('.staff section [data-part=empty]'), ['Nobody here is called so. Take a filter off.'])
    close()
})

test('a removal that fails brings the person back and says why', async () => {
    const { data, one, texts, button, close } = await open(`${ROOM}/roster`, { answer: answers({ '/roster': [member('a')] }) })
    await until(() => texts('.people .name').length === 1)
    data.answer = (method) => {
        if (method !== 'DELETE') return { items: [member('a')], next: null }
        throw new Refused({ type: '', title: '', status: 409, detail: 'Revoke the staff place first.' })
    }
    button('Remove').click()
    await answerDialog('Remove', '')
    await until(() => texts('.staff .trouble').some((words) => words.includes('Revoke the staff place first.')))
    equal(texts('.people .name'), ['Student a'])
    one('.people li')
    close()
})

test('requests to join are granted and refused by keys', async () => {
    const all = [applicant(), applicant({ id: 'y', displayName: 'Other', emailVerified: false, sections: [D100, D200] })]
    const { data, texts, close } = await open(`${ROOM}/roster`, { answer: answers({ '/join-requests': all }) })
    await until(() => texts('[data-part=requests] .name').length === 2)
    equal(texts('[data-part=requests] .must'), ['not verified'])
    equal(texts('[data-part=requests] .second bdi'), ['D100', 'D100, D200'])
    press('j')
    data.answer = answers({ '/join-requests': all.slice(1), '/roster': [member('z')] })
    press('y')
    await until(() => data.said.length === 1)
    equal(data.said, ['Let into CMPT225: Newcomer.'])
    await until(() => texts('[data-part=people] .name').length === 1)
    data.answer = answers({})
    press('n')
    await answerDialog('Back')
    equal(asked(data, 'PATCH').length, 1)
    press('n')
    await answerDialog('Refuse')
    await until(() => data.said.length === 2)
    equal(asked(data, 'PATCH').map(([, path, body]) => [path, body]), [
        [`/v1/courses/${COURSE}/join-requests/z`, { admitted: true }],
        [`/v1/courses/${COURSE}/join-requests/y`, { admitted: false }],
    ])
    await until(() => texts('h2').join() === 'In the course')
    close()
})

test('staff of the whole course decide who may join; others read it', async () => {
    const rule = { joining: 'domains', domains: ['example.edu', 'example.org'], fromServer: true }
    const { data, all, one, texts, button, close } = await open(`${ROOM}/roster`, { answer: answers({ '/joining': rule }) })
    await until(() => all('summary').length === 3)
    button('Who may join').click()
    await until(() => texts('[data-part=joining]').join(''))
    equal(texts('[data-part=joining]'), [
        'People with a verified email @example.edu or @example.org join CMPT225. The staff let others in. ' +
        'That is the rule of the server.',
    ])
    type(one('[data-part=rule]'), 'domains')
    type(one('[data-part=domains]'), '@sfu.example, example.com')
    button('Change the rule').click()
    await until(() => asked(data, 'PUT').length === 1)
    equal(asked(data, 'PUT')[0], ['PUT', `/v1/courses/${COURSE}/joining`, {
        joining: 'domains',
        domains: ['sfu.example', 'example.com'],
    }])
    await until(() => data.said.length === 1)
    data.enrollments.value = [staffOf(D100)]
    equal(texts('[data-part=joiningForm]'), [])
    close()
})

test('somebody becomes staff, and an email that is not verified is told', async () => {
    const made = { ...member('b'), emailVerified: false, places: [staffOf(D200)] }
    const { data, all, texts, button, close } = await open(`${ROOM}/roster`, {
        answer: answers({ '/roster': [member('b')], '/staff/': made, 'PUT .*': made }),
    })
    await until(() => texts('.people .name').length === 1)
    button('Make staff').click()
    await until(() => texts('form')[0]?.includes('Email'))
    all('form input[type=checkbox]')[1]?.click()
    button('Make staff', all('form')[0]).click()
    await until(() => data.said.length === 1)
    equal(asked(data, 'PUT')[0], ['PUT', `/v1/courses/${COURSE}/staff/%40s.b`, { sections: [D200] }])
    equal(
        texts('[data-part=granted]')[0]?.startsWith('Student b is staff of CMPT225: D200. The email @s.b is not verified'),
        true,
    )
    close()
})

test('an invitation shows its link once, and is revoked', async () => {
    const made = { id: 'i', course: COURSE, section: D100, role: 'student', email: 'x@example.edu', uses: 1, used: 0 }
    const times = { createdBy: 'me', createdAt: '2026-11-20T10:00:00Z', expiresAt: '2099-01-01T00:00:00Z' }
    const invitation = { ...made, ...times }
    const { data, one, texts, button, close } = await open(`${ROOM}/roster`, {
        answer: answers({ 'POST .*/invitations': { invitation, code: 'aaaa-bbbb' }, '/invitations': [invitation] }),
    })
    await until(() => texts('summary').length === 3)
    equal(data.asked.some(([, path]) => path.includes('/invitations')), false)
    button('Invite people').click()
    await until(() => texts('[data-part=invitations] li').length === 1)
    type(one('[data-part=inviteSection]'), D100)
    type(one('[data-part=invitePerson]'), 'x@example.edu')
    button('Make an invitation').click()
    await until(() => data.said.length === 1)
    const [, path, body] = asked(data, 'POST')[0] ?? []
    equal([path, body.section, body.email, body.uses, body.role], [
        `/v1/courses/${COURSE}/invitations`,
        D100,
        'x@example.edu',
        1,
        'student',
    ])
    const link = () => /** @type {HTMLInputElement} */ (one('[data-part=inviteLink]')).value
    equal(link(), `${location.origin}/join#aaaa-bbbb`)
    button('I have it').click()
    equal(link(), '')
    button('Revoke').click()
    await answerDialog('Back')
    equal(asked(data, 'DELETE'), [])
    button('Revoke').click()
    await answerDialog('Revoke')
    await until(() => data.said.length === 2)
    equal(asked(data, 'DELETE')[0]?.[1], '/v1/invitations/i')
    close()
})

test('leaving the staff as its last says so', async () => {
    const { data, texts, button, close } = await open(`${ROOM}/roster`, {
        answer: answers({ '/roster': [{ ...member('me'), role: 'instructor', places: STAFF }] }),
    })
    await until(() => texts('.people .name').length === 1)
    button('Take off the staff').click()
    await until(() => document.querySelector('dialog:modal'))
    equal(wordsIn(/** @type {Element} */ (document.querySelector('dialog:modal p'))).includes('last staff place'), true)
    await answerDialog('Leave the staff')
    await until(() => asked(data, 'DELETE').length === 1)
    equal(asked(data, 'DELETE')[0]?.[1], `/v1/courses/${COURSE}/staff/me`)
    close()
})
