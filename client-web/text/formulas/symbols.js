// What the commands of TeX stand for. Pairs of a command and its sign stand in one string, between spaces.

/** @param {string} pairs @returns {Map<string, string>} */
function table(pairs) {
    const words = pairs.trim().split(/\s+/)
    return new Map(
        Array.from({ length: words.length / 2 }, (_, index) => [words[2 * index] ?? '', words[2 * index + 1] ?? '']),
    )
}

/** Letters, and signs that stand where letters do. */
export const LETTERS = table(`
    alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ
    lambda λ mu μ nu ν xi ξ
    omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω
    Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
    infty ∞ partial ∂ nabla ∇ emptyset ∅ varnothing ∅ hbar ℏ ell ℓ Re ℜ Im ℑ aleph ℵ wp ℘ imath ı jmath ȷ
    top ⊤ bot ⊥ angle ∠ triangle △ square □ Box □ diamond ⋄ clubsuit ♣ heartsuit ♥ spadesuit ♠ diamondsuit ♦
    ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ dotsc … dotsb ⋯ prime ′ degree ° % % $ $ # # & & _ _
`)

/** Operators, relations and arrows. */
export const OPERATORS = table(`
    pm ± mp ∓ times × div ÷ cdot ⋅ ast ∗ star ⋆ circ ∘ bullet ∙ oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙ cap ∩ cup ∪
    sqcap ⊓ sqcup ⊔
    uplus ⊎ vee ∨ lor ∨ wedge ∧ land ∧ setminus ∖ smallsetminus ∖ neg ¬ lnot ¬ forall ∀ exists ∃ nexists ∄
    dagger † amalg ⨿
    leq ≤ le ≤ leqslant ⩽ geq ≥ ge ≥ geqslant ⩾ neq ≠ ne ≠ ll ≪ gg ≫ equiv ≡ approx ≈ sim ∼ simeq ≃ cong ≅
    propto ∝
    prec ≺ succ ≻ preceq ⪯ succeq ⪰ doteq ≐ asymp ≍ triangleq ≜ coloneqq ≔ lt < gt >
    in ∈ notin ∉ ni ∋ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋ sqsubseteq ⊑ sqsupseteq ⊒
    mid ∣ nmid ∤ parallel ∥ perp ⊥ vdash ⊢ dashv ⊣ models ⊨ vDash ⊨ therefore ∴ because ∵
    to → gets ← rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⟹
    impliedby ⟸ iff ⟺
    longrightarrow ⟶ longleftarrow ⟵ longleftrightarrow ⟷ Longrightarrow ⟹ Longleftarrow ⟸ Longleftrightarrow ⟺
    mapsto ↦
    longmapsto ⟼ uparrow ↑ downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓ nearrow ↗ searrow ↘ swarrow ↙
    nwarrow ↖
    hookrightarrow ↪ hookleftarrow ↩ rightharpoonup ⇀ rightleftharpoons ⇌ rightsquigarrow ⇝ leadsto ⇝ colon :
`)

/** Operators that grow, and take what is above and below them as limits. */
export const LARGE = table(`
    sum ∑ prod ∏ coprod ∐ bigcup ⋃ bigcap ⋂ bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂ bigodot ⨀ biguplus ⨄
    bigsqcup ⨆
`)

/** Operators that grow, with what is above and below them beside them. */
export const INTEGRALS = table('int ∫ iint ∬ iiint ∭ oint ∮')

/** Brackets. */
export const FENCES = table(`
    { { } } lbrace { rbrace } langle ⟨ rangle ⟩ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lvert | rvert | vert | lVert ‖
    rVert ‖ Vert ‖ | ‖
    lbrack [ rbrack ] lgroup ⟮ rgroup ⟯
`)

/** What stands above a part, and whether it is as wide. @type {Map<string, [sign: string, isWide: boolean]>} */
export const ACCENTS = new Map(
    Object.entries({
        hat: ['^', false],
        widehat: ['^', true],
        bar: ['¯', false],
        vec: ['→', false],
        overrightarrow: ['→', true],
        dot: ['˙', false],
        ddot: ['¨', false],
        tilde: ['~', false],
        widetilde: ['~', true],
        acute: ['´', false],
        grave: ['`', false],
        check: ['ˇ', false],
        breve: ['˘', false],
        overbrace: ['⏞', true],
    }),
)

/** What stands below a part. */
export const ACCENTS_BELOW = table('underbrace ⏟')

/** Names of functions. Those of the second kind take what is below them as limits. */
export const FUNCTIONS = new Set(
    ('arccos arcsin arctan arg cos cosh cot coth csc deg dim exp hom ker lg ln log sec sin sinh tan tanh ' +
        'det gcd inf lim liminf limsup max min Pr sup argmax argmin').split(' '),
)
export const FUNCTIONS_WITH_LIMITS = new Set('det gcd inf lim liminf limsup max min Pr sup argmax argmin'.split(' '))

/** Widths of spaces, in em. @type {Map<string, number>} */
export const SPACES = new Map(
    Object.entries({
        ',': 3 / 18,
        ':': 4 / 18,
        '>': 4 / 18,
        ';': 5 / 18,
        '!': -3 / 18,
        ' ': 0.25,
        quad: 1,
        qquad: 2,
        thinspace: 3 / 18,
    }),
)

/**
 * Alphabets: the code of their `A`, `a` and `0`, and letters that Unicode has elsewhere.
 * @type {Map<string, { upper: number, lower?: number, digit?: number, others?: string }>}
 */
const ALPHABETS = new Map(
    Object.entries({
        mathbf: { upper: 0x1d400, lower: 0x1d41a, digit: 0x1d7ce },
        boldsymbol: { upper: 0x1d468, lower: 0x1d482, digit: 0x1d7ce },
        mathbb: { upper: 0x1d538, lower: 0x1d552, digit: 0x1d7d8, others: 'Cℂ Hℍ Nℕ Pℙ Qℚ Rℝ Zℤ' },
        mathcal: { upper: 0x1d49c, others: 'Bℬ Eℰ Fℱ Hℋ Iℐ Lℒ Mℳ Rℛ' },
        mathscr: { upper: 0x1d49c, others: 'Bℬ Eℰ Fℱ Hℋ Iℐ Lℒ Mℳ Rℛ' },
        mathfrak: { upper: 0x1d504, lower: 0x1d51e, others: 'Cℭ Hℌ Iℑ Rℜ Zℨ' },
        mathsf: { upper: 0x1d5a0, lower: 0x1d5ba, digit: 0x1d7e2 },
        mathtt: { upper: 0x1d670, lower: 0x1d68a, digit: 0x1d7f6 },
    }),
)

/** @param {string} command */
export const isAlphabet = (command) => ALPHABETS.has(command)

/**
 * A letter or digit in an alphabet; undefined if that lacks it.
 * @param {string} command such as `mathbb` @param {string} sign
 */
export function inAlphabet(command, sign) {
    const alphabet = ALPHABETS.get(command)
    const other = alphabet?.others?.split(' ').find((pair) => pair.startsWith(sign))
    if (other) return other.slice(1)
    const code = sign.charCodeAt(0)
    const [first, start] = /^[A-Z]$/.test(sign)
        ? [65, alphabet?.upper]
        : /^[a-z]$/.test(sign)
        ? [97, alphabet?.lower]
        : /^[0-9]$/.test(sign)
        ? [48, alphabet?.digit]
        : [0, undefined]
    return start === undefined ? undefined : String.fromCodePoint(start + code - first)
}

/** What stands around the rows of an environment. @type {Record<string, { open: string, close: string, attributes: Record<string, string> }>} */
export const ENVIRONMENTS = {
    matrix: { open: '', close: '', attributes: {} },
    array: { open: '', close: '', attributes: {} },
    pmatrix: { open: '(', close: ')', attributes: {} },
    bmatrix: { open: '[', close: ']', attributes: {} },
    Bmatrix: { open: '{', close: '}', attributes: {} },
    vmatrix: { open: '|', close: '|', attributes: {} },
    Vmatrix: { open: '‖', close: '‖', attributes: {} },
    cases: { open: '{', close: '', attributes: { class: 'cases' } },
    aligned: { open: '', close: '', attributes: { class: 'aligned', displaystyle: 'true' } },
    align: { open: '', close: '', attributes: { class: 'aligned', displaystyle: 'true' } },
    'align*': { open: '', close: '', attributes: { class: 'aligned', displaystyle: 'true' } },
}
