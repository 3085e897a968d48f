// How deep quotes, lists, emphasis and links may be nested, as in the terminal.

export const DEEPEST = 24

/** They are nested deeper. All of the text is then shown as it is written. */
export class TooDeep extends Error {}
