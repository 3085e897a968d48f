import { parse, read } from '../../../../client-web/text/markdown/markdown.js'
import { equal, test } from '../testing.js'

/** @typedef {import('../../../../client-web/text/markdown/markdown.js').Inline} Inline */

/** The formulas in brackets, the rest as it is. @param {string} text */
function marked(text) {
    const [block] = read(text)
    const inlines = block && 'inlines' in block ? block.inlines : []
    return inlines.map((inline) => inline.type === 'maths' ? `[${inline.text}]` : 'text' in inline ? inline.text : inline.type)
        .join('')
}

test('formulas are kept as they are written', () => {
    const formulas = [
        '$x_1 + x_2 = \\alpha$',
        '$a*b*c$',
        '$$\\int_0^1 f(x)\\,dx$$',
        '$$\na_1 \\\\\nb_1\n$$',
        '$<b>$',
        '$a|b$',
        '$\\$$',
    ]
    for (const formula of formulas) equal(marked(formula), `[${formula}]`)
    equal(marked('so $O(n \\log n)$, not $O(n^2)$.'), 'so [$O(n \\log n)$], not [$O(n^2)$].')
    equal(marked('**let** $x_1$_'), 'strong [$x_1$]_')
})

test('prices and single dollar signs are text', () => {
    for (const text of ['$5 and $6', '$ a $', '$', '$$', 'a $b', '1$2$3', '$$$', 'it costs $5, or $6']) {
        equal(marked(text), text)
    }
    equal(marked('\\$5 or \\$6'), '$5 or $6')
})

test('a formula does not reach over code or the end of its paragraph', () => {
    equal(read('`$x$` and $y$'), [
        {
            type: 'paragraph',
            inlines: [{ type: 'code', text: '$x$' }, { type: 'text', text: ' and ' }, { type: 'maths', text: '$y$' }],
        },
    ])
    equal(read('$a\n\nb$'), parse('$a\n\nb$'))
    equal(read('```\n$x$\n```'), [{ type: 'code', info: '', text: '$x$\n' }])
    equal(read('~~$x$~~')[0], {
        type: 'paragraph',
        inlines: [{ type: 'struck', inlines: [{ type: 'maths', text: '$x$' }] }],
    })
})

test('a formula is whole wherever its text is shown as source', () => {
    equal(read('    $a_1$'), [{ type: 'code', info: '', text: '    $a_1$\n'.trimStart() }])
    equal(read('<div>\n$a_1$'), [{ type: 'verbatim', text: '<div>\n$a_1$\n' }])
    equal(read('[a]($x$) ![$y$](b)'), [
        {
            type: 'paragraph',
            inlines: [
                { type: 'link', inlines: [{ type: 'text', text: 'a' }], address: '$x$' },
                { type: 'text', text: ' ' },
                { type: 'image', inlines: [{ type: 'maths', text: '$y$' }], address: 'b' },
            ],
        },
    ])
    const deep = `${'>'.repeat(30)} $a_1$`
    equal(read(deep), [{ type: 'verbatim', text: deep }])
})

test('a text with characters for private use has no formulas', () => {
    equal(marked('\ue0000\ue001 $x$'), '\ue0000\ue001 $x$')
})

test('a formula longer than 2,000 characters is text', () => {
    equal(marked(`$${'a'.repeat(1_990)}$`).startsWith('[$aa'), true)
    equal(marked(`$${'a'.repeat(2_010)}$`).startsWith('$aa'), true)
})
