// What is done with study blocks. It is told at once, with a way back.

import { Signal } from '../platform/signals.js'
import { attempt } from '../rooms/asking.js'
import { apart } from '../events/words.js'
import { spanWords } from './words.js'

/** @import { StudyBlockPatch } from '../contract.d.ts' */
/** @import { BlockRow } from '../copy/overlay.js' */
/** @import { World } from '../shell/world.js' */
/** @import { Clock } from './words.js' */

/** What was done, and what takes it back. @typedef {{ words: string, undo?: () => void }} Told */
/** @typedef {ReturnType<typeof actsOf>} Acts */

/** @param {World} world @param {HTMLElement} trouble @param {() => Clock} clock */
export function actsOf({ outbox, say }, trouble, clock) {
    const told = new Signal(/** @type {Told | undefined} */ (undefined))
    /** @param {string} words @param {() => void} [undo] */
    const tell = (words, undo) => {
        told.value = { words, ...(undo ? { undo } : {}) }
        say(words)
    }
    /** @param {BlockRow} block @param {StudyBlockPatch} patch @param {string} words @param {StudyBlockPatch} [back] */
    async function change(block, patch, words, back) {
        if (!await attempt(trouble, () => outbox.block(block, patch))) return
        tell(words, back && (() => void change(block, back, `Taken back: ${apart(block.title)}.`)))
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
            return change(block, to, `Moved: ${named(block)}, ${spanWords(to, clock())}. It stays there.`, {
                start: block.start,
                end: block.end,
            })
        },
    }
}

/** @param {BlockRow} block */
const marksOf = ({ done, missed }) => ({ done, missed })

/** Whole seconds. @param {Date} date */
const utc = (date) => date.toISOString().replace(/\.\d+/, '')
