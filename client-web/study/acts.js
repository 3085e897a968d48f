// What is done with study blocks. It is told at once, with a way back.

import { Signal } from '../platform/signals.js'
import { attempt } from '../rooms/asking.js'
import { apart } from '../events/words.js'
import { shortWords, spanWords } from './words.js'

/** @import { StudyBlockPatch } from '../contract.d.ts' */
/** @import { BlockRow, TaskRow } from '../copy/overlay.js' */
/** @import { World } from '../shell/world.js' */
/** @import { Clock } from './words.js' */

/** @import { Told } from '../rooms/told.js' */
/** @typedef {ReturnType<typeof actsOf>} Acts */

/** @param {World} world @param {HTMLElement} trouble @param {() => Clock} clock */
export function actsOf({ call, outbox, say }, trouble, clock) {
    const told = new Signal(/** @type {Told | undefined} */ (undefined))
    /** @param {string} words @param {() => void} [undo] */
    const tell = (words, undo) => {
        told.value = { words, ...(undo ? { undo } : {}) }
        say(words)
    }
    /** @param {BlockRow} block @param {StudyBlockPatch} patch @param {string} words @param {(StudyBlockPatch | undefined)[]} back in turn */
    async function change(block, patch, words, ...back) {
        if (!await attempt(trouble, () => outbox.block(block, patch))) return
        const parts = back.filter((one) => one !== undefined)
        tell(words, parts.length > 0 ? () => void takeBack(block, parts) : undefined)
    }
    /** @param {BlockRow} block @param {StudyBlockPatch[]} parts */
    async function takeBack(block, parts) {
        const isBack = await attempt(trouble, async () => {
            for (const one of parts) await outbox.block(block, one)
        })
        if (isBack) tell(`Taken back: ${apart(block.title)}.`)
    }
    const named = (/** @type {BlockRow} */ { title }) => apart(title)
    return {
        told,
        tell,
        /** @param {BlockRow} block @param {boolean} isDone */
        done: (block, isDone) =>
            change(
                block,
                { done: isDone, missed: false },
                `${isDone ? 'Done' : 'Open again'}: ${named(block)}.`,
                marksOf(block),
            ),
        /** A block that was missed is planned again. @param {BlockRow} block @param {boolean} isMissed */
        missed: (block, isMissed) => {
            const words = `${isMissed ? 'Missed, and planned again' : 'Open again'}: ${named(block)}.`
            return change(block, { done: false, missed: isMissed }, words, marksOf(block))
        },
        /** @param {BlockRow} block @param {boolean} isPinned */
        pin: (block, isPinned) =>
            change(block, { pinned: isPinned }, `${isPinned ? 'Stays there' : 'May move'}: ${named(block)}.`, {
                pinned: !isPinned,
            }),
        /** It keeps its length unless another end is given, and stays there. @param {BlockRow} block @param {Date} start @param {Date} [end] */
        move: (block, start, end = new Date(start.getTime() + Date.parse(block.end) - Date.parse(block.start))) => {
            const to = { start: utc(start), end: utc(end) }
            if (to.start === utc(new Date(block.start)) && to.end === utc(new Date(block.end))) return Promise.resolve()
            const words = `Moved: ${named(block)}, ${spanWords(to, clock())}. It stays there.`
            const back = { start: block.start, end: block.end }
            // What is moved is pinned, so the way back has two parts.
            return change(block, to, words, back, block.pinned ? undefined : { pinned: false })
        },
        /** Nothing of a task is planned before a moment; null: at any time. @param {TaskRow} task @param {Date | null} until */
        async snooze(task, until) {
            const set = (/** @type {string | null} */ earliest) =>
                call('PATCH', `/v1/me/tasks/${encodeURIComponent(task.id)}`, { body: { earliest } })
            if (!await attempt(trouble, () => set(until && utc(until)))) return
            tell(`${until ? `Not before ${shortWords(until, clock())}` : 'At any time'}: ${apart(task.title)}.`, () => {
                void attempt(trouble, async () => {
                    await set(task.earliest)
                    tell(`Taken back: ${apart(task.title)}.`)
                })
            })
        },
    }
}

/** @param {BlockRow} block */
const marksOf = ({ done, missed }) => ({ done, missed })

/** Whole seconds. @param {Date} date */
const utc = (date) => date.toISOString().replace(/\.\d+/, '')
