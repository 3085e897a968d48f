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
 * A part between brackets as high as it; an empty one is none.
 * @param {string} open @param {Element} inner @param {string} close
 */
export function fenced(open, inner, close) {
    const fence = (/** @type {string} */ sign) => sign ? [node('mo', [sign], { stretchy: 'true' })] : []
    return row([...fence(open), inner, ...fence(close)])
}

/** @param {number} width in em */
export const space = (width) => node('mspace', [], { width: `${width.toFixed(3)}em` })

/** @param {string} name */
export const functionNamed = (name) =>
    node(
        'mi',
        [name.replace(/^(arg|lim)(max|min|inf|sup)$/, '$1\u2009$2')],
        name.length === 1 ? { mathvariant: 'normal' } : {},
    )
