// What is loaded when it is first needed: a module, with the templates and the style sheets that it needs.

/** What was asked for, by its path. @type {Map<string, Promise<unknown>>} */
const asked = new Map()

/**
 * A module once what it needs is there, which is asked for at the same time.
 * @template T @param {Promise<T>} module @param {...string} paths of files, such as `staff/late.html`
 * @returns {Promise<T>}
 */
export async function loaded(module, ...paths) {
    const needed = paths.map((path) => {
        const file = asked.get(path) ?? (path.endsWith('.css') ? sheet : templates)(new URL(`../${path}`, import.meta.url).href)
        asked.set(path, file)
        // It is asked for again the next time.
        file.catch(() => asked.delete(path))
        return file
    })
    const [made] = await Promise.all([module, ...needed])
    return made
}

/** Without its style sheet a room opens too, rather than not at all. @param {string} href @returns {Promise<unknown>} */
function sheet(href) {
    const link = document.createElement('link')
    const comes = new Promise((resolve) => (link.onload = link.onerror = resolve))
    link.rel = 'stylesheet'
    link.href = href
    document.head.append(link)
    return comes
}

/** The browser reads the file as a document, so no text becomes markup here. @param {string} address @returns {Promise<void>} */
function templates(address) {
    return new Promise((resolve, reject) => {
        const request = new XMLHttpRequest()
        request.open('GET', address)
        request.responseType = 'document'
        request.onloadend = () => {
            if (request.status !== 200) return reject(new Error(`${address} is not reached.`))
            document.body.append(...request.response.querySelectorAll('template'))
            resolve()
        }
        request.send()
    })
}
