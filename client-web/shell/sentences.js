// What the page says about itself: offline, waiting posts, storage, the clock. Each is one sentence that says what to do.

import { computed, effect, Signal } from '../platform/signals.js'
import { keyed } from '../platform/lists.js'
import { copyOf } from '../platform/templates.js'
import { full } from '../platform/times.js'

/** @import { State } from '../copy/engine.js' */
/** @import { World } from './world.js' */

/** @typedef {{ key: string, words: string, action?: { words: string, run: () => void } }} Sentence */

/** A connection may be away for so long before it is told. */
const GRACE = 3000
const MOST_SKEW = 5 * 60_000

/** @type {Record<State['storage'], string>} */
const STORAGE = {
    disk: '',
    slow: 'The storage of this browser does not answer. You can go on while you are online; a restart of the browser may help.',
    full: 'The disk of this device is full. You can go on while you are online; free some space to read offline again.',
    closed: 'The browser has deleted what was kept on this device. You can go on; open the page again to keep it anew.',
    broken: 'This browser keeps nothing on this device. You can go on while you are online.',
    alone: 'This page came without TLS: it does not work offline, and each reload signs you out. ' +
        "Open it over https, or on the server's own machine.",
}

/** @param {number} ahead milliseconds */
function clockWords(ahead) {
    const minutes = Math.round(Math.abs(ahead) / 60_000)
    const span = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
    return `The clock of this device is ${span} ${ahead > 0 ? 'fast' : 'slow'}: times here are wrong until you set it.`
}

/** @param {number} count @param {string} [noun] */
const counted = (count, noun = 'post') => `${count} ${noun}${count === 1 ? '' : 's'}`

/**
 * @param {HTMLElement} element @param {World} world
 * @param {{ ahead: { readonly value: number }, isKept: { readonly value: boolean }, showOutbox: () => void }} more
 */
export function tellState(element, { copy, outbox, now, zone }, { ahead, isKept, showOutbox }) {
    /** Whether the connection has been away for a while. */
    const isAway = new Signal(false)
    /** Whether an attempt to connect has failed since the connection was there last. */
    const isLost = new Signal(false)
    /** Whether a module did not come that was asked for. */
    const isPartial = new Signal(false)
    const hear = (/** @type {any} */ event) => {
        if (/import\w* (a )?module/i.test((event.reason ?? event.error)?.message)) isPartial.value = true
    }
    addEventListener('error', hear)
    addEventListener('unhandledrejection', hear)
    const isThere = computed(() => copy.isLive.value || copy.state.value.phase === 'none')
    effect(() => {
        if (isThere.value) {
            isAway.value = false
            return
        }
        const timer = setTimeout(() => (isAway.value = true), GRACE)
        return () => clearTimeout(timer)
    })
    effect(() => {
        const { connection } = copy.state.value
        if (connection !== 'connecting') isLost.value = connection === 'offline'
    })
    const sentences = computed(() => {
        const { phase, connection, storage, since } = copy.state.value
        const refused = outbox.entries.value.filter(({ state }) => state === 'refused').length
        const texts = outbox.entries.value.filter(({ kind, state }) => {
            return ['waiting', 'sending'].includes(state) && ['post', 'reply', 'editEvent', 'editReply'].includes(kind)
        })
        const waiting = texts.length
        /** @type {(Sentence | false)[]} */
        const all = [
            refused > 0 && {
                key: 'refused',
                words: `${counted(refused, 'text')} could not be sent.`,
                action: { words: 'See why', run: showOutbox },
            },
            isAway.value && {
                key: 'offline',
                words: phase === 'loading'
                    ? `${
                        isLost.value ? 'The server is not reached' : 'Connecting'
                    }. The page fills as soon as the server answers.`
                    // Without the time since then: screen readers speak of each change.
                    : `${
                        phase === 'renewing' && connection === 'connecting'
                            ? 'Loading what happened'
                            : isLost.value
                            ? 'Offline'
                            : 'Connecting'
                    }: ` +
                        `this is as of ${full(new Date(since), { now: now.value, zone })}.`,
            },
            waiting > 0 && (isAway.value || !outbox.lasts || texts.some(({ reason }) => reason)) && {
                key: 'waiting',
                words: `${counted(waiting)} ${waiting === 1 ? 'waits' : 'wait'} ` +
                    (outbox.lasts
                        ? (isKept.value ? 'to be sent.' : 'on this device only.')
                        : 'in this tab only: keep it open.'),
                action: { words: 'Show', run: showOutbox },
            },
            isPartial.value && {
                key: 'part',
                words: 'A part of this page did not come: there is no network, or the server has a newer page. ' +
                    'Your drafts are kept.',
                action: { words: 'Load the page again', run: () => location.reload() },
            },
            storage !== 'disk' && { key: 'storage', words: STORAGE[storage] },
            Math.abs(ahead.value) > MOST_SKEW && { key: 'clock', words: clockWords(ahead.value) },
        ]
        return all.filter((sentence) => sentence !== false)
    })
    keyed(element, () => sentences.value, ({ key }) => key, (sentence) => {
        const line = copyOf('sentence')
        const words = document.createElement('span')
        line.replaceChildren(words)
        effect(() => {
            if (words.textContent !== sentence.value.words) words.textContent = sentence.value.words
        })
        if (sentence.value.action) {
            const button = document.createElement('button')
            button.textContent = sentence.value.action.words
            button.addEventListener('click', () => sentence.value.action?.run())
            line.append(button)
        }
        return line
    })
}
