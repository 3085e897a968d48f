// The files of a text that waits in the outbox, and how much of one has been sent.

import { apart } from '../events/words.js'
import { keyed } from '../platform/lists.js'
import { effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { sizeOf } from './shown.js'

/** @import { WaitingFile } from '../copy/outbox_files.js' */
/** @import { Outbox } from '../copy/outbox.js' */

/** @param {Pick<Outbox, 'progress'>} outbox @param {HTMLElement} list @param {() => readonly WaitingFile[]} files */
export function listWaiting({ progress }, list, files) {
    effect(() => void (list.hidden = files().length === 0))
    keyed(list, files, ({ id }) => id, (file) => {
        const row = copyOf('waiting-file')
        fill(row, { name: () => file.value.name, size: () => sizeOf(file.value.size) })
        effect(() => {
            const share = progress.value?.id === file.value.id ? progress.value.share : undefined
            showProgress(part(row, 'progress'), share === undefined ? undefined : { name: file.value.name, share })
        })
        return row
    })
}

/** Shows how far a file is; hidden without one. @param {HTMLElement} bar @param {{ name: string, share: number } | undefined} file */
export function showProgress(bar, file) {
    bar.hidden = file === undefined
    if (!(bar instanceof HTMLProgressElement) || !file) return
    bar.value = file.share
    bar.ariaLabel = `Sending ${apart(file.name)}`
}
