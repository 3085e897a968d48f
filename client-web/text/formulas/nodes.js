// Elements of MathML.

const NAMESPACE = 'http://www.w3.org/1998/Math/MathML'

/**
 * An element of MathML.
 * @param {string} name @param {(Element | string)[]} children @param {Record<string, string>} [attributes]
 * @returns {Element}
 */
export function node(name, children, attributes = {}) {
    const made = document.createElementNS(NAMESPACE, name)
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
    made.append(...children)
    return made
}

/** @param {Element[]} children one of them alone stands for itself */
export const row = (children) => children.length === 1 && children[0] ? children[0] : node('mrow', children)

/**
 * A part between brackets of its height. An empty sign stands for no bracket.
 * @param {string} open @param {Element} inner @param {string} close
 */
export function fenced(open, inner, close) {
    const fence = (/** @type {string} */ sign) => sign ? [node('mo', [sign], { stretchy: 'true' })] : []
    return row([...fence(open), inner, ...fence(close)])
}

/** @param {number} width in em */
export const space = (width) => node('mspace', [], { width: `${width.toFixed(3)}em` })

/** The name of a function, upright. @param {string} name */
export const functionNamed = (name) => node('mi', [name], name.length === 1 ? { mathvariant: 'normal' } : {})

/**
 * The name of a function that takes what is below it as a limit: below it on a line of its own, else beside it.
 * @param {string} name
 */
export function operatorNamed(name) {
    const words = name.replace(/^(arg|lim)(max|min|inf|sup)$/, '$1\u2009$2')
    return node('mo', [words], { movablelimits: 'true', lspace: '0', rspace: '0' })
}

/** A part with a line over or under it. Fonts have no line of that width. @param {Element} inner @param {'overline' | 'underline'} where */
export function lined(inner, where) {
    const made = node('mrow', [inner])
    const side = where === 'overline' ? 'Top' : 'Bottom'
    if (made instanceof MathMLElement) {
        Object.assign(made.style, { [`border${side}`]: '0.06em solid', [`padding${side}`]: '0.1em' })
    }
    return made
}
