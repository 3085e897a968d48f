// What is understood of a field: it is seen with each key, and spoken once the person pauses or leaves the form.

import { effect } from '../platform/signals.js'

const PAUSE = 700

/**
 * @param {HTMLElement} output in a form, not live by itself @param {(words: string) => void} say
 * @returns {{ show: (words: string) => void, speak: () => void }} what is shown first is not spoken by itself
 */
export function understoodIn(output, say) {
    /** @type {string | undefined} */
    let spoken
    let timer = 0
    const speak = () => {
        clearTimeout(timer)
        spoken = output.textContent
        if (spoken) say(spoken)
    }
    const speakNew = () => void (spoken !== output.textContent && speak())
    output.closest('form')?.addEventListener('focusout', speakNew)
    effect(() => () => clearTimeout(timer))
    return {
        show(words) {
            if (spoken !== undefined && words === output.textContent) return
            output.textContent = words
            clearTimeout(timer)
            if (spoken === undefined) spoken = words
            else timer = setTimeout(speakNew, PAUSE)
        },
        speak,
    }
}
