import { write } from '../../../../client-web/text/formulas/formulas.js'
import { dice, element, equal, test } from '../testing.js'

/** @param {Node} node @returns {string} elements as `name(...)`, texts as they are */
function shown(node) {
    const inner = Array.from(node.childNodes, shown).join(' ')
    return node instanceof Element ? `${node.localName}(${inner})` : node.textContent ?? ''
}

/** The formula's parts; empty if it stays source. @param {string} source */
function drawn(source) {
    const made = element('span', {}, source)
    write(made, source)
    const parts = made.querySelector('math > semantics > mrow')
    if (!parts) equal(made.textContent, source)
    return parts ? Array.from(parts.childNodes, shown).join(' ') : ''
}

/** @type {[source: string, parts: string][]} */
const CASES = [
    ['x', 'mi(x)'],
    ['x_1^2', 'msubsup(mi(x) mn(1) mn(2))'],
    ['x^2_1', 'msubsup(mi(x) mn(1) mn(2))'],
    ['O(n \\log n)', 'mi(O) mo(() mi(n) mspace() mi(log) mspace() mi(n) mo())'],
    ['\\frac{a+b}2', 'mfrac(mrow(mi(a) mo(+) mi(b)) mn(2))'],
    ['\\sqrt[3]{x}', 'mroot(mi(x) mn(3))'],
    ['\\sum_{i=1}^n i', 'munderover(mo(∑) mrow(mi(i) mo(=) mn(1)) mi(n)) mi(i)'],
    ['\\int_0^1', 'msubsup(mo(∫) mn(0) mn(1))'],
    ['\\lim_{x \\to 0}', 'munder(mo(lim) mrow(mi(x) mo(→) mn(0)))'],
    ['\\left( x \\right]', 'mrow(mo(() mi(x) mo(]))'],
    ['\\left\\{ a \\middle| b \\right.', 'mrow(mo({) mrow(mi(a) mo(|) mi(b)))'],
    ["f'", 'msup(mi(f) mo(′))'],
    ["f''^2", 'msup(mi(f) mrow(mo(′′) mn(2)))'],
    ['3.14 - x', 'mn(3.14) mo(−) mi(x)'],
    ['\\mathbb{R}^n', 'msup(mi(ℝ) mi(n))'],
    ['\\mathbf{A1}', 'mi(𝐀𝟏)'],
    ['\\text{if } x', 'mtext(if\u00a0) mi(x)'],
    ['\\vec{v} \\hat x', 'mover(mi(v) mo(→)) mover(mi(x) mo(^))'],
    [
        '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}',
        'mrow(mo(() mtable(mtr(mtd(mi(a)) mtd(mi(b))) mtr(mtd(mi(c)) mtd(mi(d)))) mo()))',
    ],
    ['\\begin{cases} 1 & x > 0 \\\\ \\end{cases}', 'mrow(mo({) mtable(mtr(mtd(mn(1)) mtd(mi(x) mo(>) mn(0)))))'],
    ['\\binom{n}{k}', 'mrow(mo(() mfrac(mi(n) mi(k)) mo()))'],
    ['a \\not= b', 'mi(a) mo(≠) mi(b)'],
    ['a \\bmod b', 'mi(a) mo(mod) mi(b)'],
    ['\\operatorname{rank} A', 'mi(rank) mspace() mi(A)'],
    ['\\alpha \\le \\Omega', 'mi(α) mo(≤) mi(Ω)'],
    ['\\sin(x) + \\cos^2 x', 'mi(sin) mo(() mi(x) mo()) mo(+) msup(mi(cos) mn(2)) mspace() mi(x)'],
    ['\\int\\limits_0', 'munder(mo(∫) mn(0))'],
    ['\\overline{AB}', 'mrow(mrow(mi(A) mi(B)))'],
    ['\\bigl( x \\bigr)', 'mo(() mi(x) mo())'],
    ['{}', 'mrow()'],
    ['a ∈ B', 'mi(a) mo(∈) mi(B)'],
]

test('formulas become MathML', () => {
    for (const [source, parts] of CASES) equal(drawn(`$${source}$`), parts, source)
})

test('what is not known stays as it is written, all of the formula', () => {
    const unknown = [
        '\\foo',
        'x + \\html{a}',
        '\\frac{a}',
        '{a',
        'a}',
        'x^',
        '_',
        'x^1^2',
        "x'^2'",
        '\\left( a',
        '\\left( a \\right',
        '\\begin{pmatrix} a',
        '\\begin{foo} a \\end{foo}',
        '\\begin{matrix} a \\end{pmatrix}',
        '&',
        'a \\\\ b',
        '\\sqrt[',
        '#',
        '50%',
        '\\text{a \\b}',
        '\\text{{a}}',
        '\\mathbb{+}',
        '\\href{javascript:a}{b}',
        '\\class{a}{b}',
        '\\def\\a{b}',
        '\\',
    ]
    for (const source of unknown) equal(drawn(`$${source}$`), '', source)
})

test('a formula is known by name, and its source stays beside it', () => {
    const made = element('span', {}, '$$x$$')
    write(made, '$$x$$')
    const math = made.firstElementChild
    equal([math?.namespaceURI, math?.getAttribute('display')], ['http://www.w3.org/1998/Math/MathML', 'block'])
    equal(math?.querySelector('annotation')?.textContent, '$$x$$')
})

test('a formula that is nested too deep stays as it is written', () => {
    for (const open of ['{', '\\sqrt', '\\left(', '\\hat', 'x^{', '\\begin{matrix}']) {
        equal(drawn(`$${open.repeat(300)}$`), '', open)
    }
})

test('no formula makes anything but elements of MathML without handlers', () => {
    const roll = dice(3)
    const pieces = [
        '{',
        '}',
        '\\frac',
        '\\sqrt',
        '^',
        '_',
        '\\left(',
        '\\right)',
        'a',
        '1',
        '\\text{<img>}',
        '\\mathbb',
        '\\begin{matrix}',
        '\\end{matrix}',
        '&',
        '\\\\',
        "'",
        '<',
        '"',
        '\\sum',
        '\\hat',
        ' ',
    ]
    let known = 0
    for (let turn = 0; turn < 3_000; turn += 1) {
        const source = `$${Array.from({ length: roll(12) }, () => pieces[roll(pieces.length)]).join('')}$`
        const made = element('span', {}, source)
        write(made, source)
        known += made.childElementCount
        for (const part of made.querySelectorAll('*')) {
            equal(part.namespaceURI, 'http://www.w3.org/1998/Math/MathML')
            const names = [
                'display',
                'stretchy',
                'movablelimits',
                'accent',
                'accentunder',
                'width',
                'encoding',
                'mathvariant',
                'class',
                'displaystyle',
            ]
            equal(Array.from(part.attributes, ({ name }) => name).filter((name) => !names.includes(name)), [])
        }
    }
    equal(known > 300, true)
})
