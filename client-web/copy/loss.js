// What must leave the copy when the account loses a section or its place on a staff. The rule of docs/log.md.

/** @import { Author, Enrollment, Event } from '../contract.d.ts' */
/** @import { Row, Rows, Step } from './rows.js' */

/**
 * Who may see an event, and who among them sees the person behind an alias.
 * @param {Event} event @param {boolean} isOwn @param {Enrollment[]} enrollments in its course
 */
function sight(event, isOwn, enrollments) {
    const isWholeStaff = enrollments.some(({ section }) => section === null)
    const sections = enrollments.filter(({ section }) => section !== null && event.sections.includes(section))
    const isStaff = enrollments.some(({ role, section }) => section === null || role === 'staff')
    const isInsider = isWholeStaff || (event.sections.length === 0 ? isStaff : sections.some(({ role }) => role === 'staff'))
    if (event.visibility === 'private') return { isSeen: isOwn, isInsider: false }
    if (enrollments.length === 0) return { isSeen: false, isInsider: false }
    if (event.visibility === 'staff') return { isSeen: isInsider || isOwn, isInsider }
    const isSeen = event.sections.length === 0 || isWholeStaff || sections.length > 0 || isOwn
    return { isSeen, isInsider }
}

/**
 * What happens to the rows of a course, after its enrollment that was lost has gone.
 * @param {string} course @param {Rows} rows
 * @returns {Promise<Step[]>}
 */
export async function afterLoss(course, rows) {
    const [account] = await rows.list('account', '')
    const enrollments = (await rows.list('enrollment', course)).map(({ body }) => /** @type {Enrollment} */ (body))
    const own = new Set((await rows.list('mark', course)).filter(({ body }) => body.mine).map(({ id }) => id))
    /** @type {Step[]} */
    const steps = []
    if (enrollments.length === 0) {
        for (const { kind, id } of await rows.list('removal', course)) steps.push({ drop: [kind, id] })
        steps.push({ drop: ['course', course] })
    }
    for (const row of await rows.list('event', course)) {
        const event = /** @type {Event} */ (row.body)
        const isOwn = event.visibility === 'private' || own.has(row.id) || event.author.id === account?.id
        const { isSeen, isInsider } = sight(event, isOwn, enrollments)
        if (!isSeen) steps.push({ drop: ['event', row.id] })
        else if (!isInsider) {
            for (const each of [row, ...(await rows.list('reply', row.id))]) {
                const hidden = withoutAuthor(each)
                if (hidden !== each) steps.push({ put: hidden })
            }
        }
    }
    return steps
}

/**
 * A post without what only staff see: the email, and the person under an alias. An alias stays as it is.
 * @param {Row} row @returns {Row} the same row if there was nothing to hide
 */
function withoutAuthor(row) {
    const author = /** @type {Author} */ (row.body.author)
    const isAlias = author.displayName === 'Anonymous' && author.role === 'student' && author.handle === undefined
    const isPerson = row.body.anonymous && !(isAlias && author.email === undefined)
    if (!isPerson && author.email === undefined) return row
    const { email: _, ...rest } = author
    const hidden = isPerson ? { id: row.id, displayName: 'Anonymous', role: 'student' } : rest
    return { ...row, body: { ...row.body, author: hidden } }
}
