// What may wait until the screen has answered.

/** Runs something after the next frame; in a tab that nobody looks at, soon. @param {() => void} run */
export function whenDrawn(run) {
    const timer = setTimeout(run, 200)
    requestAnimationFrame(() => setTimeout(() => (clearTimeout(timer), run())))
}
