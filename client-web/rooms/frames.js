// What may wait until the screen has answered.

/** Runs something after the next frame; in a tab that nobody looks at, soon. @param {() => void} run */
export function whenDrawn(run) {
    let isDone = false
    const once = () => {
        if (isDone) return
        isDone = true
        run()
    }
    setTimeout(once, 200)
    requestAnimationFrame(() => setTimeout(once))
}
