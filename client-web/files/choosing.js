// Files for a text that is being written: chosen, dropped, pasted, photographed. Each is sent at once and belongs to the text
// later. What did not arrive yet when the text is posted waits with it in the outbox.

import { apart } from '../events/words.js'
import { Refused, Unreachable } from '../accounts/server.js'
import { onClick } from '../rooms/asking.js'
import { keyed } from '../platform/lists.js'
import { effect, Signal } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { sizeOf } from './shown.js'
import { showProgress } from './waiting.js'

/** @import { World } from '../shell/world.js' */

/** @import { GivenFile, WaitingFile } from '../copy/outbox_files.js' */

/**
 * `waits`: it is sent with the text. `failed`: the server refuses it.
 * @typedef {object} Chosen
 * @property {string} id
 * @property {string} name
 * @property {number} size
 * @property {'sending' | 'there' | 'waits' | 'failed'} state
 * @property {string} reason
 * @property {number} share how much of it was sent, from 0 to 1
 * @property {number} [sent] when it arrived
 * @property {File} [file]
 */

export const MOST_FILES = 10
/** As in the contract. */
const LARGEST = 25 * 1024 * 1024

/**
 * @param {World} world
 * @param {{ area: HTMLElement, inputs: HTMLInputElement[], list: HTMLElement, trouble: HTMLElement }} parts where files are
 *     dropped and pasted, where they are chosen, where they are listed
 * @param {readonly WaitingFile[]} [before] what the text has already
 */
export function choosing(world, { area, inputs, list, trouble }, before = []) {
    /** @type {Signal<readonly Chosen[]>} */
    const chosen = new Signal(
        before.map(({ id, name, size }) => ({ id, name, size, state: 'there', reason: '', share: 1 })),
    )
    /** Ends the sending of a file. @type {Map<string, AbortController>} */
    const sending = new Map()
    const ends = new AbortController()
    const listens = { signal: ends.signal }
    effect(() => () => ends.abort())

    /** @param {string} id @param {Partial<Chosen>} fields */
    const change = (id, fields) => {
        chosen.value = chosen.value.map((file) => file.id === id ? { ...file, ...fields } : file)
    }
    /** @param {Chosen} file */
    const send = async ({ id, name, file }) => {
        change(id, { state: 'sending', reason: '', share: 0 })
        const stops = new AbortController()
        sending.set(id, stops)
        try {
            await world.call('POST', `/v1/attachments?name=${encodeURIComponent(name)}&id=${id}`, {
                body: file,
                signal: stops.signal,
                progress: (share) => change(id, { share }),
            })
            if (stops.signal.aborted) return
            change(id, { state: 'there', sent: Date.now() })
            world.say(`${name} is attached.`)
        } catch (error) {
            const isPassing = error instanceof Unreachable || (error instanceof Refused && error.isPassing)
            const reason = error instanceof Error ? error.message : String(error)
            const isGone = error instanceof Unreachable && !stops.signal.aborted && !(await isReadable(file))
            if (isGone) change(id, { state: 'failed', reason: 'It cannot be read any more. Remove it, and choose it again.' })
            else if (stops.signal.aborted || isPassing) change(id, { state: 'waits', reason: 'Is sent with your text.' })
            else change(id, { state: 'failed', reason: nameTrouble(error) || reason })
        } finally {
            if (sending.get(id) === stops) sending.delete(id)
        }
    }
    const tell = (/** @type {string} */ words) => {
        trouble.textContent = words
        trouble.hidden = !words
    }
    /** @param {Iterable<File>} files */
    const take = (files) => {
        tell('')
        for (const file of files) {
            if (chosen.value.length >= MOST_FILES) {
                tell(`A text has at most ${MOST_FILES} files.`)
                return
            }
            if (file.size > LARGEST) {
                tell(`${file.name} has ${sizeOf(file.size)}. A file has at most 25 MiB: make it smaller, or link to it.`)
                continue
            }
            if (file.size === 0) {
                tell(`${file.name} is empty. Choose another file.`)
                continue
            }
            /** @type {Chosen} */
            const made = {
                id: world.newID(),
                name: shortened(file.name),
                size: file.size,
                state: 'sending',
                reason: '',
                share: 0,
                file,
            }
            chosen.value = [...chosen.value, made]
            void send(made)
        }
    }
    /** @param {Chosen} file */
    const remove = ({ id, file }) => {
        chosen.value = chosen.value.filter((other) => other.id !== id)
        sending.get(id)?.abort()
        // The server deletes by itself what is attached to nothing.
        if (file) world.call('DELETE', `/v1/attachments/${id}`).catch(() => {})
    }

    for (const input of inputs) {
        input.addEventListener('change', () => {
            take(Array.from(input.files ?? []))
            input.value = ''
        }, listens)
    }
    area.addEventListener('paste', (event) => {
        const files = Array.from(event.clipboardData?.files ?? [])
        if (files.length === 0) return
        event.preventDefault()
        take(files)
    }, listens)
    area.addEventListener('dragover', (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        area.classList.add('over')
    }, listens)
    area.addEventListener('dragleave', () => area.classList.remove('over'), listens)
    area.addEventListener('drop', (event) => {
        area.classList.remove('over')
        const files = Array.from(event.dataTransfer?.files ?? [])
        if (files.length === 0) return
        event.preventDefault()
        const items = Array.from(event.dataTransfer?.items ?? []).filter(({ kind }) => kind === 'file')
        const folders = new Set(items.flatMap((item, index) => item.webkitGetAsEntry()?.isDirectory ? [files[index]] : []))
        take(files.filter((file) => !folders.has(file)))
        const [folder] = folders
        if (folder) tell(`${folder.name} is a folder. Choose its files, or make one archive of it, such as a .zip.`)
    }, listens)

    keyed(list, () => chosen.value, ({ id }) => id, (file) => {
        const row = copyOf('chosen-file')
        const remember = () => /** @type {Chosen} */ (chosen.value.find(({ id }) => id === file.value.id))
        fill(row, {
            name: () => file.value.name,
            size: () => sizeOf(file.value.size),
            state: () => file.value.state === 'sending' ? 'Sending …' : file.value.reason,
        })
        effect(() => {
            part(row, 'again').hidden = file.value.state !== 'failed' && file.value.state !== 'waits'
            showProgress(part(row, 'progress'), file.value.state === 'sending' ? file.value : undefined)
            part(row, 'remove').ariaLabel = `Remove ${apart(file.value.name)}`
        })
        onClick(row, 'again', () => void send(remember()))
        onClick(row, 'remove', () => remove(file.value))
        return row
    })

    return {
        /**
         * All files of the text, for the outbox, which sends what has not arrived. Throws a sentence if one was refused.
         * @returns {GivenFile[]}
         */
        handOver() {
            const refused = chosen.value.find(({ state }) => state === 'failed')
            if (refused) throw new Error(`${refused.name} was refused. Remove it, or try it again.`)
            for (const stops of sending.values()) stops.abort()
            return chosen.value.map(({ id, name, size, sent, file }) => {
                return { id, name, size, ...(sent ? { sent } : {}), ...(file ? { blob: file } : {}) }
            })
        },
        /** Begins anew, without files. */
        clear: () => (chosen.value = []),
        take,
    }
}

/** The longest name, in characters and in bytes, as in the contract. */
const LONGEST = [200, 255]

/** A name that the server takes: a long one loses letters before its ending. @param {string} name */
function shortened(name) {
    const dot = name.lastIndexOf('.')
    const ending = dot > 0 && name.length - dot <= 20 ? name.slice(dot) : ''
    const letters = Array.from(ending ? name.slice(0, dot) : name)
    const isLong = () => {
        const now = letters.join('') + ending
        return Array.from(now).length > (LONGEST[0] ?? 0) || new TextEncoder().encode(now).length > (LONGEST[1] ?? 0)
    }
    while (letters.length > 1 && isLong()) letters.pop()
    return letters.join('') + ending
}

/** Whether the bytes of a file can still be read: it may have been moved or deleted. @param {Blob | undefined} file */
async function isReadable(file) {
    return await file?.slice(0, 1).arrayBuffer().then(() => true, () => false)
}

/** What the server says against the name of a file, as a sentence. @param {unknown} error */
function nameTrouble(error) {
    const why = error instanceof Refused && error.about('name')
    return why ? `Its name ${why}. Rename it, and choose it again.` : ''
}
