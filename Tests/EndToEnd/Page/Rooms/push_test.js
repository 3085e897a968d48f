import { keep } from '../../../../client-web/settings/subscription.js'
import { equal, test, until } from '../testing.js'
import { COURSE, openRoom } from './fake.js'
import { device, settings } from './push_world.js'

const KEYS = { p256dh: 'key', auth: 'secret' }

/** A browser whose push works, until `undo`. @param {NotificationPermission} permission */
function fakePush(permission) {
    let made = 0
    const state = { subscription: /** @type {any} */ (null), asked: 0 }
    const pushManager = {
        getSubscription: () => Promise.resolve(state.subscription),
        subscribe() {
            const endpoint = `https://push.example.edu/${made += 1}`
            state.subscription = {
                endpoint,
                toJSON: () => ({ endpoint, keys: KEYS, expirationTime: null }),
                unsubscribe: () => (state.subscription = null, Promise.resolve(true)),
            }
            return Promise.resolve(state.subscription)
        },
    }
    const worker = { pushManager }
    const fakes = /** @type {const} */ ([
        [navigator, 'serviceWorker', { ready: Promise.resolve(worker), getRegistration: () => Promise.resolve(worker) }],
        [globalThis, 'PushManager', class {}],
        [globalThis, 'isSecureContext', true],
        [globalThis, 'Notification', { permission, requestPermission: () => (state.asked += 1, Promise.resolve(permission)) }],
    ])
    const before = fakes.map(([place, name]) => Object.getOwnPropertyDescriptor(place, name))
    for (const [place, name, value] of fakes) Object.defineProperty(place, name, { value, configurable: true, writable: true })
    const undo = () => {
        fakes.forEach(([place, name], index) => {
            const known = before[index]
            if (known) Object.defineProperty(place, name, known)
            else Reflect.deleteProperty(place, name)
        })
        localStorage.removeItem('push')
    }
    return { state, pushManager, undo }
}

/** A server with the devices of the account. @param {any[]} devices @param {boolean} available */
function server(devices, available = true) {
    return (/** @type {string} */ method, /** @type {string} */ path, /** @type {any} */ body) => {
        if (path === '/v1/me/push') {
            return { available, applicationServerKey: available ? 'server key' : null, devices: [...devices] }
        }
        if (method === 'POST' && path.endsWith('/devices')) {
            const made = { ...device, id: `d${devices.length + 1}`, current: true }
            devices.push(made)
            return made
        }
        if (method === 'PATCH') return { ...device, settings: { ...settings, ...body } }
        if (method === 'DELETE') devices.splice(0)
        return undefined
    }
}

test('a person adds this device, chooses what it gets, and removes it', async () => {
    const { state, undo } = fakePush('granted')
    try {
        const { all, button, data, texts } = await openRoom('/settings#push', { answer: server([]) })
        const says = (/** @type {string} */ words) => until(() => texts('.pane').join().includes(words))
        const writes = () => data.asked.filter(([method]) => method !== 'GET')
        await until(() => all('[data-part=subscribe]').some((node) => node.checkVisibility()))
        button('Get notifications here').click()
        await says('This device gets notifications from now on.')
        equal(writes()[0], ['POST', '/v1/me/push/devices', { endpoint: 'https://push.example.edu/1', keys: KEYS }])
        const tick = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (all(`input[name=${name}]`)[0]).click()
        tick('showsText')
        await until(() => writes().length === 2)
        tick('course')
        await until(() => writes().length === 3)
        tick('mentions')
        await until(() => writes().length === 4)
        equal(writes().slice(1).map(([, , body]) => body), [{ showsText: true }, { exceptCourses: [COURSE] }, {
            topics: ['notices', 'replies', 'reminders'],
        }])
        button('Stop them here').click()
        await says('This device gets no notifications any more.')
        equal([state.subscription, localStorage.getItem('push'), writes().at(-1)?.[0]], [null, null, 'DELETE'])
    } finally {
        undo()
    }
})

test('where notifications are not possible the section says why', async () => {
    for (
        const [permission, available, words] of /** @type {const} */ ([
            ['denied', true, 'This browser blocks the notifications of this page.'],
            ['default', false, 'Push is off on this server'],
        ])
    ) {
        const { state, undo } = fakePush(permission)
        try {
            const { all, texts, close } = await openRoom('/settings#push', { answer: server([], available) })
            await until(() => texts('.pane').join().includes(words))
            equal([all('[data-part=subscribe]').filter((node) => node.checkVisibility()), state.asked], [[], 0])
            close()
        } finally {
            undo()
        }
    }
})

test('a subscription follows its account: it ends with it, and a replaced one is told with its settings', async () => {
    const { state, pushManager, undo } = fakePush('granted')
    const devices = [{ ...device, settings: { ...settings, showsText: true } }]
    const answer = server(devices)
    /** @type {any[]} */
    const asked = []
    const call =
        /** @type {any} */ ((/** @type {string} */ method, /** @type {string} */ path, /** @type {any} */ { body } = {}) => {
            asked.push([method, path])
            return Promise.resolve({ body: answer(method, path, body) })
        })
    const note = () => localStorage.setItem('push', JSON.stringify({ account: 'me', device: 'd1', endpoint: 'https://old' }))
    try {
        note()
        await pushManager.subscribe()
        await keep(call, 'me')
        equal(asked, [
            ['GET', '/v1/me/push'],
            ['POST', '/v1/me/push/devices'],
            ['PATCH', '/v1/me/push/devices/d2'],
            ['DELETE', '/v1/me/push/devices/d1'],
        ])
        equal(JSON.parse(localStorage.getItem('push') ?? '').endpoint, state.subscription.endpoint)
        await keep(call, 'me')
        equal(asked.length, 4)
        await keep(call, undefined)
        equal([state.subscription, localStorage.getItem('push'), asked.length], [null, null, 4])
    } finally {
        undo()
    }
})
