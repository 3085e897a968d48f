"""Counts what modules do: V8's coverage counts each block of code that runs, and a call of a string's method counts as many steps
as it reads characters. The numbers are the same on every machine."""

COUNT = """async ([module, name, text]) => {
    const read = await import(module)
    let characters = 0
    let isInside = false
    const restore = []
    const count = (prototype, method, cost) => {
        const own = prototype[method]
        restore.push(() => (prototype[method] = own))
        prototype[method] = function (...given) {
            if (isInside) return own.apply(this, given)
            isInside = true
            const start = this.global ? this.lastIndex : 0
            const result = own.apply(this, given)
            characters += cost(this, result, ...given) - start
            isInside = false
            return result
        }
    }
    count(String.prototype, 'indexOf', (text, found, _, from = 0) => (found < 0 ? text.length : found) - from)
    count(String.prototype, 'slice', (_, found) => found.length)
    for (const method of ['includes', 'replace', 'replaceAll', 'split', 'matchAll', 'toLowerCase', 'toUpperCase']) {
        count(String.prototype, method, (text) => text.length)
    }
    count(RegExp.prototype, 'exec', (_, found, text) => found ? found.index + found[0].length : text.length)
    count(RegExp.prototype, 'test', (_, found, text) => text.length)
    try {
        read[name](text)
        return characters
    } finally {
        for (const run of restore) run()
    }
}"""


class Counter:
    """Counts the steps of one function of a module."""

    def __init__(self, page, module, name):
        self.page, self.call = page, [module, name]
        self.session = page.context.new_cdp_session(page)
        self.session.send("Profiler.enable")
        self.session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})

    def steps(self, text):
        """How many steps the function takes for a text."""
        self.session.send("Profiler.takePreciseCoverage")
        characters = self.page.evaluate(COUNT, [*self.call, text])
        scripts = self.session.send("Profiler.takePreciseCoverage")["result"]
        functions = [function for script in scripts if "/client-web/" in script["url"] for function in script["functions"]]
        return characters + sum(block["count"] for function in functions for block in function["ranges"])
