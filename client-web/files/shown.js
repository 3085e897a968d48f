// The files of a text: a list to save them from, and pictures in the text.

import { attempt } from '../rooms/asking.js'
import { keyed } from '../platform/lists.js'
import { effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'

/** @import { Attachment } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */

/** The server tells types by the bytes, so a name cannot lie. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
/** Larger ones are only saved. */
const LARGEST_PICTURE = 12 * 1024 * 1024

/** `3.4 MB`. @param {number} bytes */
export function sizeOf(bytes) {
    const [size, unit] = bytes < 1000 ? [bytes, 'B'] : bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
    return `${size < 10 && unit !== 'B' ? size.toFixed(1) : Math.round(size)} ${unit}`
}

/** @param {string} id */
const pathOf = (id) => `/v1/attachments/${encodeURIComponent(id)}`

/**
 * Lists files with a button for each that saves it.
 * @param {World} world @param {HTMLElement} list @param {() => readonly Attachment[]} files
 */
export function listFiles(world, list, files) {
    effect(() => void (list.hidden = files().length === 0))
    keyed(list, files, ({ id }) => id, (file) => {
        const row = copyOf('file')
        fill(row, { name: () => file.value.name, size: () => sizeOf(file.value.size) })
        part(row, 'save').addEventListener('click', () =>
            attempt(part(row, 'trouble'), async () => {
                save(await world.download(pathOf(file.value.id)), file.value.name)
                world.say(`${file.value.name} is saved.`)
            }))
        return row
    })
}

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
    const link = document.createElement('a')
    // The type keeps the browser from showing it.
    link.href = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }))
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/**
 * Pictures for `draw`: those of the text's own files, named by their names. They are loaded when they come near the window,
 * decoded, and given back with the scope.
 * @param {World} world @param {() => readonly Attachment[]} files
 * @returns {(address: string, words: string) => Node | undefined}
 */
export function picturesOf(world, files) {
    /** @type {Map<string, Promise<string>>} */
    const addresses = new Map()
    /** @type {Map<Element, Attachment>} */
    const waiting = new Map()
    /** Made with the first picture: most texts have none. @type {IntersectionObserver | undefined} */
    let watcher
    const watch = () =>
        new IntersectionObserver((found) => {
            for (const { target, isIntersecting } of found) {
                const file = isIntersecting && waiting.get(target)
                if (!file) continue
                watcher?.unobserve(target)
                waiting.delete(target)
                void load(/** @type {HTMLImageElement} */ (target), file)
            }
        }, { rootMargin: '500px' })
    effect(() => () => {
        watcher?.disconnect()
        for (const address of addresses.values()) address.then((found) => URL.revokeObjectURL(found), () => {})
    })

    /** @param {HTMLImageElement} image @param {Attachment} file */
    async function load(image, { id, mediaType }) {
        const known = addresses.get(id) ??
            world.download(pathOf(id)).then((blob) => URL.createObjectURL(new Blob([blob], { type: mediaType })))
        addresses.set(id, known)
        try {
            image.src = await known
            await image.decode()
        } catch {
            addresses.delete(id)
            image.replaceWith(`[image${image.alt ? `: ${image.alt}` : ''}]`)
        }
    }

    return (address, words) => {
        const name = decoded(address)
        const file = files().find((file) => file.name === name)
        if (!file || !PICTURES.includes(file.mediaType) || file.size > LARGEST_PICTURE) return undefined
        const image = document.createElement('img')
        image.alt = words || file.name
        image.className = 'picture'
        waiting.set(image, file)
        watcher ??= watch()
        watcher.observe(image)
        return image
    }
}

/** @param {string} address */
function decoded(address) {
    try {
        return decodeURIComponent(address)
    } catch {
        return address
    }
}
