// Terms of a degree, such as `202730`: a year, and 10 for spring, 20 for summer or 30 for fall. Ordered as texts.

/** @import { Season } from '../contract.d.ts' */

/** @type {readonly Season[]} */
export const SEASONS = ['spring', 'summer', 'fall']

/** @param {string} term @returns {Season} */
export const seasonOf = (term) => SEASONS[Number(term.slice(4)) / 10 - 1] ?? 'fall'

/** @param {string} words */
export const capital = (words) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`

/** `Fall 2027`; of a record's items without a term, words. @param {string | null} term */
export const termName = (term) => term === null ? 'Without a term' : `${capital(seasonOf(term))} ${term.slice(0, 4)}`

/** The term so many terms later. @param {string} term @param {number} steps */
export function later(term, steps) {
    const ordinal = Number(term.slice(0, 4)) * 3 + Number(term.slice(4)) / 10 - 1 + steps
    return `${Math.floor(ordinal / 3)}${(ordinal % 3 + 1) * 10}`
}

/** January, May and September begin a term. @param {string} day such as `2027-01-20` */
export function termOn(day) {
    const month = Number(day.slice(5, 7))
    return `${day.slice(0, 4)}${month < 5 ? 10 : month < 9 ? 20 : 30}`
}

/** Terms one after the other. @param {string} from @param {number} count @param {boolean} [summers] */
export function termsFrom(from, count, summers = true) {
    return Array.from({ length: count }, (_, step) => later(from, step)).filter((term) =>
        summers || seasonOf(term) !== 'summer'
    )
}
