// What the server says against a field, as a sentence.

/** What the server calls the fields, in words. @type {Record<string, string>} */
const NAMES = {
    displayName: 'The name',
    name: 'The name',
    email: 'The email',
    code: 'The code',
    currentPassword: 'This',
    newPassword: 'The password',
    password: 'The password',
    timeZone: 'The time zone',
    url: 'The address',
    '(body)': 'The file',
}

/** @param {string} words */
export const sentence = (words) => /[.!?]$/.test(words) ? words : `${words}.`

/** @param {string} field @param {string} detail such as `must be 10 to 1000 characters` */
export const fieldSentence = (field, detail) => sentence(`${NAMES[field] ?? 'This'} ${detail}`)
