// Kinds, names and people in words.

/** @import { Account, Author, Course, Enrollment, EventKind } from '../contract.d.ts' */
/** @import { EventRow } from '../copy/overlay.js' */

/** The signs of the terminal. @type {Record<EventKind, string>} */
export const SIGNS = { note: '·', question: '?', reminder: '◷', exam: '✱', assignment: '✎', notice: '◆' }
export const KINDS = /** @type {EventKind[]} */ (Object.keys(SIGNS))
/** These need a due date. */
export const DATED = ['reminder', 'exam', 'assignment']

/** `CMPT225` of `202530.CMPT225`. @param {string} course */
export function codeOf(course) {
    return course.slice(course.indexOf('.') + 1)
}

/** @param {string} course @param {number} number @param {string | number} [reply] */
export function addressOf(course, number, reply = '') {
    const path = `/c/${encodeURIComponent(course)}/${number}`
    return reply === '' ? path : `${path}#${reply}`
}

/** Characters that show nothing, and change the order of others. */
const ORDERS = /[\u061c\u202a-\u202e\u2066-\u2069]/g

/** An element with words. @param {string} words @param {string} [classes] @param {'span' | 'bdi' | 'li' | 'p' | 'a'} [tag] */
export function span(words, classes = '', tag = 'span') {
    const made = document.createElement(tag)
    if (classes) made.className = classes
    // Characters that end a paragraph or an isolation would end that of `bdi`, and turn what follows.
    made.textContent = words.replace(/[\u2028\u2029]/g, ' ').replace(ORDERS, '')
    return made
}

/** What is written from right to left, or changes the order of what follows. */
const TURNS =
    /[\u0590-\u08ff\u200e\u200f\u2028-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A text of somebody within a sentence of the page, whose order it does not change. @param {string} text */
export function apart(text) {
    return TURNS.test(text) ? `\u2068${text.replace(/[\u2028\u2029]/g, ' ').replace(ORDERS, '')}\u2069` : text
}

/** Nodes with spaces between them. @param {Node[]} nodes @returns {(Node | string)[]} */
export function spaced(nodes) {
    return nodes.flatMap((node) => [node, ' '])
}

/** A kind with its sign, which screen readers do not speak. @param {EventKind} kind */
export function kindOf(kind) {
    const sign = span(SIGNS[kind] ?? '·', 'sign')
    sign.ariaHidden = 'true'
    const made = document.createElement('span')
    made.className = `kind ${kind}`
    made.append(sign, ` ${kind}`)
    return made
}

/**
 * Who wrote something: the name, the handle, the role. Staff are told who is behind an alias.
 * @param {Author} author @param {{ isAnonymous?: boolean, isOwn?: boolean }} [how]
 */
export function whoOf(author, { isAnonymous = false, isOwn = false } = {}) {
    const made = document.createElement('span')
    made.className = 'who'
    made.append(span(author.displayName, 'name', 'bdi'))
    if (author.handle) made.append(' ', span(`@${author.handle}`, 'handle', 'bdi'))
    if (author.role !== 'student') made.append(' ', span(author.role, 'role'))
    if (isOwn) made.append(' ', span('you', 'you'))
    if (isAnonymous && author.handle) made.append(' ', span('anonymous to the class', 'alias'))
    return made
}

/**
 * What the account is in a course.
 * @param {readonly Enrollment[]} enrollments @param {string} course
 */
export function placeIn(enrollments, course) {
    const own = enrollments.filter((enrollment) => enrollment.course === course)
    return {
        isIn: own.length > 0,
        isStaff: own.some(({ role }) => role === 'staff'),
        isInCharge: own.some(({ role, section }) => role === 'staff' && section === null),
        sections: own.flatMap(({ section }) => section === null ? [] : [section]),
    }
}

/** An open question has no answer that was accepted or endorsed. @param {EventRow} event */
export function isOpen({ kind, accepted, endorsed }) {
    return kind === 'question' && !accepted && !endorsed
}

/** Whether the account wrote an event, under an alias too. @param {EventRow} event @param {Account | undefined} account @param {{ mine: boolean } | undefined} mark */
export function isOwn(event, account, mark) {
    return Boolean(event.waiting && event.number === 0) || event.author.id === account?.id || Boolean(mark?.mine)
}

/** Who sees an event, if that is not the whole course. @param {EventRow} event @param {Course | null | undefined} course */
export function audienceOf({ visibility, sections, publication }, course) {
    const codes = sections.map((id) => course?.sections.find((section) => section.id === id)?.code ?? id)
    const whom = publication?.visibility ?? visibility
    const parts = whom === 'staff' ? ['to staff'] : whom === 'private' ? ['only you'] : []
    return [...parts, ...(codes.length > 0 ? [codes.join(', ')] : [])].join(', ')
}

/** `1 reply`, `3 replies`. @param {number} count @param {string} one @param {string} [many] */
export function counted(count, one, many = `${one}s`) {
    return `${count} ${count === 1 ? one : many}`
}

/** Why something is not sent yet. @param {{ state: string, reason?: string | undefined }} waiting */
export function stateWords({ state, reason }) {
    if (state === 'refused') return `The server refused it: ${reason ? apart(reason) : 'it gave no reason'}`
    if (state === 'keeping') return 'Being kept …'
    if (state === 'sending') return 'Sending …'
    return reason
        ? `Waits, and is sent by itself. The server says: ${apart(reason)}`
        : 'Waits for the network; it is sent by itself'
}

/** The same of a change, in a word beside it. @param {{ state: string } | undefined} waiting */
export const waitsWords = (waiting) => waiting && waiting.state !== 'keeping' ? 'waits for the network' : ''
