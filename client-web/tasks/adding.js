// Adds a task that is written as one line, and says meanwhile what is understood.

import { part } from '../platform/templates.js'
import { input, onSubmit } from '../rooms/asking.js'
import { understoodIn } from '../rooms/understood.js'
import { apart, codeOf } from '../events/words.js'
import { everyWords, hoursWords, shortWords } from '../study/words.js'
import { lineOf } from './line.js'

/** @import { NewTask } from '../contract.d.ts' */
/** @import { Study } from '../study/room.js' */
/** @import { Line } from './line.js' */

/** Whether dates such as `12/1` have their month first here. */
const isMonthFirst = () =>
    new Intl.DateTimeFormat(navigator.language).formatToParts(0).find(({ type }) => /month|day/.test(type))?.type === 'month'

/** Of work without a length, as in the terminal. */
const USUAL_MINUTES = 60

/** @param {Study} study @param {HTMLElement} element @returns {HTMLInputElement} its field */
export function showAdding({ world, zone, clock, acts, trouble }, element) {
    const [form, field] = [part(element, 'adding'), input(element, 'line')]
    const read = () => {
        const courses = (world.copy.courses().value ?? []).map(({ id }) => id)
        return lineOf(field.value, { now: world.now.value, zone: zone.value, monthFirst: isMonthFirst(), courses })
    }
    /** @param {Line} line */
    const wordsOf = ({ minutes, every, deadline, priority, course }) =>
        [
            minutes ? hoursWords(minutes) : `${hoursWords(USUAL_MINUTES)}, unless you write another, such as 45m`,
            every ? everyWords(every) : '',
            deadline ? `${every ? 'until' : 'by'} ${shortWords(deadline, clock.value)}` : '',
            priority ?? '',
            course ? codeOf(course) : '',
        ].filter(Boolean).join(' · ')
    const { show, speak } = understoodIn(part(element, 'understood'), world.say)
    show('')
    field.addEventListener('input', () => {
        const line = read()
        show(field.value.trim() === '' ? '' : `${apart(line.title)}: ${wordsOf(line)}`)
    })
    onSubmit(form, trouble, async () => {
        const { deadline, ...line } = read()
        if (!line.title) {
            speak()
            return field.focus()
        }
        /** @type {NewTask} */
        const task = {
            kind: 'flexible',
            ...line,
            minutes: line.minutes ?? USUAL_MINUTES,
            ...(deadline ? { deadline: deadline.toISOString() } : {}),
        }
        await world.outbox.task(task)
        acts.tell(`Added: ${apart(line.title)}.`)
        field.value = ''
        show('')
        field.focus()
    })
    return field
}
