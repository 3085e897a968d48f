// The timer: minutes that are studied for a task. It is kept with the drafts, so it goes on while the page is closed, in all
// tabs, and leaves with the account. What could not be sent waits, and is sent once.

import { alone } from '../accounts/alone.js'
import { Refused, Unreachable } from '../accounts/server.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { apart } from '../events/words.js'
import { hoursWords } from './words.js'

/** @import { World } from '../shell/world.js' */

/** `before` are the minutes of the task before these were first sent: they tell whether the server has counted them. */
/** @typedef {{ task: string, title: string, minutes: number, done: boolean, before?: number }} Stopped */
/** @typedef {{ task: string, title: string, startedAt: string }} Running */
/** @typedef {{ running: Running | null, stopped: Stopped[] }} Kept */
/** @typedef {ReturnType<typeof timerOf>} Timer */

const KEY = '/study#timer'
const LOCK = 'noteit-study-timer'
/** A longer time was probably not studied, in minutes. */
export const LONGEST = 16 * 60

/** @param {string} text @returns {Kept} */
function read(text) {
    try {
        const { running, stopped } = JSON.parse(text || '{}')
        return { running: running ?? null, stopped: stopped ?? [] }
    } catch {
        return { running: null, stopped: [] }
    }
}

/** That another tab took the turn of this one, which slept: what that one left and does now counts. */
class Lost extends Error {}

/** @param {World} world @param {(words: string) => void} tell @param {(error: unknown) => void} fail @param {number} [pause] see `alone` */
export function timerOf({ drafts, call, copy, now }, tell, fail, pause) {
    const kept = new Signal(/** @type {Kept} */ ({ running: null, stopped: [] }))
    effect(() => {
        void drafts.changes.value
        let isOver = false
        drafts.text(KEY).then((text) => {
            if (!isOver) kept.value = read(text)
        }, reportError)
        return () => void (isOver = true)
    })

    /**
     * One tab at a time; again from what stands there then, if another one took the turn meanwhile.
     * @param {(before: Kept, keep: (state: Kept) => Promise<void>) => Promise<Kept> | Kept} run
     */
    async function change(run) {
        const isDone = await alone(navigator.locks ?? null, LOCK, async ({ lost }) => {
            const check = () => {
                if (lost?.aborted) throw new Lost()
            }
            /** @param {Kept} state */
            const write = async (state) => {
                // A tab that slept hears of it before the disk answers.
                await drafts.text(KEY)
                check()
                kept.value = state
                if (state.running || state.stopped.length > 0) await drafts.keep(KEY, JSON.stringify(state))
                else await drafts.forget(KEY)
            }
            try {
                const before = read(await drafts.text(KEY))
                await write(await run(before, (state) => write(state).then(check)))
                return true
            } catch (error) {
                if (error instanceof Lost) return false
                throw error
            }
        }, pause)
        if (!isDone) await change(run)
    }

    /** Whole minutes, rounded; 0 if the clock was set back. @param {Running} running */
    const minutesOf = ({ startedAt }) => Math.max(0, Math.round((Date.now() - Date.parse(startedAt)) / 60_000))
    const minutes = computed(() => {
        void now.value
        return kept.value.running ? minutesOf(kept.value.running) : 0
    })

    /** Ends what runs. @param {Kept} before @param {{ done?: boolean, as?: number }} how @returns {Kept} */
    function ended({ running, stopped }, { done = false, as }) {
        if (!running) return { running, stopped }
        const counted = as ?? Math.min(minutesOf(running), LONGEST)
        if (counted === 0 && !done) tell(`Stopped: ${apart(running.title)}. Less than a minute is not recorded.`)
        if (counted === 0 && !done) return { running: null, stopped }
        const { task, title } = running
        return { running: null, stopped: [...stopped, { task, title, minutes: Math.max(1, counted), done }] }
    }

    /** @param {{ id: string, title: string }} task */
    async function start({ id, title }) {
        await change((before) => ({
            ...ended(before, {}),
            running: { task: id, title, startedAt: new Date().toISOString() },
        }))
        tell(`Started: ${apart(title)}.`)
        await send()
    }

    /** @param {{ done?: boolean, as?: number }} [how] `as`: minutes in place of those that were counted */
    async function stop(how = {}) {
        await change((before) => ended(before, how))
        await send()
    }

    async function discard() {
        await change(({ stopped }) => ({ running: null, stopped }))
        tell('Discarded: nothing is recorded.')
    }

    /** Sends what was stopped; what the server cannot take now waits. */
    async function send() {
        await change(async (before, keep) => {
            let state = before
            for (const one of before.stopped) {
                try {
                    await sendOne(one, (tried) => {
                        state = { ...state, stopped: state.stopped.map((other) => other === one ? tried : other) }
                        return keep(state)
                    })
                } catch (error) {
                    if (error instanceof Lost) throw error
                    const isGone = error instanceof Refused && !error.isPassing && error.status !== 401
                    if (!isGone) {
                        if (!(error instanceof Unreachable || error instanceof Refused)) fail(error)
                        return state
                    }
                    fail(new Error(`${hoursWords(one.minutes)} for ${apart(one.title)} are not recorded: ${error.message}`))
                }
                state = { ...state, stopped: state.stopped.slice(1) }
            }
            return state
        })
    }

    /** @param {Stopped} one @param {(tried: Stopped) => Promise<void>} keepTried */
    async function sendOne(one, keepTried) {
        const path = `/v1/me/tasks/${encodeURIComponent(one.task)}`
        const { body: found } = await call('GET', path)
        const { before } = one
        let task = found
        if (before === undefined || found.minutesDone < before + one.minutes) {
            await keepTried({ ...one, before: found.minutesDone })
            const body = { done: one.done || found.done, minutes: one.minutes }
            task = (await call('POST', `${path}/done`, { body })).body
        }
        const state = task.done
            ? ', done'
            : task.minutes && !task.every
            ? `, ${hoursWords(task.minutesDone)} of ${hoursWords(task.minutes)}`
            : ''
        tell(`Recorded ${hoursWords(one.minutes)} for ${apart(one.title)}${state}.`)
    }

    const isWaiting = computed(() => copy.isLive.value && kept.value.stopped.length > 0)
    effect(() => {
        if (isWaiting.value) untracked(() => void send().catch(fail))
    })
    return { kept, minutes, start, stop, discard }
}
