// The week as a picture (SVG 1.1), the same as the terminal's: 120 points for a day, one for a minute.

import { clockWords } from '../rooms/days.js'
import { blocksOf, DAYS, hoursOf } from './week.js'

/** @import { Block, Entry } from './week.js' */

const COLOURS = ['#90caf9', '#a5d6a7', '#ce93d8', '#fff59d', '#80deea', '#ef9a9a', '#cfd8dc']
/** A line of a block takes no more letters. */
const MOST = 17

/** @param {string} text */
const escaped = (text) =>
    text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`).replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
/** @param {string} text */
const cut = (text) => {
    const letters = Array.from(text)
    return letters.length > MOST ? `${letters.slice(0, MOST - 1).join('')}…` : text
}

/** @param {string} title @param {readonly Entry[]} entries @returns {string} */
export function pictureOf(title, entries) {
    const blocks = blocksOf(entries).sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
    const courses = [...new Set(entries.map(({ course }) => course.id))]
    const [first] = hoursOf(blocks)
    const last = blocks.length > 0 ? Math.max(...blocks.map(({ to }) => to)) : 1020
    const days = Math.max(5, ...blocks.map(({ day }) => day + 1))
    const [wide, tall] = [60 + days * 120, 70 + last - first * 60]
    const parts = [
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${tall}" font-family="sans-serif" font-size="12">`,
        `<title>${escaped(title)}</title>`,
        `<rect width="${wide}" height="${tall}" fill="white"/>`,
        `<text x="10" y="20" font-size="16">${escaped(title)}</text>`,
    ]
    for (let day = 0; day < days; day += 1) {
        parts.push(`<text x="${60 + day * 120}" y="44" font-weight="bold">${DAYS[day]}</text>`)
    }
    for (let minute = first * 60; minute <= last; minute += 60) {
        const y = 54 + minute - first * 60
        parts.push(
            `<path d="M50 ${y}H${wide}" stroke="silver"/>`,
            `<text x="8" y="${y + 4}" fill="gray">${clockWords(minute)}</text>`,
        )
    }
    return [...parts, ...blocks.flatMap((block) => drawn(block, first, courses)), '</svg>', ''].join('\n')
}

/** As the terminal draws them. @param {Block} block */
const orderOf = ({ from, to, day, entry: { course, section }, slot: { meeting } }) =>
    `${clockWords(from)} ${clockWords(to)} ${course.subject}${course.number} ${
        meeting.kind ?? section.kind
    } ${section.code} ${day}`

/** @param {Block} block @param {number} first @param {readonly string[]} courses */
function drawn({ day, from, to, lane, lanes, entry: { course, section }, slot: { meeting, dates }, place }, first, courses) {
    const wide = 114 / lanes
    const [x, y, tall] = [60 + day * 120 + lane * wide, 54 + from - first * 60, to - from]
    const fill = COLOURS[Math.max(0, courses.indexOf(course.id)) % COLOURS.length]
    const detail = `${meeting.kind ?? section.kind} ${section.code}`
    const lines = [`${course.subject}${course.number}`, detail, dates, `${meeting.start}-${meeting.end}`, place].filter(
        Boolean,
    )
    return [
        `<rect x="${x}" y="${y}" width="${wide}" height="${tall}" rx="4" fill="${fill}"/>`,
        ...lines.slice(0, Math.max(1, Math.floor((tall - 4) / 15))).map((text, row) =>
            `<text x="${x + 6}" y="${y + 16 + row * 15}"${row === 0 ? ' font-weight="bold"' : ''}>${escaped(cut(text))}</text>`
        ),
    ]
}
