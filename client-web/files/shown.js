// The files of a text: a list to save them from, and pictures in the text.

import { attempt } from '../rooms/asking.js'
import { keyed } from '../platform/lists.js'
import { computed, effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { draw } from '../text/draw.js'

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

/** The name of a file without its ending. @param {string} name what people call it @param {string} otherwise if nothing of that is left */
export const fileName = (name, otherwise) => name.replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || otherwise

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
 * Draws a text with the pictures among its files. Those that it does not name stand below it.
 * @param {World} world @param {HTMLElement} place @param {() => string} post the id of the event or reply
 * @param {() => string | undefined} text nothing is drawn while there is none
 * @param {() => readonly Attachment[]} files @param {{ heading?: number }} [options]
 */
export function illustrate(world, place, post, text, files, options = {}) {
    const [words, known] = [computed(text), computed(() => JSON.stringify(files()))]
    effect(() => {
        const all = /** @type {Attachment[]} */ (JSON.parse(known.value))
        const show = picturesOf(world, post)
        /** @type {Set<Attachment>} */
        const named = new Set()
        const picture = (/** @type {string} */ address, /** @type {string} */ words) => {
            const file = all.find(({ name }) => name === decoded(address))
            const shown = file && show(file, words)
            if (file && shown) named.add(file)
            return shown
        }
        const drawn = words.value === undefined ? [] : [draw(words.value, { ...options, picture })]
        const others = drawn.length > 0 ? all.filter((file) => !named.has(file)) : []
        place.replaceChildren(...drawn, ...others.flatMap((file) => show(file, '') ?? []))
    })
}

/**
 * Makes pictures of files. They are loaded when they come near the window, decoded, and given back with the scope.
 * @param {World} world @param {() => string} post @returns {(file: Attachment, words: string) => HTMLImageElement | undefined}
 */
function picturesOf(world, post) {
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
    let isOver = false
    effect(() => () => {
        isOver = true
        watcher?.disconnect()
        for (const address of addresses.values()) address.then((found) => URL.revokeObjectURL(found), () => {})
    })

    /** @param {HTMLImageElement} image @param {Attachment} file */
    async function load(image, { id, mediaType }) {
        const get = async () => {
            const blob = await world.copy.picture(untracked(post), id, () => world.download(pathOf(id)))
            return URL.createObjectURL(new Blob([blob], { type: mediaType }))
        }
        const known = addresses.get(id) ?? get()
        addresses.set(id, known)
        try {
            const address = await known
            if (isOver) return
            image.src = address
            await image.decode()
        } catch {
            addresses.delete(id)
            // Below the text, its name in the list of files says enough.
            image.replaceWith(...(image.closest('.text') ? [`[image${image.alt ? `: ${image.alt}` : ''}]`] : []))
        }
    }

    return (file, words) => {
        if (!PICTURES.includes(file.mediaType) || file.size > LARGEST_PICTURE) return undefined
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
