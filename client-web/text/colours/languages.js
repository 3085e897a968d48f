// What the scanner knows of each language. Words stand in one string, between spaces.

/**
 * @typedef {object} Language
 * @property {string} [words] its keywords
 * @property {string} [types] its usual types, functions and values
 * @property {boolean} [hasAnyCase] whether case does not matter in these words
 * @property {boolean} [hasCapitalTypes] whether a word with a capital is a type
 * @property {string[]} [comments] what begins a comment to the end of the line
 * @property {boolean} [commentsAfterSpace] whether that must follow white space
 * @property {[open: string, close: string][]} [blocks] what begins and ends a longer comment
 * @property {boolean} [nests] whether longer comments contain others
 * @property {string[]} [texts] quotes around texts of one line, in which a backslash escapes
 * @property {[open: string, close: string][]} [longTexts] what begins and ends a text of several lines
 * @property {boolean} [hasCharacters] whether `'` begins a text only around a single character
 * @property {boolean} [hasPatterns] whether `/` may begin a regular expression
 * @property {string} [inWords] signs that belong to words, besides letters, digits and `_`
 * @property {string} [marks] signs that make a word after them a name of its own kind, such as `@`
 * @property {boolean} [hasProperties] whether a word before a colon is a property
 * @property {boolean} [isMarkup] whether it has tags
 */

/** @type {[open: string, close: string]} */
const SLASHES = ['/*', '*/']
/** @type {[open: string, close: string]} */
const TRIPLE = ['"""', '"""']

const C_WORDS =
    'auto break case const continue default do else enum extern for goto if inline register restrict return sizeof static ' +
    'struct switch typedef union volatile while'
const C_TYPES =
    'bool char double false float int int8_t int16_t int32_t int64_t long NULL short signed size_t ssize_t true uint8_t ' +
    'uint16_t uint32_t uint64_t unsigned void FILE printf malloc free'
const SCRIPT_WORDS =
    'as async await break case catch class const continue debugger default delete do else export extends finally for from ' +
    'function get if import in instanceof let new of return set static super switch this throw try typeof var void while ' +
    'with yield'
const SCRIPT_TYPES =
    'false null true undefined NaN Infinity console document window Array Boolean Date Error JSON Map Math Number Object ' +
    'Promise RegExp Set String Symbol'

/** @type {Language} */
const C = { words: C_WORDS, types: C_TYPES, comments: ['//'], blocks: [SLASHES], texts: ['"', "'"], marks: '#' }
/** @type {Language} */
const SCRIPT = {
    words: SCRIPT_WORDS,
    types: SCRIPT_TYPES,
    comments: ['//'],
    blocks: [SLASHES],
    texts: ['"', "'"],
    longTexts: [['`', '`']],
    hasPatterns: true,
    inWords: '$',
    marks: '@',
}

/** The languages by their names after a fence. @type {Record<string, Language>} */
const LANGUAGES = {
    'python py python3': {
        words:
            'and as assert async await break case class continue def del elif else except finally for from global if import ' +
            'in is lambda match nonlocal not or pass raise return try while with yield',
        types: 'False None True bool bytes dict enumerate float frozenset int isinstance len list map max min object open ' +
            'print range repr reversed self set sorted str sum super tuple type zip Exception ValueError TypeError KeyError',
        comments: ['#'],
        texts: ['"', "'"],
        longTexts: [TRIPLE, ["'''", "'''"]],
        marks: '@',
    },
    'java': {
        words: 'abstract assert break case catch class continue default do else enum extends final finally for if implements ' +
            'import instanceof interface native new package permits private protected public record return sealed static ' +
            'super switch synchronized this throw throws transient try var volatile while yield',
        types: 'boolean byte char double false float int long null short true void',
        hasCapitalTypes: true,
        comments: ['//'],
        blocks: [SLASHES],
        texts: ['"', "'"],
        longTexts: [TRIPLE],
        marks: '@',
    },
    'c h': C,
    'cpp c++ cc cxx hpp': {
        ...C,
        words: C_WORDS +
            ' alignas alignof and bitand bitor catch class co_await co_return co_yield concept const_cast consteval ' +
            'constexpr constinit decltype delete dynamic_cast explicit export final friend mutable namespace new noexcept ' +
            'not operator or override private protected public reinterpret_cast requires static_assert static_cast template this ' +
            'thread_local throw try typeid typename using virtual xor',
        types: C_TYPES +
            ' nullptr std string vector map set pair cout cin cerr endl unique_ptr shared_ptr optional string_view wchar_t',
        longTexts: [['R"(', ')"']],
    },
    'javascript js jsx mjs json': SCRIPT,
    'typescript ts tsx': {
        ...SCRIPT,
        words: SCRIPT_WORDS +
            ' abstract declare enum implements interface is keyof namespace override private protected public ' +
            'readonly satisfies type',
        types: SCRIPT_TYPES +
            ' any bigint boolean never number object string symbol unknown Record Partial Readonly Pick Omit',
    },
    'swift': {
        words: 'actor any as associatedtype async await break case catch class continue convenience default defer deinit ' +
            'didSet do else enum extension fallthrough fileprivate final for func get guard if import in indirect init ' +
            'inout internal is lazy let mutating nonisolated open operator override private protocol public repeat required ' +
            'rethrows return self set some static struct subscript super switch throw throws try typealias unowned var weak ' +
            'where while willSet',
        types: 'false nil true print',
        hasCapitalTypes: true,
        comments: ['//'],
        blocks: [SLASHES],
        nests: true,
        texts: ['"'],
        longTexts: [TRIPLE],
        marks: '@#',
    },
    'go golang': {
        words:
            'break case chan const continue default defer else fallthrough for func go goto if import interface map package ' +
            'range return select struct switch type var',
        types: 'any append bool byte cap close copy complex64 complex128 delete error false float32 float64 int int8 int16 ' +
            'int32 int64 iota len make new nil panic print println recover rune string true uint uint8 uint16 uint32 uint64 ' +
            'uintptr',
        comments: ['//'],
        blocks: [SLASHES],
        texts: ['"', "'"],
        longTexts: [['`', '`']],
    },
    'rust rs': {
        words: 'as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut ' +
            'pub ref return self static struct super trait type union unsafe use where while',
        types: 'bool char f32 f64 false i8 i16 i32 i64 i128 isize str true u8 u16 u32 u64 u128 usize',
        hasCapitalTypes: true,
        comments: ['//'],
        blocks: [SLASHES],
        nests: true,
        texts: [],
        longTexts: [['r#"', '"#'], ['"', '"']],
        hasCharacters: true,
    },
    'sql sqlite postgresql mysql': {
        words:
            'add all alter and as asc begin between by case check column commit constraint create cross cube default delete ' +
            'desc distinct drop else end escape except exists explain foreign from full function grant group having if in ' +
            'index inner insert intersect into is join key left like limit natural not null offset on or order outer over ' +
            'partition primary references returning revoke right rollback row rows savepoint select set table then to ' +
            'transaction trigger union unique update using values view when where window with',
        types:
            'avg bigint blob boolean char coalesce count date decimal false float int integer max min numeric real smallint ' +
            'sum text time timestamp true varchar',
        hasAnyCase: true,
        comments: ['--'],
        blocks: [SLASHES],
        longTexts: [["'", "'"], ['"', '"']],
    },
    'sh bash shell zsh': {
        words:
            'break case continue do done elif else esac exit export fi for function if in local readonly return select set ' +
            'shift then trap unset until while',
        types:
            'alias awk cat cd chmod cp curl echo eval exec find git grep head kill ls make mkdir mv printf pwd read rm sed ' +
            'sort source ssh sudo tail tar test touch true false wc xargs',
        comments: ['#'],
        commentsAfterSpace: true,
        longTexts: [['"', '"'], ["'", "'"]],
        inWords: '-',
        marks: '$',
    },
    'html xml svg': { isMarkup: true, blocks: [['<!--', '-->']], texts: ['"', "'"], inWords: '-:' },
    'css': { blocks: [SLASHES], texts: ['"', "'"], inWords: '-', marks: '@#', hasProperties: true },
    'haskell hs': {
        words: 'case class data default deriving do else forall foreign hiding if import in infix infixl infixr instance let ' +
            'module newtype of qualified then type where',
        types: 'filter foldl foldr fmap fst head length map mapM_ maybe not null otherwise print pure putStrLn return show ' +
            'snd tail',
        hasCapitalTypes: true,
        comments: ['--'],
        blocks: [['{-', '-}']],
        nests: true,
        texts: ['"'],
        hasCharacters: true,
        inWords: "'",
    },
    'r': {
        words: 'break else for function if in next repeat return while',
        types: 'TRUE FALSE NULL NA NaN Inf c cat data.frame factor lapply length library list matrix mean names paste print ' +
            'sapply seq sd summary sum table vector',
        comments: ['#'],
        longTexts: [['"', '"'], ["'", "'"]],
        inWords: '.',
    },
}

/** @type {Map<string, Language>} */
const byName = new Map(
    Object.entries(LANGUAGES).flatMap(([names, language]) => names.split(' ').map((name) => [name, language])),
)

/** @param {string} name as it stands after a fence */
export const languageOf = (name) => byName.get(name.toLowerCase())
