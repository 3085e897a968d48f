// The way to the campus's sign-on and back. What the browser brings back is in cookies that no script reads.

import { request } from './server.js'

/** @import { SignOnOffer } from '../contract.d.ts' */

/** Where the person was, in this tab alone. */
const BACK = 'noteit-way-back'
/** That the way is for a link of an account that is signed in. */
const LINKING = 'noteit-linking'
/** The room of those who come back. */
const PATH = '/sign-on'

/** @returns {Promise<SignOnOffer>} */
export async function offered() {
    return (await request('GET', '/v1/sign-on')).body
}

/** Leaves the page for the campus. */
export async function leaveForCampus() {
    const { body } = await request('POST', '/v1/sign-on')
    goThere(body.url, false)
}

/** @param {string} url @param {boolean} isLinking */
export function goThere(url, isLinking) {
    if (location.pathname !== PATH) sessionStorage.setItem(BACK, location.pathname + location.search + location.hash)
    if (isLinking) sessionStorage.setItem(LINKING, 'yes')
    else sessionStorage.removeItem(LINKING)
    location.assign(url)
}

/** Whether the browser has just come back from there. */
export const isBack = () => location.pathname === PATH

/** Whether it came back for a link. Says so once. */
export function wasLinking() {
    const found = sessionStorage.getItem(LINKING) !== null
    sessionStorage.removeItem(LINKING)
    return found
}

/** Where the person was. */
export function wayBack() {
    const found = sessionStorage.getItem(BACK) ?? '/'
    sessionStorage.removeItem(BACK)
    return found
}
