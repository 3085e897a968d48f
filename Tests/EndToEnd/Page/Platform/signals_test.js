import { batch, computed, effect, scope, Signal, untracked } from '../../../../client-web/platform/signals.js'
import { equal, reported, test, throws } from '../testing.js'

test('an effect runs at once and after each change of what it read', () => {
    const count = new Signal(1)
    /** @type {number[]} */
    const seen = []
    effect(() => void seen.push(count.value))
    count.value = 2
    count.value = 2
    count.value = 3
    equal(seen, [1, 2, 3])
})

test('an effect follows only what its last run read', () => {
    const [which, left, right] = [new Signal(true), new Signal('a'), new Signal('b')]
    /** @type {string[]} */
    const seen = []
    effect(() => void seen.push(which.value ? left.value : right.value))
    which.value = false
    left.value = 'x'
    right.value = 'c'
    equal(seen, ['a', 'b', 'c'])
})

test('several ways from one value to an effect run it once, with values of one time', () => {
    const base = new Signal(1)
    const double = computed(() => base.value * 2)
    const next = computed(() => double.value + 1)
    /** @type {number[][]} */
    const seen = []
    effect(() => void seen.push([base.value, double.value, next.value]))
    base.value = 5
    equal(seen, [[1, 2, 3], [5, 10, 11]])
})

test('a computed value that stays the same runs no effect, and is not computed twice', () => {
    const number = new Signal(1)
    let runs = 0
    let reads = 0
    const isOdd = computed(() => {
        reads += 1
        return number.value % 2 === 1
    })
    effect(() => {
        runs += 1
        return void isOdd.value
    })
    number.value = 3
    equal([isOdd.value, isOdd.value, runs, reads], [true, true, 1, 2])
})

test('a computed value is current within a batch, and effects run at its end', () => {
    const number = new Signal(1)
    const double = computed(() => number.value * 2)
    /** @type {number[]} */
    const seen = []
    effect(() => void seen.push(double.value))
    batch(() => {
        number.value = 2
        equal(double.value, 4)
        number.value = 3
    })
    equal(seen, [2, 6])
})

test('what a scope made ends with it, effects within effects too', () => {
    const [outer, inner] = [new Signal(1), new Signal(1)]
    /** @type {string[]} */
    const seen = []
    const end = scope(() => {
        effect(() => {
            const name = `run ${outer.value}`
            effect(() => {
                seen.push(`${name} ${inner.value}`)
                return () => seen.push(`end of ${name}`)
            })
        })
    })
    outer.value = 2
    inner.value = 2
    end()
    outer.value = 3
    inner.value = 3
    equal(seen, ['run 1 1', 'end of run 1', 'run 2 1', 'end of run 2', 'run 2 2', 'end of run 2'])
    equal([outer.readers.size, inner.readers.size], [0, 0])
})

test('an effect does not run again once the effect that made it excludes it', () => {
    /** @type {Signal<{ name: string } | undefined>} */
    const person = new Signal({ name: 'Ada' })
    /** @type {string[]} */
    const seen = []
    effect(() => {
        const show = () => effect(() => void seen.push(person.value?.name ?? 'nobody'))
        const inner = show()
        if (!person.value) inner()
    })
    equal(seen, ['Ada'])
    person.value = { name: 'Bob' }
    equal(seen, ['Ada', 'Bob'])
})

test('an effect may end itself', () => {
    const number = new Signal(0)
    /** @type {string[]} */
    const seen = []
    const stop = effect(() => {
        if (number.value === 1) stop()
        seen.push(`run ${number.value}`)
        return () => seen.push('end')
    })
    number.value = 1
    number.value = 2
    equal(seen, ['run 0', 'end', 'run 1', 'end'])
    equal(number.readers.size, 0)
})

test('an effect that throws is reported, and the others run', () => {
    const number = new Signal(1)
    /** @type {number[]} */
    const seen = []
    effect(() => {
        if (number.value === 2) throw new Error('two')
    })
    effect(() => void seen.push(number.value))
    equal(reported(() => (number.value = 2)), ['two'])
    number.value = 3
    equal(seen, [1, 2, 3])
})

test('a computed value that threw is computed again', () => {
    const number = new Signal(0)
    const inverse = computed(() => {
        if (number.value === 0) throw new Error('zero')
        return 1 / number.value
    })
    throws(() => inverse.value)
    throws(() => inverse.value)
    /** @type {(number | string)[]} */
    const seen = []
    effect(() => {
        try {
            seen.push(inverse.value)
        } catch {
            seen.push('none')
        }
    })
    number.value = 2
    number.value = 0
    equal(seen, ['none', 0.5, 'none'])
})

test('effects that never come to rest are stopped and reported', () => {
    const number = new Signal(0)
    effect(() => void (number.value > 0 && (number.value = number.value + 1)))
    equal(reported(() => (number.value = 1)), ['effects change what they read, without end'])
    /** @type {number[]} */
    const seen = []
    const other = new Signal(1)
    effect(() => void seen.push(other.value))
    other.value = 2
    equal(seen, [1, 2])
})

test('an untracked read is not followed', () => {
    const number = new Signal(1)
    let runs = 0
    effect(() => {
        runs += 1
        untracked(() => number.value)
    })
    number.value = 2
    equal(runs, 1)
})
