// The service worker: answers the page itself from its cache, so that it opens at once and without a network. The server writes
// the addresses of a version into this file. So each version is another worker, which fetches its files, and is taken on the
// next navigation. What people write is never in this cache.

const LIST = 'files.json'
const CACHE = `noteit ${LIST}`
const SHELL = '/'
/** What files are, by how their names end. @type {Record<string, string>} */
const TYPES = {
    js: 'text/javascript',
    css: 'text/css',
    html: 'text/html; charset=utf-8',
    svg: 'image/svg+xml',
    webmanifest: 'application/manifest+json',
}
/** The addresses that answer the shell. */
const ROOMS = /^\/(c\/|(today|inbox|search|settings|courses|calendar|timetables|study|staff|degree)(\/|$)|$)/

const self = /** @type {any} */ (globalThis)

self.addEventListener('install', (/** @type {any} */ event) => {
    // Where browsers can, files come from the cache without waking this worker.
    const files = { condition: { urlPattern: { pathname: '/page/*' } }, source: 'cache' }
    event.waitUntil(Promise.all([install(), event.addRoutes?.(files).catch(() => {})]))
})

async function install() {
    const response = await fetch(LIST)
    if (!response.ok) throw new Error('no list of files')
    /** @type {Record<string, string | null>} */
    const files = await response.json()
    const folder = new URL('.', response.url)
    const cache = await caches.open(CACHE)
    // The shell may be of a newer version by now: then this worker is soon replaced.
    await Promise.all([
        cache.add(new Request(SHELL, { cache: 'no-cache' })),
        ...Object.entries(files).map(([name, text]) => keep(cache, new URL(name, folder).pathname, text)),
    ])
    await self.skipWaiting()
}

/** Keeps a file, whose text is in the list or not. @param {Cache} cache @param {string} path @param {string | null} text */
function keep(cache, path, text) {
    const type = TYPES[path.slice(path.lastIndexOf('.') + 1)]
    return text === null || !type ? cache.add(path) : cache.put(path, new Response(text, { headers: { 'Content-Type': type } }))
}

self.addEventListener('activate', (/** @type {any} */ event) => {
    event.waitUntil(activate())
})

/** Tabs that are open may still need files of the version before. */
async function activate() {
    const others = (await caches.keys()).filter((name) => name.startsWith('noteit ') && name !== CACHE)
    for (const name of others.slice(0, -1)) await caches.delete(name)
    await self.clients.claim()
}

self.addEventListener('fetch', (/** @type {any} */ event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== location.origin) return
    if (request.mode === 'navigate') {
        if (ROOMS.test(pathname)) event.respondWith(kept(SHELL, request))
    } else if (pathname.startsWith('/page/')) event.respondWith(kept(pathname, request))
})

/** @param {string} path @param {Request} request */
async function kept(path, request) {
    const own = await caches.open(CACHE)
    return (await own.match(path)) ?? (path === SHELL ? undefined : await caches.match(path)) ?? fetch(request)
}

// Messages by Web Push. Safari shows them by itself (declarative messages); this shows them in the same form.
self.addEventListener('push', (/** @type {any} */ event) => {
    event.waitUntil(show(event.data))
})

/** Each message has to be shown, also one that cannot be read. @param {any} data */
async function show(data) {
    const { title, navigate, ...rest } = message(data)
    await self.registration.showNotification(title, { ...rest, icon: 'icon-180.png', data: { navigate } })
}

/** @param {any} data @returns {any} */
function message(data) {
    try {
        const { notification } = data.json()
        if (typeof notification.title === 'string') return notification
    } catch {
        // It is shown all the same.
    }
    return { title: 'Something is new in NoteIt', navigate: '/inbox' }
}

self.addEventListener('notificationclick', (/** @type {any} */ event) => {
    event.notification.close()
    event.waitUntil(open(place(event.notification.data?.navigate)))
})

/** The place in the page that a message leads to. @param {unknown} address */
function place(address) {
    const url = URL.parse(String(address), location.origin)
    return url && ROOMS.test(url.pathname) ? url.pathname + url.search + url.hash : '/inbox'
}

/** Shows a place in a tab that is open, without loading the page again, or in another. @param {string} path */
async function open(path) {
    const [tab] = await self.clients.matchAll({ type: 'window' })
    if (!tab) return void await self.clients.openWindow(path)
    await tab.focus()
    tab.postMessage({ go: path })
}

// The page tells the server of the other subscription when it is next opened.
self.addEventListener('pushsubscriptionchange', (/** @type {any} */ event) => {
    const { oldSubscription, newSubscription } = event
    if (newSubscription || !oldSubscription) return
    event.waitUntil(self.registration.pushManager.subscribe(oldSubscription.options))
})
