// The page: who is signed in, the copy, and the rooms. It draws from the copy first and asks the server then.

import { watchClock } from './accounts/server.js'
import { Session } from './accounts/session.js'
import { Copy } from './copy/copy.js'
import { Drafts } from './copy/drafts.js'
import { Engine } from './copy/engine.js'
import { OutboxDisk } from './copy/outbox_disk.js'
import { Outbox } from './copy/outbox.js'
import { ask } from './platform/dialogs.js'
import { Router } from './platform/router.js'
import { computed, effect, scope, Signal, untracked } from './platform/signals.js'
import { whenDrawn } from './rooms/frames.js'
import { asked, isStaff, showBar, showNavigation } from './shell/frame.js'
import { keepThePage } from './shell/install.js'
import { listen, listKeys } from './shell/keys.js'
import { ROUTES, showRooms } from './shell/rooms.js'
import { tellState } from './shell/sentences.js'
import { makeWorld } from './shell/world.js'

/** @import { Key } from './shell/rooms.js' */

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id))
const [bar, nav, state, main, spoken] = /** @type {[HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement]} */ (
    ['bar', 'rooms', 'state', 'main', 'spoken'].map(element)
)

const ahead = new Signal(0)
watchClock((found) => (ahead.value = found))
const session = new Session()
const engine = new Engine(session.call)
const opens = engine.open()
const disk = await OutboxDisk.open()
const [outbox, drafts] = [new Outbox(disk, session.call, engine), new Drafts(disk)]
const copy = new Copy(engine, outbox)
const router = new Router(ROUTES)
router.start()
const world = makeWorld({ session, copy, outbox, drafts, router, spoken, signOut: leave })

/** Whose page it is: an account, nobody (null), or not known yet. @type {Signal<string | null | undefined>} */
const who = new Signal(/** @type {string | null | undefined} */ (undefined))

/** @param {string} account empty for nobody */
async function belong(account) {
    drafts.open(account)
    await outbox.open(account)
    who.value = account || null
}

/** Whether the browser promised not to delete what is kept. @type {Signal<boolean>} */
const isKept = new Signal(false)
effect(() => {
    if (outbox.entries.value.length === 0 || !navigator.storage?.persist) return
    navigator.storage.persist().then((found) => (isKept.value = found), () => {})
})

// What waits is read beside the copy, which mostly is of whoever was signed in here last.
const [owner] = await Promise.all([opens, outbox.open(session.last)])

/** The way in is shown once it is done. @type {Promise<unknown>} */
let forgets = Promise.resolve()
/** Follows who is signed in. @type {Promise<void>} */
let moves = owner === undefined ? outbox.open('') : belong(owner)
await moves
effect(() => {
    const { is, account, reason } = session.state.value
    if (is === 'unknown') return
    moves = moves.then(async () => {
        const before = untracked(() => who.value)
        if (is === 'out' || (before && before !== account?.id)) {
            drafts.open('')
            // Whoever left has let go of what was written here; of an ended session it is kept. Another tab may have been writing. One
            // that slept hears late, perhaps after the next sign-in.
            if ((reason === 'left' || reason === 'gone') && !session.last) forgets = outbox.forget().catch(reportError)
            who.value = null
            await forgets
            await engine.leave()
            if (before) await drafts.forgetSeen(before)
        }
        if (before !== account?.id) await belong(account?.id ?? '')
        if (account) await engine.follow(account.id)
        keepPush(account?.id)
    }).catch(reportError)
})

/** What this browser gets by push is one person's. @param {string | undefined} account */
function keepPush(account) {
    if (!localStorage.getItem('push')) return
    import('./settings/subscription.js').then(({ keep }) => keep(session.call, account)).catch(() => {})
}
// A tap on a notification leads to its place in this tab.
navigator.serviceWorker?.addEventListener('message', ({ data }) => void (data?.go && router.go(data.go)))

async function leave() {
    const waits = untracked(() => outbox.entries.value.length) + await drafts.count()
    const question = {
        title: 'Sign out?',
        words: `${
            waits === 1 ? 'One thing waits' : `${waits} things wait`
        } here: not sent yet, or begun. Signing out deletes them.`,
        action: 'Delete and sign out',
    }
    if (waits > 0 && !(await asked(question))) return
    const told = session.signOut()
    await moves
    // Whoever comes next begins at the beginning.
    router.go('/', { replaces: true })
    await told
}

// What is not needed to draw the first room is loaded when it is.
const find = () => void import('./shell/finder.js').then(({ finder }) => finder(world, commands))

async function showOutbox() {
    const { outboxDialog } = await import('./shell/waiting.js')
    const stop = scope(() => void ask(outboxDialog(outbox, () => stop())))
}

/** @type {Signal<readonly Key[]>} */
const roomKeys = new Signal(/** @type {readonly Key[]} */ ([]))
/** @type {Key[]} */
const pageKeys = [
    { key: 'g t', words: 'Today', run: () => router.go('/') },
    { key: 'g i', words: 'Inbox', run: () => router.go('/inbox') },
    { key: 'g c', words: 'Courses', run: () => router.go('/courses') },
    { key: 'g d', words: 'Calendar', run: () => router.go('/calendar') },
    { key: 'g w', words: 'Timetables', run: () => router.go('/timetables') },
    { key: 'g y', words: 'Study', run: () => router.go('/study') },
    { key: 'g e', words: 'Degree', run: () => router.go('/degree') },
    { key: 'g s', words: 'Search', run: () => router.go('/search') },
    { key: '?', words: 'List the keys', run: () => void showKeys() },
]
/** Nobody else hears of these rooms. @type {Key[]} */
const staffKeys = [{ key: 'g f', words: 'Staff', run: () => router.go('/staff') }]
const keysNow = () => [...roomKeys.value, ...pageKeys, ...(isStaff(copy) ? staffKeys : [])]
const showKeys = () => listKeys([...untracked(keysNow), { key: 'Ctrl K', words: 'Find courses, posts and commands' }])
const commands = () =>
    [
        ...pageKeys.map(({ words, run }) => ({ title: words, run })),
        ...(isStaff(copy) ? [{ title: 'Staff', run: () => router.go('/staff') }] : []),
        { title: 'Settings', run: () => router.go('/settings') },
        { title: 'Sign out', run: () => void leave() },
        ...roomKeys.value.map(({ words, run }) => ({ title: words, isOfRoom: true, run })),
    ].map((command) => ({ kind: 'Go', words: command.title.toLowerCase(), ...command }))

effect(() => {
    const account = who.value
    for (const part of [bar, nav]) part.hidden = !account
    if (account === undefined) return
    if (account === null) {
        let stop = () => {}
        let isOver = false
        Promise.all([import('./accounts/entrance.js'), forgets]).then(([{ entrance }]) => {
            const { reason } = untracked(() => session.state.value)
            if (isOver) return
            main.ariaBusy = null
            stop = scope(() => main.replaceChildren(entrance(session, reason)))
        }, reportError)
        return () => {
            isOver = true
            stop()
            main.replaceChildren()
            // The heading of the room takes it from here.
            main.focus()
        }
    }
    showBar(bar, world, { find, listKeys: () => void showKeys(), leave: () => void leave() })
    showNavigation(nav, router.place, world)
    const stopKeys = listen(keysNow)
    const ends = new AbortController()
    addEventListener('keydown', (event) => {
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
        event.preventDefault()
        find()
    }, { signal: ends.signal })
    showRooms(main, router.place, world, { keys: roomKeys })
    return () => {
        stopKeys()
        ends.abort()
    }
})
tellState(state, world, { ahead, isKept, showOutbox: () => void showOutbox() })

addEventListener('beforeunload', (event) => disk.isOnlyHere && event.preventDefault())
addEventListener('online', () => untracked(() => session.state.value.is) === 'unknown' && void session.begin())
// First what is here is drawn.
if (owner) await new Promise((resolve) => whenDrawn(() => resolve(undefined)))
await session.begin()
// The server is not reached. With a copy, the rooms are open; without one, signing in says so.
if (untracked(() => session.state.value.is) === 'unknown') {
    await moves
    if (owner) await engine.follow(owner)
    else who.value = null
}
// The first letters after Ctrl K must not be lost to its loading.
const whenIdle = globalThis.requestIdleCallback ?? setTimeout
// On a first visit all files are fetched for it: that waits for what the person waits for.
const isThere = computed(() => Boolean(navigator.serviceWorker?.controller) || copy.state.value.phase === 'ready')
effect(() => {
    if (isThere.value) whenIdle(keepThePage)
})
whenIdle(() => {
    import('./shell/returning.js').then(({ keep }) => keep(main, router), () => {})
    import('./shell/finder.js').catch(() => {})
})
