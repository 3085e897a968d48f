// Files for a text that is being written: chosen, dropped or pasted. Each is sent at once and belongs to the text later.

import { onClick } from '../rooms/asking.js'
import { keyed } from '../platform/lists.js'
import { effect, Signal } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { sizeOf } from './shown.js'

/** @import { Attachment } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */

/** @typedef {{ id: string, name: string, size: number, state: 'sending' | 'there' | 'failed', reason: string, file?: File }} Chosen */

export const MOST_FILES = 10

/**
 * @param {World} world
 * @param {{ area: HTMLElement, input: HTMLInputElement, list: HTMLElement }} parts where files are dropped and pasted, where
 *     they are chosen, where they are listed
 * @param {readonly Attachment[]} [before] what the text has already
 */
export function choosing(world, { area, input, list }, before = []) {
    /** @type {Signal<readonly Chosen[]>} */
    const chosen = new Signal(before.map(({ id, name, size }) => ({ id, name, size, state: 'there', reason: '' })))
    const ends = new AbortController()
    const listens = { signal: ends.signal }
    effect(() => () => ends.abort())

    /** @param {string} id @param {Partial<Chosen>} fields */
    const change = (id, fields) => {
        chosen.value = chosen.value.map((file) => file.id === id ? { ...file, ...fields } : file)
    }
    /** @param {Chosen} file */
    const send = async ({ id, name, file }) => {
        change(id, { state: 'sending', reason: '' })
        try {
            await world.call('POST', `/v1/attachments?name=${encodeURIComponent(name)}&id=${id}`, { body: file })
            change(id, { state: 'there' })
            world.say(`${name} is attached.`)
        } catch (error) {
            change(id, { state: 'failed', reason: error instanceof Error ? error.message : String(error) })
        }
    }
    /** @param {Iterable<File>} files */
    const take = (files) => {
        for (const file of files) {
            if (chosen.value.length >= MOST_FILES) return world.say(`A text has at most ${MOST_FILES} files.`)
            /** @type {Chosen} */
            const made = { id: world.newID(), name: file.name, size: file.size, state: 'sending', reason: '', file }
            chosen.value = [...chosen.value, made]
            void send(made)
        }
    }
    /** @param {Chosen} file */
    const remove = ({ id, file }) => {
        chosen.value = chosen.value.filter((other) => other.id !== id)
        // The server deletes by itself what is attached to nothing.
        if (file) world.call('DELETE', `/v1/attachments/${id}`).catch(() => {})
    }

    input.addEventListener('change', () => {
        take(Array.from(input.files ?? []))
        input.value = ''
    }, listens)
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
        take(files)
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
            part(row, 'again').hidden = file.value.state !== 'failed'
            part(row, 'remove').ariaLabel = `Remove ${file.value.name}`
        })
        onClick(row, 'again', () => void send(remember()))
        onClick(row, 'remove', () => remove(file.value))
        return row
    })

    return {
        /** The ids of the files; undefined if one is not there yet. */
        ids: () => chosen.value.every(({ state }) => state === 'there') ? chosen.value.map(({ id }) => id) : undefined,
        /** Begins anew, without files. */
        clear: () => (chosen.value = []),
        take,
    }
}
