import { linkTo } from '../../../../client-web/text/addresses.js'
import { draw } from '../../../../client-web/text/draw.js'
import { element, equal, test, until } from '../testing.js'

/** @param {Node} node @returns {string} elements as `name(...)`, with the attributes that matter, texts as they are */
function shown(node) {
    if (!(node instanceof Element)) return node.textContent ?? ''
    const names = ['class', 'href', 'target', 'rel', 'start', 'role', 'aria-label', 'scope', 'tabindex']
    const attributes = names.flatMap((name) => node.hasAttribute(name) ? [`${name}=${node.getAttribute(name)}`] : [])
    return `${[node.localName, ...attributes].join(' ')}(${Array.from(node.childNodes, shown).join('')})`
}

/** @param {string} text @param {import('../../../../client-web/text/draw.js').Options} [options] */
const drawn = (text, options) => Array.from(draw(text, options).childNodes, shown).join('')

/** @type {[text: string, nodes: string][]} */
const FORMS = [
    ['plain', 'p(plain)'],
    ['', ''],
    ['one\ntwo', 'p(onebr()two)'],
    ['# Week 5\n###### text', 'h3(Week 5)h6(text)'],
    ['- a\n- b\n  - c', 'ul(li(a)li(bul(li(c))))'],
    ['9. a\n10. b', 'ol start=9(li(a)li(b))'],
    ['- a\n\n- b', 'ul(li(p(a))li(p(b)))'],
    [
        '- [x] a\n- [ ] b',
        'ul(li class=task(span class=box role=img aria-label=done(☑ )a)' +
        'li class=task(span class=box role=img aria-label=to do(☐ )b))',
    ],
    ['> a\n> > b', 'blockquote(p(a)blockquote(p(b)))'],
    ['```\na\n\n  b\n```', 'pre tabindex=0(code(a\n\n  b))'],
    ['a `x  y` b', 'p(a code(x  y) b)'],
    ['*a* **b** ~~c~~ d_e_f', 'p(em(a) strong(b) s(c) d_e_f)'],
    ['---', 'hr()'],
    [
        '|a|b|\n|-|-:|\n|1|2|',
        'div class=wide tabindex=0(table(thead(tr(th scope=col(a)th class=to-right scope=col(b)))' +
        'tbody(tr(td(1)td class=to-right(2)))))',
    ],
    ['&amp; &lt;', 'p(& <)'],
    ['<b>a</b>', 'p(<b>a</b>)'],
    ['<script>\nalert(1)\n</script>', 'p class=verbatim(<script>\nalert(1)\n</script>)'],
]

test('Markdown becomes nodes', () => {
    for (const [text, nodes] of FORMS) equal(drawn(text), nodes, text)
})

const AWAY = 'target=_blank rel=noopener noreferrer nofollow'

/** @type {[text: string, nodes: string][]} */
const LINKS = [
    ['[here](https://example.edu/a)', `a href=https://example.edu/a ${AWAY}(here bdi class=place(example.edu))`],
    ['https://example.edu/a', `a href=https://example.edu/a ${AWAY}(https://example.edu/a)`],
    ['www.example.edu', `a href=http://www.example.edu/ ${AWAY}(www.example.edu)`],
    [
        '[https://good.example](https://evil.example)',
        `a href=https://evil.example/ ${AWAY}(https://good.example bdi class=place(evil.example))`,
    ],
    [
        'https://good.example@evil.example/',
        `a href=https://good.example@evil.example/ ${AWAY}(https://good.example@evil.example/ bdi class=place(evil.example))`,
    ],
    [
        '[good.example.evil.example](https://good.example)',
        `a href=https://good.example/ ${AWAY}(good.example.evil.example bdi class=place(good.example))`,
    ],
    [
        'https://пример.example',
        `a href=https://xn--e1afmkfd.example/ ${AWAY}(https://пример.example bdi class=place(xn--e1afmkfd.example))`,
    ],
    [
        '[https://a.example/\u202egnp](https://a.example/)',
        `a href=https://a.example/ ${AWAY}(https://a.example/\u202egnp bdi class=place(a.example))`,
    ],
    ['ada@example.edu', `a href=mailto:ada@example.edu ${AWAY}(ada@example.edu)`],
    ['[mail](mailto:ada@example.edu)', `a href=mailto:ada@example.edu ${AWAY}(mail bdi class=place(ada@example.edu))`],
]

test('a link shows its host, unless its words begin with it', () => {
    for (const [text, nodes] of LINKS) equal(drawn(text), `p(${nodes})`, text)
})

test('a link to the page itself stays in its window', () => {
    equal(
        drawn(`[a](${location.origin}/inbox)`),
        `p(a href=${location.origin}/inbox(a bdi class=place(${location.host})))`,
    )
})

test('only addresses of the web and of mail are links', () => {
    const others = [
        'javascript:alert(1)',
        'JAVASCRIPT:alert(1)',
        'java&#10;script:alert(1)',
        '&#1;javascript:alert(1)',
        'data:text/html,a',
        'blob:https://a.example/b',
        'vbscript:a',
        'file:///etc/passwd',
        'filesystem:https://a/b',
        'about:blank',
        'ftp://a.example',
        'tel:911',
        'xmpp:a@b.example',
        'intent:a',
        '/inbox',
        '//evil.example',
        'a',
        '',
        '?a',
        '#a',
        '&Tab;javascript:alert(1)',
        'https:',
        'http://[',
        'https://a%00b.example',
        'mailto:',
    ]
    for (const address of others) {
        const link = draw(`[words](<${address}>)`).querySelector('a')
        equal(link?.href ?? '', '', address)
    }
    equal(drawn('[a](/inbox)'), 'p(a </inbox>)')
    equal(drawn('ftp://a.example'), 'p(ftp://a.example)')
    equal(linkTo('https://a.example\\@b.example')?.place, 'a.example')
})

test('links do not stand in links', () => {
    equal(draw('[a <https://b.example> c@d.example](https://e.example)').querySelectorAll('a').length, 1)
    equal(draw('[a ![b](c) [d](https://e.example)](https://f.example)').querySelectorAll('a a').length, 0)
})

test('only pictures of attachments are shown', () => {
    equal(
        drawn('![a *plot*](p.png) ![](https://a.example/b.png)'),
        'p([image: a plot] <p.png> [image] <https://a.example/b.png>)',
    )
    const picture = (/** @type {string} */ address, /** @type {string} */ words) =>
        address === 'p.png' ? element('img', { alt: words }) : undefined
    const made = draw('![a plot](p.png) ![b](c.png)', { picture })
    equal([made.querySelectorAll('img').length, made.querySelector('img')?.alt, made.textContent], [
        1,
        'a plot',
        ' [image: b] <c.png>',
    ])
})

test('colours, formulas and rare names of characters come when they are needed', async () => {
    const made = draw('```js\nlet a = 1\n```\n\nso $x^2$ &NotEqualTilde; 1, &nothing;')
    equal(made.textContent, 'let a = 1so $x^2$ &NotEqualTilde; 1, &nothing;')
    await until(() => made.querySelector('code .keyword') && made.querySelector('math') && made.textContent?.includes('≂̸'))
    equal([made.querySelector('.keyword')?.textContent, made.querySelector('math msup')?.textContent], ['let', 'x2'])
    equal(draw('&NotEqualTilde;').textContent, '≂̸')
})

test('texts that are drawn while names of characters are loaded get them too', async () => {
    const [first, second] = [draw('&NotEqualTilde;'), draw('&nLl;')]
    await until(() => first.textContent === '≂̸' && second.textContent === '⋘̸')
})

test('code without a language, and a formula that is not known, stay as they are', async () => {
    const made = draw('```\nlet a\n```\n\n```foo bar\nlet b\n```\n\n$\\foo$ and `$x$`')
    const other = draw('```js\nlet\n```\n\n$x$')
    await until(() => other.querySelector('.keyword') && other.querySelector('math'))
    equal([made.querySelector('span.keyword, math'), made.textContent], [null, 'let alet b$\\foo$ and $x$'])
})

test('nothing that a text says becomes markup, an attribute or a handler', () => {
    const attacks = [
        '<img src=x onerror=alert(1)>',
        '<svg onload=alert(1)>',
        '<a href="javascript:alert(1)">a</a>',
        '<style>*{display:none}</style>',
        '<iframe srcdoc="a">',
        '[a](https://b.example "onmouseover=alert(1)")',
        '![a](x" onerror="alert(1))',
        '[a](https://b.example/" onclick="alert(1))',
        '```"><script>alert(1)</script>\na\n```',
        '`<script>`',
        '# <script>',
        '|<script>|\n|-|\n|<img src=x>|',
        '- <script>',
        '&lt;script&gt;',
        '<!-- a -->',
        '<![CDATA[<b>]]>',
        '$<script>$',
        '<base href=//evil.example>',
        '<form action=//evil.example><input name=password>',
        '<meta http-equiv=refresh content=0>',
        '<div id=location name=document>',
    ]
    const allowed = new Set(
        'A BDI BLOCKQUOTE BR CODE DIV EM H3 HR LI OL P PRE S SPAN STRONG TABLE TBODY TD TH THEAD TR UL'.split(' '),
    )
    for (const attack of attacks) {
        for (const part of draw(attack).querySelectorAll('*')) {
            equal(allowed.has(part.tagName), true, `${part.tagName} of ${attack}`)
            equal(
                Array.from(part.attributes, ({ name }) => name).filter((name) => /^on|^style$|^id$|^name$|^src$/.test(name)),
                [],
                attack,
            )
        }
    }
})
