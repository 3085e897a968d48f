// A subset of TeX as MathML nodes. What it does not know makes the whole formula unknown: a formula that is half right
// is wrong.

import { fenced, functionNamed, lined, node, operatorNamed, row, space } from './nodes.js'
import {
    ACCENTS,
    ACCENTS_BELOW,
    ENVIRONMENTS,
    FENCES,
    FUNCTIONS,
    FUNCTIONS_WITH_LIMITS,
    inAlphabet,
    INTEGRALS,
    isAlphabet,
    LARGE,
    LETTERS,
    OPERATORS,
    SPACES,
} from './symbols.js'

const DEEPEST = 40
/** The width of a thin space, in em. */
const THIN = 1 / 6

/** The formula has something that is not known here. */
export class Unknown extends Error {}

/** A command such as `\frac` with its backslash, or one character; white space between them is left out. */
const TOKEN = /\\(?:[A-Za-z]+\*?|[^])|[^\s]/gu

/**
 * @param {string} source without its dollar signs
 * @returns {Element[]}
 * @throws {Unknown}
 */
export function parse(source) {
    return new Reader(source).readAll()
}

class Reader {
    #source
    /** @type {{ text: string, at: number }[]} */
    #tokens
    #next = 0
    #depth = 0

    /** @param {string} source */
    constructor(source) {
        this.#source = source
        this.#tokens = Array.from(source.matchAll(TOKEN), (match) => ({ text: match[0], at: match.index }))
    }

    readAll() {
        const nodes = this.#rowUntil(() => false)
        if (this.#next < this.#tokens.length) throw new Unknown()
        return nodes
    }

    #peek() {
        return this.#tokens[this.#next]?.text ?? ''
    }

    #take() {
        const token = this.#peek()
        this.#next += 1
        return token
    }

    /** @param {string} token */
    #expect(token) {
        if (this.#take() !== token) throw new Unknown()
    }

    /** Parts up to a token that ends them, which stays. @param {(token: string) => boolean} ends */
    #rowUntil(ends) {
        this.#depth += 1
        if (this.#depth > DEEPEST) throw new Unknown()
        /** @type {Element[]} */
        const nodes = []
        while (
            this.#peek() && this.#peek() !== '}' && this.#peek() !== '&' && this.#peek() !== '\\\\' &&
            !ends(this.#peek())
        ) {
            const isFunction = this.#isFunction()
            if (isFunction && nodes.length > 0 && nodes.at(-1)?.localName !== 'mo') nodes.push(space(THIN))
            nodes.push(this.#part())
            if (isFunction && beginsOperand(this.#peek())) nodes.push(space(THIN))
        }
        this.#depth -= 1
        return nodes
    }

    /** Whether the next part is the name of a function, with a thin space to what it stands beside. */
    #isFunction() {
        const name = this.#peek().slice(1)
        return this.#peek().startsWith('\\') && (FUNCTIONS.has(name) || name === 'operatorname' || name === 'operatorname*')
    }

    /** A part with what stands above and below it. */
    #part() {
        let isLimits = this.#hasLimits()
        /** @type {Element} */
        const base = "^_'".includes(this.#peek()) ? node('mrow', []) : this.#atom()
        /** @type {Element | undefined} */
        let above
        /** @type {Element | undefined} */
        let below
        for (;;) {
            if (this.#peek() === '\\limits' || this.#peek() === '\\nolimits') {
                isLimits = this.#take() === '\\limits'
                base.setAttribute('movablelimits', String(!isLimits))
            } else if (this.#peek() === "'" && !above) above = this.#primes()
            else if (this.#peek() === '^' && !above) above = this.#script()
            else if (this.#peek() === '_' && !below) below = this.#script()
            else break
        }
        if ("^_'".includes(this.#peek()) && this.#peek()) throw new Unknown()
        const [both, one, other] = isLimits ? ['munderover', 'mover', 'munder'] : ['msubsup', 'msup', 'msub']
        if (above && below) return node(both, [base, below, above])
        if (above) return node(one, [base, above])
        return below ? node(other, [base, below]) : base
    }

    /** Whether what stands above and below the next part are limits. */
    #hasLimits() {
        const name = this.#peek().slice(1)
        const isCommand = this.#peek().startsWith('\\')
        return isCommand &&
            (LARGE.has(name) || FUNCTIONS_WITH_LIMITS.has(name) ||
                ['overbrace', 'underbrace', 'operatorname*'].includes(name))
    }

    #primes() {
        let primes = ''
        while (this.#peek() === "'") {
            this.#next += 1
            primes += '′'
        }
        const sign = node('mo', [primes])
        return this.#peek() === '^' ? row([sign, this.#script()]) : sign
    }

    #script() {
        this.#next += 1
        return this.#argument()
    }

    /** A group, or one atom. */
    #argument() {
        if (!this.#peek() || "^_&}'".includes(this.#peek()) || this.#peek() === '\\\\') throw new Unknown()
        return this.#atom()
    }

    /** @returns {Element} */
    #atom() {
        this.#depth += 1
        if (this.#depth > DEEPEST) throw new Unknown()
        const token = this.#take()
        const made = token === '{'
            ? this.#group()
            : token.startsWith('\\')
            ? this.#command(token.slice(1))
            : this.#character(token)
        this.#depth -= 1
        return made
    }

    #group() {
        const nodes = this.#rowUntil(() => false)
        this.#expect('}')
        return row(nodes)
    }

    /** @param {string} sign */
    #character(sign) {
        if (/[0-9]/.test(sign)) return this.#number(sign)
        if (/\p{L}/u.test(sign)) return node('mi', [sign])
        if (sign === '-') return node('mo', ['−'])
        if ('+*=<>,;:!/|()[].?"`@'.includes(sign)) {
            const isFence = '()[]|'.includes(sign)
            return node('mo', [sign === '*' ? '∗' : sign], isFence ? { stretchy: 'false' } : {})
        }
        if (sign === '~') return space(0.25)
        // A sign that was typed instead of its command.
        if (/[\p{S}\p{Po}]/u.test(sign) && !'#$%&\\^_{}'.includes(sign)) return node('mo', [sign])
        throw new Unknown()
    }

    /** @param {string} digits */
    #number(digits) {
        const isPoint = () => this.#peek() === '.' && /[0-9]/.test(this.#tokens[this.#next + 1]?.text ?? '')
        while (/^[0-9]$/.test(this.#peek()) || isPoint()) digits += this.#take()
        return node('mn', [digits])
    }

    /** @param {string} name @returns {Element} */
    #command(name) {
        const sign = LETTERS.get(name)
        if (sign) return node('mi', [sign], /^[Α-Ω]/u.test(sign) ? { mathvariant: 'normal' } : {})
        const operator = OPERATORS.get(name)
        if (operator) return node('mo', [operator])
        const fence = FENCES.get(name)
        if (fence) return node('mo', [fence], { stretchy: 'false' })
        const large = LARGE.get(name) ?? INTEGRALS.get(name)
        if (large) return node('mo', [large], LARGE.has(name) ? { movablelimits: 'true' } : {})
        const width = SPACES.get(name)
        if (width !== undefined) return space(width)
        if (FUNCTIONS_WITH_LIMITS.has(name)) return operatorNamed(name)
        if (FUNCTIONS.has(name)) return functionNamed(name)
        if (isAlphabet(name)) return this.#letters(name)
        return this.#accent(name) ?? this.#construct(name)
    }

    /** Letters in an alphabet. @param {string} name */
    #letters(name) {
        const text = this.#text()
        const signs = Array.from(text, (sign) => inAlphabet(name, sign))
        if (signs.length === 0 || signs.includes(undefined)) throw new Unknown()
        return node('mi', [signs.join('')])
    }

    /** @param {string} name */
    #accent(name) {
        if (name === 'overline' || name === 'underline') return lined(this.#argument(), name)
        const above = ACCENTS.get(name)
        if (above) {
            const [sign, isWide] = above
            return node('mover', [this.#argument(), node('mo', [sign], { stretchy: String(isWide) })], {
                accent: 'true',
            })
        }
        const below = ACCENTS_BELOW.get(name)
        if (below === undefined) return undefined
        return node('munder', [this.#argument(), node('mo', [below], { stretchy: 'true' })], { accentunder: 'true' })
    }

    /** @param {string} name @returns {Element} */
    #construct(name) {
        switch (name) {
            case 'frac':
            case 'dfrac':
            case 'tfrac':
                return node('mfrac', [this.#argument(), this.#argument()])
            case 'binom':
                return fenced('(', node('mfrac', [this.#argument(), this.#argument()], { linethickness: '0' }), ')')
            case 'sqrt':
                return this.#root()
            case 'text':
            case 'textrm':
            case 'textbf':
            case 'textit':
            case 'mbox':
                return node('mtext', [this.#text().replace(/^ | $/g, '\u00a0')])
            case 'mathrm':
            case 'operatorname':
                return functionNamed(this.#text())
            case 'operatorname*':
                return operatorNamed(this.#text())
            case 'overset':
            case 'stackrel':
                return this.#over()
            case 'underset': {
                const below = this.#argument()
                return node('munder', [this.#argument(), below])
            }
            case 'pmod':
                return row([node('mo', ['(']), functionNamed('mod'), space(0.3), this.#argument(), node('mo', [')'])])
            case 'bmod':
                return node('mo', ['mod'], { lspace: '0.25em', rspace: '0.25em' })
            case 'not':
                return this.#negated()
            case 'left':
                return this.#fences()
            case 'begin':
                return this.#environment()
            case 'big':
            case 'bigl':
            case 'bigr':
                return this.#bracket('1.2em')
            case 'Big':
            case 'Bigl':
            case 'Bigr':
                return this.#bracket('1.8em')
            case 'bigg':
            case 'biggl':
            case 'biggr':
                return this.#bracket('2.4em')
            case 'Bigg':
            case 'Biggl':
            case 'Biggr':
                return this.#bracket('3em')
            case 'displaystyle':
            case 'textstyle':
                return node('mstyle', this.#rowUntil((token) => token === '\\right'), {
                    displaystyle: String(name === 'displaystyle'),
                })
            default:
                throw new Unknown()
        }
    }

    #root() {
        if (this.#peek() !== '[') return node('msqrt', [this.#argument()])
        this.#next += 1
        const degree = row(this.#rowUntil((token) => token === ']'))
        this.#expect(']')
        return node('mroot', [this.#argument(), degree])
    }

    #over() {
        const above = this.#argument()
        return node('mover', [this.#argument(), above])
    }

    #negated() {
        const atom = this.#argument()
        const sign = `${atom.textContent}\u0338`.normalize('NFC')
        if (atom.localName !== 'mo') throw new Unknown()
        return node('mo', [sign])
    }

    /** The characters of a group as they are, without commands. */
    #text() {
        if (this.#peek() !== '{') return this.#take()
        const start = (this.#tokens[this.#next]?.at ?? 0) + 1
        while (this.#peek() && this.#peek() !== '}') {
            this.#next += 1
            if (this.#peek() === '{' || this.#peek().startsWith('\\')) throw new Unknown()
        }
        const end = this.#tokens[this.#next]?.at ?? -1
        this.#expect('}')
        return this.#source.slice(start, end)
    }

    /** A bracket after `\left`, `\right` or `\big`; empty for a full stop. */
    #fence() {
        const token = this.#take()
        if (token === '.') return ''
        if (token && '()[]|/<>'.includes(token)) return token === '<' ? '⟨' : token === '>' ? '⟩' : token
        const fence = token.startsWith('\\') && (FENCES.get(token.slice(1)) ?? OPERATORS.get(token.slice(1)))
        if (!fence) throw new Unknown()
        return fence
    }

    /** A bracket of a given height. @param {string} size */
    #bracket(size) {
        return node('mo', [this.#fence()], { stretchy: 'true', symmetric: 'true', minsize: size, maxsize: size })
    }

    #fences() {
        const open = this.#fence()
        /** @type {Element[]} */
        const nodes = []
        for (;;) {
            nodes.push(...this.#rowUntil((token) => token === '\\right' || token === '\\middle'))
            if (this.#peek() !== '\\middle') break
            this.#next += 1
            nodes.push(node('mo', [this.#fence()], { stretchy: 'true' }))
        }
        this.#expect('\\right')
        return fenced(open, row(nodes), this.#fence())
    }

    #environment() {
        const name = this.#text()
        const kind = ENVIRONMENTS[name]
        if (!kind) throw new Unknown()
        if (name === 'array') this.#text()
        const rows = [[this.#cell()]]
        while (this.#peek() === '&' || this.#peek() === '\\\\') {
            if (this.#take() === '&') rows.at(-1)?.push(this.#cell())
            else if (this.#peek() !== '\\end') rows.push([this.#cell()])
        }
        this.#expect('\\end')
        if (this.#text() !== name) throw new Unknown()
        const table = node('mtable', rows.map((cells) => node('mtr', cells)), kind.attributes)
        return fenced(kind.open, table, kind.close)
    }

    #cell() {
        return node('mtd', this.#rowUntil((token) => token === '\\end'))
    }
}

/** Whether a part begins that a function stands beside, and not a bracket or an operator. @param {string} token */
function beginsOperand(token) {
    const name = token.slice(1)
    if (token.startsWith('\\')) {
        return /^[A-Za-z]/.test(name) && ![OPERATORS, FENCES, SPACES].some((table) => table.has(name)) && !BARE.has(name)
    }
    return token === '{' || /[\p{L}0-9]/u.test(token)
}

/** Commands that begin no part that a function stands beside. */
const BARE = new Set(['left', 'right', 'middle', 'end', 'big', 'Big', 'bigg', 'Bigg', 'bigl', 'Bigl', 'pmod', 'bmod', 'not'])
