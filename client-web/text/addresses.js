// Where links in a text may lead, and how that is told before they are followed.

/** Characters that change the order in which others are shown, or that show nothing. */
const DISGUISES = /[\u00ad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/

/**
 * A link: its whole address, the host or mailbox that it leads to, whether it leaves the page.
 * @typedef {{ address: string, place: string, leaves: boolean, isShownBy: (words: string) => boolean }} Link
 */

/**
 * @param {string} address as a text names it
 * @returns {Link | undefined} undefined unless it is a whole address of the web or of mail
 */
export function linkTo(address) {
    const url = URL.parse(address)
    if (!url || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return undefined
    const isMail = url.protocol === 'mailto:'
    const place = isMail ? decoded(url.pathname) : url.host
    if (!place || DISGUISES.test(place)) return undefined
    return {
        address: url.href,
        place,
        leaves: url.origin !== location.origin,
        isShownBy: (words) => {
            if (DISGUISES.test(words)) return false
            const rest = words.toLowerCase().replace(isMail ? /^mailto:/ : /^https?:\/\//, '')
            return rest.startsWith(place.toLowerCase()) &&
                (isMail ? rest.length === place.length : /^(?:$|[/?#])/.test(rest.slice(place.length)))
        },
    }
}

/** @param {string} text */
function decoded(text) {
    try {
        return decodeURIComponent(text)
    } catch {
        return text
    }
}
