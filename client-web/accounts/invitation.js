// The invitation in the address: `/join#CODE`. The code goes to the server in a body alone, so no log has it.

import { apart } from '../events/words.js'
import { request } from './server.js'

/** @import { InvitationPreview } from '../contract.d.ts' */

/** The code of the address; empty if it has none. */
export function invitationCode() {
    return location.pathname === '/join' ? location.hash.slice(1).replace(/[^\w-]/g, '') : ''
}

/**
 * What an invitation leads to, and that in words.
 * @param {string} code
 * @returns {Promise<{ preview: InvitationPreview, words: string }>}
 */
export async function previewed(code) {
    const { body } = await request('POST', '/v1/invitations/preview', { body: { code } })
    const preview = /** @type {InvitationPreview} */ (body)
    const { course, title, role, sections } = preview
    const [only] = sections.length === 1 ? sections : []
    const where = course && [course.slice(course.indexOf('.') + 1), only?.code].filter(Boolean).join(' ')
    const words = !where
        ? 'You are invited to make an account.'
        : `You are invited to ${apart(where)}, ${apart(title ?? '')}, as ${role === 'staff' ? 'staff' : 'a student'}.`
    return { preview, words }
}
