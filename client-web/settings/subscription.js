// This browser's subscription to push. Of whom it is, and what the server calls it, is noted beside it, so that it follows the
// account: it ends when somebody signs out, and is told again when the browser has made another.

/** @import { PushDevice } from '../contract.d.ts' */
/** @import { Call } from '../accounts/server.js' */

/** Of whom the subscription is: the account, the id of the device, its endpoint. */
const NOTE = 'push'

/** @returns {{ account: string, device: string, endpoint: string } | undefined} */
function noted() {
    try {
        return JSON.parse(localStorage.getItem(NOTE) ?? '') ?? undefined
    } catch {
        return undefined
    }
}

/** Why this browser cannot get notifications, in a sentence; undefined if it can. */
export function hindrance() {
    const isApple = /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
    if (!isSecureContext) {
        return 'Browsers allow notifications only over a secure connection (https), and this page came without. Ask the operator.'
    }
    if (isApple && !('PushManager' in globalThis)) {
        return 'On an iPhone or iPad, add this page to the home screen first: Share, then Add to Home Screen. Open it from there.'
    }
    if (!navigator.serviceWorker || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
        return 'This browser cannot get notifications from a page. Firefox, Chrome, Edge and Safari can.'
    }
    if (Notification.permission === 'denied') {
        return 'This browser blocks the notifications of this page. Allow them in its settings for this site, and come back.'
    }
    return undefined
}

/** The name of the device on the server; undefined if this browser gets nothing for the account. @param {string} account */
export function deviceOf(account) {
    const note = noted()
    return note?.account === account ? note.device : undefined
}

/** @param {PushSubscription} subscription */
function wire(subscription) {
    const { endpoint, keys } = subscription.toJSON()
    return { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } }
}

/** @param {Call} call @param {string} account @param {PushSubscription} subscription @returns {Promise<PushDevice>} */
async function tell(call, account, subscription) {
    const { body } = await call('POST', '/v1/me/push/devices', { body: wire(subscription) })
    localStorage.setItem(NOTE, JSON.stringify({ account, device: body.id, endpoint: subscription.endpoint }))
    return body
}

/**
 * Asks the person, subscribes, and tells the server.
 * @param {Call} call @param {string} account @param {string} key of the server
 */
export async function subscribe(call, account, key) {
    if (await Notification.requestPermission() !== 'granted') {
        throw new Error(hindrance() ?? 'The browser was not allowed to show notifications. Nothing has changed.')
    }
    const { pushManager } = await navigator.serviceWorker.ready
    // An older one may be of another server's key, which no push service takes.
    await (await pushManager.getSubscription())?.unsubscribe()
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    return await tell(call, account, subscription)
}

/** Ends the subscription of this browser, whatever the server knows. */
export async function unsubscribe() {
    localStorage.removeItem(NOTE)
    const worker = await navigator.serviceWorker?.getRegistration()
    await (await worker?.pushManager?.getSubscription())?.unsubscribe()
}

/**
 * Ends what is another account's, and tells the server of a subscription that the browser has replaced.
 * @param {Call} call @param {string | undefined} account who is signed in
 */
export async function keep(call, account) {
    const note = noted()
    if (!note || note.account !== account) return await unsubscribe()
    const worker = await navigator.serviceWorker?.getRegistration()
    const subscription = await worker?.pushManager?.getSubscription()
    if (!subscription) return localStorage.removeItem(NOTE)
    if (subscription.endpoint === note.endpoint) return
    const { body } = await call('GET', '/v1/me/push')
    const old = /** @type {PushDevice[]} */ (body.devices).find(({ id }) => id === note.device)
    const { id } = await tell(call, account, subscription)
    if (!old || old.id === id) return
    await call('PATCH', `/v1/me/push/devices/${id}`, { body: { name: old.name, ...old.settings } })
    await call('DELETE', `/v1/me/push/devices/${old.id}`)
}
