// A short text as a QR code (ISO/IEC 18004): bytes, error correction L, mask 0, versions 1 to 9.

/** By version: all codewords, those for error correction of a block, the blocks. */
const SIZES = [[26, 7, 1], [44, 10, 1], [70, 15, 1], [100, 20, 1], [134, 26, 1], [172, 18, 2], [196, 20, 2], [242, 24, 2], [
    292,
    30,
    2,
]]
/** The centres of the alignment patterns. @type {number[][]} */
const CENTRES = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46]]
/** Of level L and mask 0. */
const FORMAT = 0x77c4
/** From version 7 on. */
const VERSIONS = [0x07c94, 0x085bc, 0x09a99]

/** A product in GF(256). @param {number} a @param {number} b */
function times(a, b) {
    let product = 0
    for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a)
    return product
}

/** The codewords that correct errors (Reed and Solomon). @param {number[]} data @param {number} count */
function corrections(data, count) {
    const divisor = [...Array(count - 1).fill(0), 1]
    for (let i = 0, root = 1; i < count; i++, root = times(root, 2)) {
        for (let j = 0; j < count; j++) divisor[j] = times(divisor[j], root) ^ (divisor[j + 1] ?? 0)
    }
    const rest = Array(count).fill(0)
    for (const byte of data) {
        const factor = byte ^ rest.shift()
        rest.push(0)
        for (let j = 0; j < count; j++) rest[j] ^= times(divisor[j], factor)
    }
    return rest
}

/** @param {Uint8Array} bytes @returns {{ version: number, words: number[] } | undefined} */
function codewords(bytes) {
    const version = SIZES.findIndex(([all = 0, each = 0, blocks = 0]) => bytes.length + 2 <= all - each * blocks) + 1
    if (version === 0) return undefined
    const [all = 0, each = 0, blocks = 1] = SIZES[version - 1] ?? []
    const bits = `0100${bytes.length.toString(2).padStart(8, '0')}` +
        Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('') + '0000'
    const data = Array.from({ length: bits.length / 8 }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8), 2))
    const room = all - each * blocks
    for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad)
    const size = room / blocks
    const parts = Array.from({ length: blocks }, (_, i) => data.slice(i * size, (i + 1) * size))
    const checks = parts.map((part) => corrections(part, each))
    /** @param {number[][]} lists @param {number} length */
    const woven = (lists, length) => Array.from({ length }, (_, i) => lists.map((list) => list[i] ?? 0)).flat()
    return { version, words: [...woven(parts, size), ...woven(checks, each)] }
}

/** Rows of modules, dark ones true; undefined if the text is too long. @param {string} text @returns {boolean[][] | undefined} */
export function qrCode(text) {
    const made = codewords(new TextEncoder().encode(text))
    if (!made) return undefined
    const { version, words } = made
    const size = 17 + 4 * version
    /** What is not data. @type {(boolean | undefined)[][]} */
    const fixed = Array.from({ length: size }, () => Array(size).fill(undefined))
    const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ dark) => {
        const row = fixed[y]
        if (row && x >= 0 && x < size) row[x] = dark
    }
    for (let i = 0; i < size; i++) {
        set(6, i, i % 2 === 0)
        set(i, 6, i % 2 === 0)
    }
    for (const [left, top] of /** @type {[number, number][]} */ ([[3, 3], [size - 4, 3], [3, size - 4]])) {
        for (let y = -4; y <= 4; y++) {
            for (let x = -4; x <= 4; x++) {
                const ring = Math.max(Math.abs(x), Math.abs(y))
                set(left + x, top + y, ring !== 2 && ring !== 4)
            }
        }
    }
    const centres = CENTRES[version - 1] ?? []
    const last = centres.at(-1)
    for (const y of centres) {
        for (const x of centres) {
            if ([[6, 6], [6, last], [last, 6]].some(([a, b]) => a === x && b === y)) continue
            for (let j = -2; j <= 2; j++) {
                for (let i = -2; i <= 2; i++) set(x + i, y + j, Math.max(Math.abs(i), Math.abs(j)) !== 1)
            }
        }
    }
    const bit = (/** @type {number} */ value, /** @type {number} */ i) => ((value >> i) & 1) === 1
    for (let i = 0; i < 15; i++) {
        const dark = bit(FORMAT, i)
        if (i < 8) set(8, i < 6 ? i : i + 1, dark)
        else set(i === 8 ? 7 : 14 - i, 8, dark)
        if (i < 8) set(size - 1 - i, 8, dark)
        else set(8, size - 15 + i, dark)
    }
    set(8, size - 8, true)
    for (let i = 0; version >= 7 && i < 18; i++) {
        const [a, b, dark] = [size - 11 + i % 3, Math.floor(i / 3), bit(VERSIONS[version - 7] ?? 0, i)]
        set(a, b, dark)
        set(b, a, dark)
    }
    let next = 0
    const rows = fixed.map((row) => row.map((dark) => dark ?? false))
    // Two columns at a time, up and down in turns; the column of the timing pattern is left out.
    for (let right = size - 1; right >= 1; right -= right === 8 ? 3 : 2) {
        for (let step = 0; step < size; step++) {
            const isUp = ((right + 1) & 2) === 0
            const y = isUp ? size - 1 - step : step
            for (const x of [right, right - 1]) {
                if (fixed[y]?.[x] !== undefined) continue
                const dark = bit(words[next >> 3] ?? 0, 7 - (next & 7))
                next += 1
                const row = rows[y]
                if (row) row[x] = dark !== ((x + y) % 2 === 0)
            }
        }
    }
    return rows
}

/** The code as a picture, with the light border that the standard demands. @param {string} text @returns {SVGElement | undefined} */
export function qrPicture(text) {
    const rows = qrCode(text)
    if (!rows) return undefined
    const make = (/** @type {string} */ name, /** @type {Record<string, string>} */ given) => {
        const element = document.createElementNS('http://www.w3.org/2000/svg', name)
        for (const [key, value] of Object.entries(given)) element.setAttribute(key, value)
        return /** @type {SVGElement} */ (element)
    }
    const size = String(rows.length + 8)
    const svg = make('svg', {
        viewBox: `0 0 ${size} ${size}`,
        width: '240',
        height: '240',
        role: 'img',
        'aria-label': 'QR code',
    })
    const path = rows.flatMap((row, y) => row.map((dark, x) => dark ? `M${x + 4} ${y + 4}h1v1h-1z` : '')).join('')
    svg.append(make('rect', { width: size, height: size, fill: '#fff' }), make('path', { d: path, fill: '#000' }))
    return svg
}
