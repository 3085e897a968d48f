import { address, match, Router } from '../../../../client-web/platform/router.js'
import { effect } from '../../../../client-web/platform/signals.js'
import { element, equal, test, throws } from '../testing.js'

const ROUTES = {
    today: '/',
    course: '/c/:course',
    event: '/c/:course/:number',
    inbox: '/inbox',
    day: '/calendar/:day',
    degree: '/degree/:plan',
}

test('an address finds its room and what it names', () => {
    equal(match(ROUTES, '/'), { name: 'today', parameters: {} })
    equal(match(ROUTES, '/c/202530.CMPT225/42'), {
        name: 'event',
        parameters: { course: '202530.CMPT225', number: '42' },
    })
    equal(match(ROUTES, '/calendar/2026-12-01'), { name: 'day', parameters: { day: '2026-12-01' } })
    equal(match(ROUTES, '/degree/a%2Fb%20c'), { name: 'degree', parameters: { plan: 'a/b c' } })
})

test('an address of no route finds nothing', () => {
    const strange = [
        '/nowhere',
        '/c',
        '/c/',
        '/c//42',
        '/c/a/1/2',
        '/inbox/',
        '/degree/%',
        '/degree/%E0%A4',
        '//inbox',
        '',
    ]
    for (const path of strange) equal(match(ROUTES, path), undefined, path)
})

test('an address is made from what it names, and found again', () => {
    equal(address(ROUTES.event, { course: '202530.CMPT225', number: 42 }, 3), '/c/202530.CMPT225/42#3')
    equal(match(ROUTES, address(ROUTES.degree, { plan: 'a/b ?#%' }))?.parameters, { plan: 'a/b ?#%' })
    throws(() => address(ROUTES.event, { course: 'x' }))
})

/** @param {MouseEventInit} [how] @param {Record<string, string>} [attributes] */
function click(how = {}, attributes = { href: '/c/202530.CMPT225/42#3' }) {
    const link = element('a', attributes, element('b', {}, 'words'))
    document.body.append(link)
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...how })
    // What is left to the browser must not leave the test.
    addEventListener('click', (event) => event.preventDefault(), { once: true })
    link.firstElementChild?.dispatchEvent(event)
}

test('a plain click on a link to a room stays in the page', () => {
    const router = new Router(ROUTES)
    router.start()
    /** @type {unknown[]} */
    const seen = []
    effect(() => void seen.push(router.place.value?.name))
    click()
    equal(router.place.value, {
        name: 'event',
        parameters: { course: '202530.CMPT225', number: '42' },
        query: {},
        fragment: '3',
    })
    equal([seen, location.pathname + location.hash], [['today', 'event'], '/c/202530.CMPT225/42#3'])
})

test('other clicks and links are left to the browser', () => {
    const router = new Router(ROUTES)
    router.start()
    for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) click({ [key]: true })
    click({ button: 1 })
    const others = ['https://example.edu/inbox', 'mailto:ada@example.edu', '/nowhere', '']
    for (const href of others) click({}, { href })
    click({}, { href: '/inbox', target: '_blank' })
    click({}, { href: '/inbox', download: '' })
    equal([router.place.value?.name, location.pathname], ['today', '/'])
})

test('going back and forth brings the place back', async () => {
    const router = new Router(ROUTES)
    const end = router.start()
    router.go('/inbox')
    router.go('/c/202530.CMPT225?q=heaps+of%20words')
    equal(router.place.value?.query, { q: 'heaps of words' })
    router.go('/c/202530.CMPT225/42', { replaces: true })
    const back = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    history.back()
    await back
    equal(router.place.value?.name, 'inbox')
    router.go('/nowhere')
    equal(router.place.value, undefined)
    end()
    click()
    equal(router.place.value, undefined)
})
