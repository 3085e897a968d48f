// Sends a file and tells how far it is, which `fetch` cannot.

/** A file may be as long on its way as it likes, if only it moves. */
const STALL = 60_000

/**
 * @param {string} method @param {string} path
 * @param {{ body: Blob, headers: Record<string, string>, signal?: AbortSignal | undefined, progress?: ((share: number) => void) | undefined }} how
 * @returns {Promise<Response>}
 */
export function upload(method, path, { body, headers, signal, progress }) {
    return new Promise((resolve, reject) => {
        const request = new XMLHttpRequest()
        const stop = () => request.abort()
        let timer = setTimeout(stop, STALL)
        const moves = () => {
            clearTimeout(timer)
            timer = setTimeout(stop, STALL)
        }
        request.open(method, path)
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
        request.upload.onprogress = ({ loaded, total }) => {
            moves()
            progress?.(total > 0 ? loaded / total : 0)
        }
        request.onload = () => {
            const known = ['Content-Type', 'Date', 'Retry-After'].flatMap((name) => {
                const value = request.getResponseHeader(name)
                return value === null ? [] : [/** @type {[string, string]} */ ([name, value])]
            })
            resolve(new Response(request.responseText || null, { status: request.status, headers: known }))
        }
        request.onerror = request.onabort = () => reject(new TypeError('The file did not arrive.'))
        request.onloadend = () => {
            clearTimeout(timer)
            signal?.removeEventListener('abort', stop)
        }
        signal?.addEventListener('abort', stop)
        if (signal?.aborted) reject(new TypeError('The file was not sent.'))
        else request.send(body)
    })
}
