// The way to the campus's sign-on and back. What the browser brings back is in cookies that no script reads.

import { request } from './server.js'

/** @import { SignOnOffer } from '../contract.d.ts' */

/** @typedef {'link' | 'new account' | ''} Purpose a link of the account that is signed in; an account beside the one that has the email */

/** Where the person was, in this tab alone. */
const BACK = 'noteit-way-back'
/** What the way is for, if not for a sign-in alone. */
const PURPOSE = 'noteit-purpose'
/** The room of those who come back. */
const PATH = '/sign-on'

/** @returns {Promise<SignOnOffer>} */
export async function offered() {
    return (await request('GET', '/v1/sign-on')).body
}

/** Leaves the page for the campus. @param {Purpose} purpose */
export async function leaveForCampus(purpose) {
    const { body } = await request('POST', '/v1/sign-on')
    goThere(body.url, purpose)
}

/** @param {string} url @param {Purpose} purpose */
export function goThere(url, purpose) {
    if (location.pathname !== PATH) sessionStorage.setItem(BACK, location.pathname + location.search + location.hash)
    sessionStorage.setItem(PURPOSE, purpose)
    location.assign(url)
}

/** Whether the browser has just come back from there. */
export const isBack = () => location.pathname === PATH

/** What it went there for. Says so once. @returns {Purpose} */
export function purpose() {
    const found = /** @type {Purpose | null} */ (sessionStorage.getItem(PURPOSE))
    sessionStorage.removeItem(PURPOSE)
    return found ?? ''
}

/** Where the person was. */
export function wayBack() {
    const found = sessionStorage.getItem(BACK) ?? '/'
    sessionStorage.removeItem(BACK)
    return found
}
