// Dragging a course to a term, from another term or from a list. Keys and menus do the same.

/** @import { Thing } from './moves.js' */

/**
 * @param {HTMLElement} element has cards (`.dg-card`), courses of a list (`[data-course]`) and columns (`.dg-column`)
 * @param {{ mayDrag: () => boolean, move: (thing: Thing, from: string, to: string) => void, add: (code: string, to: string) => void }} how
 */
export function listenToDrags(element, { mayDrag, move, add }) {
    /** @type {{ thing: Thing, from?: string } | undefined} */
    let dragged
    const closest = (/** @type {Event} */ { target }, /** @type {string} */ selector) => {
        const found = target instanceof Element ? target.closest(selector) : null
        return found instanceof HTMLElement ? found : undefined
    }
    const clear = () => element.querySelectorAll('.target').forEach((column) => column.classList.remove('target'))
    element.addEventListener('dragstart', (event) => {
        const [card, course] = [closest(event, '.dg-card'), closest(event, '[data-course]')]
        if (!mayDrag() || (!card && !course)) return event.preventDefault()
        if (card) {
            const { code, place, term = '' } = card.dataset
            dragged = { thing: code ?? Number(place), from: term }
        } else dragged = { thing: course?.dataset['course'] ?? '' }
        // A card that has the focus takes a layout with it when it goes.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        element.classList.add('dragging')
        event.dataTransfer?.setData('text/plain', String(dragged.thing))
    })
    element.addEventListener('dragover', (event) => {
        const column = closest(event, '.dg-column')
        if (!dragged || !column) return
        event.preventDefault()
        if (column.classList.contains('target')) return
        clear()
        column.classList.add('target')
    })
    element.addEventListener('drop', (event) => {
        const to = closest(event, '.dg-column')?.dataset['term']
        if (!dragged || !to) return
        event.preventDefault()
        const { thing, from } = dragged
        if (from === undefined) add(String(thing), to)
        else if (from !== to) move(thing, from, to)
    })
    element.addEventListener('dragend', () => {
        dragged = undefined
        element.classList.remove('dragging')
        clear()
    })
}
