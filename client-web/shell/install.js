// The service worker, which keeps the page itself for when there is no network.

/** The one policy of the page: it makes the address of the worker and nothing else. */
const ADDRESS = '/worker.js'

let isKept = false

export function keepThePage() {
    if (!navigator.serviceWorker || isKept) return
    isKept = true
    const { trustedTypes } = /** @type {any} */ (globalThis)
    const policy = trustedTypes?.createPolicy('noteit', {
        createScriptURL(/** @type {string} */ address) {
            if (address !== ADDRESS) throw new TypeError('only the worker')
            return address
        },
    })
    // Without it, the page works as long as there is a network.
    navigator.serviceWorker.register(policy ? policy.createScriptURL(ADDRESS) : ADDRESS, { scope: '/', updateViaCache: 'none' })
        .catch(() => {})
}
