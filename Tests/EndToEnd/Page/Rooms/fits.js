// The real copy, outbox and drafts are what rooms expect. Nothing runs here; the types are checked.

/** @import { Copy } from '../../../../client-web/copy/copy.js' */
/** @import { Drafts } from '../../../../client-web/copy/drafts.js' */
/** @import { Outbox } from '../../../../client-web/copy/outbox.js' */
/** @import { Call } from '../../../../client-web/accounts/server.js' */
/** @import { World } from '../../../../client-web/rooms/world.js' */

/**
 * @param {Copy} copy @param {Outbox} outbox @param {Drafts} drafts @param {Call} call
 * @returns {Pick<World, 'copy' | 'outbox' | 'drafts' | 'call'>}
 */
export const fits = (copy, outbox, drafts, call) => ({ copy, outbox, drafts, call })
