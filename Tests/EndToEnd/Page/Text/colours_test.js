import { colour } from '../../../../client-web/text/colours/colours.js'
import { languageOf } from '../../../../client-web/text/colours/languages.js'
import { tokens } from '../../../../client-web/text/colours/scanner.js'
import { dice, element, equal, test } from '../testing.js'

/**
 * @param {string} name @param {string} code @returns {string} with the kind of each token before it, as in
 *     `keyword:let`
 */
function marked(name, code) {
    const language = languageOf(name)
    if (!language) throw new Error(`no language ${name}`)
    return tokens(code, language).map(({ kind, text }) => kind ? `‹${kind}:${text}›` : text).join('')
}

/** Code, and its tokens. @type {Record<string, [code: string, marked: string][]>} */
const CASES = {
    python: [
        [
            'def f(x): # sum\n    return x + 1.5e-3',
            '‹keyword:def› f(x): ‹comment:# sum›\n    ‹keyword:return› x + ‹number:1.5e-3›',
        ],
        ['@cache\n"""a\n"b" """', '‹name:@cache›\n‹string:"""a\n"b" """›'],
        ["s = 'it\\'s' + \"open", "s = ‹string:'it\\'s'› + ‹string:\"open›"],
        ['class A(ValueError): pass', '‹keyword:class› A(‹type:ValueError›): ‹keyword:pass›'],
    ],
    java: [['public List<String> a; // b', '‹keyword:public› ‹type:List›<‹type:String›> a; ‹comment:// b›']],
    c: [
        [
            '#include <stdio.h>\nint main(void) { /* a\n b */ return 0x1F; }',
            '‹name:#include› <stdio.h>\n‹type:int› main(‹type:void›) { ‹comment:/* a\n b */› ‹keyword:return› ‹number:0x1F›; }',
        ],
        ["char c = '\\n';", "‹type:char› c = ‹string:'\\n'›;"],
    ],
    'c++': [[
        'template<class T> auto s = R"(a"b)";',
        '‹keyword:template›<‹keyword:class› T> ‹keyword:auto› s = ‹string:R"(a"b)"›;',
    ]],
    js: [
        ['const a = `x\n${y}`, b = /a\\/"b/g', '‹keyword:const› a = ‹string:`x\n${y}`›, b = ‹string:/a\\/"b/›g'],
        ['a / b / c', 'a / b / c'],
        ['$el = null', '$el = ‹type:null›'],
    ],
    ts: [['interface A { readonly a: string }', '‹keyword:interface› A { ‹keyword:readonly› a: ‹type:string› }']],
    swift: [[
        '/* a /* b */ c */ @Test func f() -> Int?',
        '‹comment:/* a /* b */ c */› ‹name:@Test› ‹keyword:func› f() -> ‹type:Int›?',
    ]],
    go: [['func f() (err error) { s := `a\nb` }', '‹keyword:func› f() (err ‹type:error›) { s := ‹string:`a\nb`› }']],
    rust: [[
        "fn f<'a>(x: &'a str) -> char { 'x' }",
        "‹keyword:fn› f<'a>(x: &'a ‹type:str›) -> ‹type:char› { ‹string:'x'› }",
    ]],
    sql: [[
        "SELECT count(*) FROM a WHERE b = 'it''s' -- c",
        "‹keyword:SELECT› ‹type:count›(*) ‹keyword:FROM› a ‹keyword:WHERE› b = ‹string:'it'›‹string:'s'› ‹comment:-- c›",
    ]],
    bash: [[
        'for f in "$@"; do echo $f#x # y\ndone',
        '‹keyword:for› f ‹keyword:in› ‹string:"$@"›; ‹keyword:do› ‹type:echo› ‹name:$f›#x ‹comment:# y›\n‹keyword:done›',
    ]],
    html: [[
        '<!-- a --><a href="b">c</a>',
        '‹comment:<!-- a -->›‹keyword:<a› ‹type:href›=‹string:"b"›‹keyword:>›c‹keyword:</a›‹keyword:>›',
    ]],
    css: [[
        '@media print { a { color: #fff; /* b */ } }',
        '‹name:@media› print { a { ‹keyword:color›: ‹name:#fff›; ‹comment:/* b */› } }',
    ]],
    haskell: [[
        "f' :: Int -> Char -- a\nf' x = 'y' {- b -}",
        "f' :: ‹type:Int› -> ‹type:Char› ‹comment:-- a›\nf' x = ‹string:'y'› ‹comment:{- b -}›",
    ]],
    r: [['x <- c(1, TRUE) # a', 'x <- ‹type:c›(‹number:1›, ‹type:TRUE›) ‹comment:# a›']],
}

test('each language has its colours', () => {
    for (const [name, cases] of Object.entries(CASES)) {
        for (const [code, wanted] of cases) equal(marked(name, code), wanted, name)
    }
})

test('the tokens of any code are all of it, in every language', () => {
    const roll = dice(11)
    const pieces = [
        '"',
        "'",
        '`',
        '"""',
        '/*',
        '*/',
        '//',
        '#',
        '--',
        '{-',
        '-}',
        '<!--',
        '-->',
        '<',
        '>',
        '/',
        '\\',
        '\n',
        ' ',
        'if',
        'a',
        '1',
        '.',
        '@',
        '$',
        '😀',
        '=',
        'r#"',
        '"#',
    ]
    for (const name of Object.keys(CASES)) {
        const language = languageOf(name)
        for (let turn = 0; language && turn < 300; turn += 1) {
            const code = Array.from({ length: roll(40) }, () => pieces[roll(pieces.length)]).join('')
            equal(tokens(code, language).map(({ text }) => text).join(''), code, name)
        }
    }
})

test('code takes classes, and code in an unknown language stays as it is', () => {
    const code = element('code', {}, 'let a = "<b>"')
    colour(code, 'JS')
    equal(Array.from(code.children, (child) => [child.className, child.textContent]), [['keyword', 'let'], [
        'string',
        '"<b>"',
    ]])
    equal(code.textContent, 'let a = "<b>"')
    colour(code, 'brainfuck')
    equal(code.children.length, 2)
})
