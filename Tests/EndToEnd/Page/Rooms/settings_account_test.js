import { Refused, Unreachable } from '../../../../client-web/accounts/server.js'
import { qrCode } from '../../../../client-web/settings/qr.js'
import { equal, test, until } from '../testing.js'
import { answerDialog, type, wordsIn } from './fake.js'
import { answer, openSection } from './settings_world.js'

/** @param {string} field @param {string} detail */
function refusal(field, detail) {
    return new Refused({ type: '', title: '', status: 422, detail: `${field} ${detail}`, errors: [{ field, detail }] })
}

test('a name follows what other devices save, until somebody types', async () => {
    const { data, labelled } = await openSection('account')
    const name = labelled('Name')
    data.account.value = { ...data.account.value, displayName: 'Me' }
    equal(name.value, 'Me')
    type(name, 'Typed')
    data.account.value = { ...data.account.value, displayName: 'Other' }
    equal(name.value, 'Typed')
})

test('what was not saved stays, and the reason stands at its field', async () => {
    let error = /** @type {Error} */ (refusal('newPassword', 'must be 10 to 1000 characters'))
    const { labelled, button, says, texts, one } = await openSection('password', {
        answer: () => {
            throw error
        },
    })
    const [present, wanted] = [labelled('Present'), labelled('New password')]
    type(present, 'the present one')
    type(wanted, 'short')
    button('Change the password').click()
    await says('The password must be 10 to 1000 characters.')
    equal([present.value, wanted.value, wanted.getAttribute('aria-invalid')], ['the present one', 'short', 'true'])
    equal(document.activeElement, wanted)
    equal(
        document.getElementById(wanted.getAttribute('aria-describedby') ?? '')?.textContent,
        texts('.trouble').filter(Boolean)[0],
    )
    error = new Unreachable()
    button('Change the password').click()
    await says('The server is not reached: this may not be saved.')
    equal([wanted.value, wanted.hasAttribute('aria-invalid'), wordsIn(one('[data-part=why-newPassword]'))], [
        'short',
        false,
        '',
    ])
})

test('the new password can be shown, and both go once they were used', async () => {
    const { labelled, button, says, writes } = await openSection('password')
    const [present, wanted, show] = [labelled('Present'), labelled('New password'), labelled('Show')]
    type(present, 'the present one')
    type(wanted, 'a fine long one')
    show.click()
    equal(wanted.getAttribute('type'), 'text')
    button('Change the password').click()
    await says('The password is changed. Your other devices are signed out.')
    equal(writes(), [['PUT', '/v1/me/password', { currentPassword: 'the present one', newPassword: 'a fine long one' }]])
    equal([present.value, wanted.value, wanted.getAttribute('type')], ['', '', 'password'])
})

test('other devices are signed out after asking; this one has no button', async () => {
    const { texts, button, writes, says } = await openSection('devices')
    await until(() => texts('.rows > li').length === 3)
    equal(texts('.rows > li')[0]?.startsWith('Chrome on Linux this one last used Tue 24 Nov 09:00'), true)
    equal(texts('.rows button'), ['Sign out', 'Sign out'])
    button('Sign out').click()
    await answerDialog('Back')
    button('Sign out all others').click()
    await answerDialog('Back')
    equal(writes(), [])
    button('Sign out all others').click()
    await answerDialog('Sign them out')
    await says('Signed out: A phone, unnamed.')
    equal(writes().map(([, path]) => path), ['/v1/sessions/s2', '/v1/sessions/s3'])
})

test('a list of the server that is not reached comes with the connection', async () => {
    let isReached = false
    const { data, texts, says } = await openSection('devices', {
        answer: (/** @type {string} */ method, /** @type {string} */ path) => {
            if (!isReached) throw new Unreachable()
            return answer(method, path, undefined)
        },
    })
    await says('This list is on the server alone, which is not reached.')
    isReached = true
    data.state.value = { ...data.state.value, connection: 'offline' }
    data.state.value = { ...data.state.value, connection: 'live' }
    await until(() => texts('.rows > li').length === 3)
    equal(texts('.state').filter(Boolean), [])
})

test('passwords and secrets go when the page is left, also into the memory of the browser', async () => {
    const { button, says, one, labelled, router, texts } = await openSection('app-passwords')
    const own = labelled('Your own')
    type(labelled('The program'), 'Phone')
    type(own, 'my password')
    button('Make a password').click()
    await says('Made the password “Phone”.')
    const value = /** @type {HTMLInputElement} */ (one('[data-part=value]'))
    equal([value.value, own.value], ['aaaa-bbbb-cccc-dddd', ''])
    router.go('/settings#leave')
    const last = labelled('Password of')
    type(last, 'my password')
    router.go('/settings#app-passwords')
    equal([value.value, last.value], ['aaaa-bbbb-cccc-dddd', 'my password'])
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    equal([value.value, last.value, texts('.secret').length], ['', '', 1])
    button('I have it').click()
    equal([texts('.secret'), wordsIn(/** @type {Element} */ (document.activeElement))], [[], 'App passwords'])
})

test('an account is deleted after its password and a question that says what is lost here', async () => {
    const { button, labelled, data, writes } = await openSection('leave', { entries: [{ order: 1 }] })
    type(labelled('Password of'), 'my password')
    button('Delete the account').click()
    await until(() => document.querySelector('dialog:modal'))
    equal(
        wordsIn(/** @type {Element} */ (document.querySelector('dialog p'))),
        'This deletes the account me@example.edu. Nobody can undo it. 1 thing that you wrote here was not sent.',
    )
    await answerDialog('Back')
    equal([writes(), data.sent, labelled('Password of').value], [[], [], 'my password'])
    button('Delete the account').click()
    await answerDialog('Delete the account')
    await until(() => data.sent.length === 1)
    equal([writes(), data.sent], [[['DELETE', '/v1/me', { currentPassword: 'my password' }]], [['gone']]])
})

test('signing out is asked of the shell', async () => {
    const { button, data } = await openSection('leave')
    button('Sign out').click()
    await until(() => data.sent.length === 1)
    equal(data.sent, [['signOut']])
})

test('a short text is a QR code that other programs read, and a long one is none', () => {
    equal((qrCode('A') ?? []).map((row) => row.map(Number).join('')), [
        '111111100101101111111',
        '100000100111001000001',
        '101110101101101011101',
        '101110100101001011101',
        '101110100010101011101',
        '100000100000101000001',
        '111111101010101111111',
        '000000001101100000000',
        '111011111111011000100',
        '101100001000001000110',
        '010111100110100010001',
        '010110001100001000100',
        '001101101000101010101',
        '000000001001010101010',
        '111111101011011101111',
        '100000101111110111000',
        '101110101101011101101',
        '101110100110001000110',
        '101110101100100010001',
        '100000101000001000110',
        '111111101110101010111',
    ])
    // A version of each kind; zxing read them.
    equal([17, 60, 100, 130, 150, 190, 230, 231].map((length) => qrCode('a'.repeat(length))?.length), [
        21,
        33,
        37,
        41,
        45,
        49,
        53,
        undefined,
    ])
})
