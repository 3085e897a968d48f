// A text that is being written: its preview and its files. The draft is kept by whoever asks for the text.

import { choosing } from '../files/choosing.js'
import { input } from '../rooms/asking.js'
import { effect, Signal } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { draw } from '../text/draw.js'

/** @import { WaitingFile } from '../copy/outbox_files.js' */
/** @import { World } from '../shell/world.js' */

/**
 * @param {World} world
 * @param {{ label: string, files?: readonly WaitingFile[], takesFiles?: boolean }} how
 */
export function writing(world, { label, files = [], takesFiles = true }) {
    const element = copyOf('writing')
    const area = /** @type {HTMLTextAreaElement} */ (part(element, 'text'))
    const show = part(element, 'show')
    const preview = part(element, 'preview')
    const isShown = new Signal(false)
    const text = new Signal('')
    fill(element, { label })
    area.addEventListener('input', () => (text.value = area.value))
    show.addEventListener('click', () => (isShown.value = !isShown.value))
    effect(() => {
        preview.hidden = !isShown.value
        show.ariaPressed = String(isShown.value)
        if (!isShown.value) return
        // A pause in typing: each drawing reads the whole text.
        const words = text.value
        const timer = setTimeout(() => preview.replaceChildren(draw(words || '*Nothing is written yet.*')), 100)
        return () => clearTimeout(timer)
    })
    for (const name of ['attach', 'photo', 'advice']) part(element, name).hidden = !takesFiles
    const chosen = choosing(world, {
        area: takesFiles ? element : document.createElement('div'),
        inputs: [input(element, 'files'), input(element, 'camera')],
        list: part(element, 'chosen'),
        trouble: part(element, 'fileTrouble'),
    }, files)
    return {
        element,
        area,
        chosen,
        get text() {
            return area.value
        },
        set text(words) {
            area.value = words
            text.value = words
        },
    }
}

/** Sends a form by Ctrl-Enter. @param {HTMLFormElement} form */
export function sendByKeys(form) {
    form.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        form.requestSubmit()
    })
}

/** What a form says about its draft. @param {boolean} isKept */
export function keptWords(isKept) {
    return isKept
        ? 'Draft kept'
        : 'This browser cannot keep your draft: its disk may be full. Keep this tab open until it is sent.'
}

/** A draft as it was kept; undefined if it is of another version of the page. @param {string} kept @returns {{ [name: string]: unknown } | undefined} */
export function readDraft(kept) {
    try {
        const draft = JSON.parse(kept)
        return draft && typeof draft === 'object' ? draft : undefined
    } catch {
        return undefined
    }
}
