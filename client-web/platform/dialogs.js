// Dialogs, and words for screen readers.

/**
 * Shows a dialog above everything, until it is closed. The browser moves the focus into it, and back afterwards.
 * @param {HTMLDialogElement} dialog its buttons stand in a `<form method="dialog">`; removed afterwards
 * @returns {Promise<string>} the value of the button that closed it; empty if the person went back
 */
export function ask(dialog) {
    dialog.returnValue = ''
    dialog.setAttribute('closedby', 'any')
    document.body.append(dialog)
    const spoken = dialog.appendChild(document.createElement('div'))
    Object.assign(spoken, { className: 'unseen spoken', ariaLive: 'polite' })
    return new Promise((resolve) => {
        dialog.addEventListener('close', () => {
            dialog.remove()
            resolve(dialog.returnValue)
        }, { once: true })
        dialog.showModal()
    })
}

/**
 * Lets a screen reader speak words once, without moving the focus: in the dialog that is open, if one is, as nothing else is heard.
 * @param {HTMLElement} region an element with `aria-live` that stood in the page before
 * @param {string} words the same words again are spoken again
 */
export function say(region, words) {
    const line = document.createElement('p')
    line.textContent = words
    const place = Array.from(document.querySelectorAll('dialog:modal > .spoken')).at(-1) ?? region
    place.replaceChildren(line)
}
