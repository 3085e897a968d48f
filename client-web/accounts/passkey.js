// Passkeys, where the browser has them: it asks for a finger, a face or a PIN, and signs what the server asks.

/** @import { PasskeyAssertion, PasskeyCreationOptions, PasskeyRegistration, PasskeyRequestOptions } from '../contract.d.ts' */

/** What went wrong, by the names of WebAuthn's exceptions. @type {Record<string, string>} */
const WHY = {
    NotAllowedError: 'Nothing was signed: it was cancelled, it took too long, or there is no passkey here.',
    InvalidStateError: 'This device has a passkey of yours already.',
    SecurityError: 'A passkey belongs to the name of the server. Open the page by its name.',
    NotSupportedError: 'This device has no passkeys that this server takes.',
}

/** Why there are none here; empty if there may be. */
export function noPasskeys() {
    if (!isSecureContext) return 'Passkeys need an encrypted connection. Open the page by its https address.'
    const isComplete = 'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential
    return isComplete ? '' : 'This browser is too old for passkeys. Use another one, or an authenticator app.'
}

/** Makes a passkey. Throws an error with a sentence. @param {PasskeyCreationOptions} options @returns {Promise<PasskeyRegistration>} */
export function makePasskey(options) {
    return answered(() =>
        navigator.credentials.create({
            publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
                /** @type {PublicKeyCredentialCreationOptionsJSON} */ (options),
            ),
        })
    )
}

/** Uses a passkey. Throws an error with a sentence. @param {PasskeyRequestOptions} options @returns {Promise<PasskeyAssertion>} */
export function usePasskey(options) {
    return answered(() =>
        navigator.credentials.get({
            publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
                /** @type {PublicKeyCredentialRequestOptionsJSON} */ (options),
            ),
        })
    )
}

/** @param {() => Promise<Credential | null>} ask @returns {Promise<any>} */
async function answered(ask) {
    const missing = noPasskeys()
    if (missing) throw new Error(missing)
    try {
        return /** @type {PublicKeyCredential} */ (await ask()).toJSON()
    } catch (error) {
        const why = error instanceof DOMException ? WHY[error.name] : undefined
        throw why ? new Error(why, { cause: error }) : error
    }
}
