// Writing a notice. It needs the server: it goes to all or to none, and says before how many it reaches.

import { timeOf } from '../events/due.js'
import { counted } from '../events/words.js'
import { keptWords, readDraft, sendByKeys, writing } from '../events/writing.js'
import { computed, effect, Signal } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { words } from '../platform/times.js'
import { asked, attempt, input, onClick } from '../rooms/asking.js'
import { receivers } from './receivers.js'
import { staffPath } from './words.js'

/** @import { NewNotice } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */

const PAUSE = 250

/** @param {World} world @param {string} course @param {() => void} done called once it was sent, or closed @returns {HTMLFormElement} */
export function noticeForm(world, course, done) {
    const { call, drafts, now, zone, say } = world
    const form = /** @type {HTMLFormElement} */ (copyOf('notice-form'))
    const [title, due, at, mustRead] = /** @type {[HTMLInputElement, HTMLInputElement, HTMLInputElement, HTMLInputElement]} */ (
        ['title', 'due', 'at', 'mustRead'].map((name) => input(form, name))
    )
    const text = writing(world, { label: 'Text', takesFiles: false })
    part(form, 'writing').replaceWith(text.element)
    const to = receivers(world, course)
    part(form, 'to').replaceWith(to.element)
    const trouble = part(form, 'trouble')
    const key = `${staffPath(course, 'notices')}#new`
    /** Grows with each change of the form. */
    const changes = new Signal(0)
    let [id, isTouched] = [world.newID(), false]
    to.wanted.value = new Set(to.everyone())

    void drafts.text(key).then((kept) => {
        // Whoever has typed already does not lose that.
        const draft = kept && !isTouched ? readDraft(kept) : undefined
        if (!draft) return
        const word = (/** @type {string} */ name) => typeof draft[name] === 'string' ? draft[name] : ''
        id = /^[0-9a-f-]{36}$/.test(word('id')) ? word('id') : id
        for (const [name, field] of Object.entries({ title, due, at })) field.value = word(name)
        text.text = word('body')
        mustRead.checked = draft.mustRead === true
        if (Array.isArray(draft.wanted)) to.wanted.value = new Set(draft.wanted.filter((one) => typeof one === 'string'))
        fill(form, { kept: 'Your draft is here again.' })
        changes.value += 1
    })
    form.addEventListener('input', () => {
        isTouched = true
        // A box changes what it stands for after this event.
        queueMicrotask(() => {
            changes.value += 1
            const isGone = ![title, due, at].some(({ value }) => value) && !text.text
            const [own, draft] = [{ title: title.value, due: due.value, at: at.value }, { id, body: text.text }]
            const kept = JSON.stringify({ ...own, ...draft, mustRead: mustRead.checked, wanted: [...to.wanted.value] })
            const keeping = isGone ? drafts.forget(key) : drafts.keep(key, kept)
            void keeping.then((isKept) => fill(form, { kept: isGone ? '' : keptWords(isKept) }))
        })
    })

    /** @param {HTMLInputElement} field */
    const heard = (field) => {
        void changes.value
        if (!field.value.trim()) return ''
        const time = timeOf(field.value, now.value)
        return time ? words(time, { now: now.value, zone }) : 'Could not understand this as a time; try fri 17:00.'
    }
    fill(form, { dueWords: () => heard(due), atWords: () => heard(at) })

    /** @param {AbortSignal} [signal] @returns {Promise<string>} such as `134 people` */
    const reach = async (signal) => {
        const body = { title: 'Notice', ...to.ids() }
        const found = await call('POST', '/v1/notices?dryRun=true', { body, ...(signal ? { signal } : {}) })
        return counted(found.body.people, 'person', 'people')
    }
    const wanted = computed(() => JSON.stringify([to.ids(), to.words()]))
    effect(() => {
        const [, whom] = JSON.parse(wanted.value)
        const shown = part(form, 'reach')
        if (!whom) {
            shown.textContent = 'Choose who gets it.'
            return
        }
        const ends = new AbortController()
        const timer = setTimeout(() => {
            reach(ends.signal).then(
                (people) => `Reaches ${people} in ${whom}.`,
                (error) => `How many it reaches is not known: ${error.message}`,
            )
                .then((sentence) => {
                    if (!ends.signal.aborted) shown.textContent = sentence
                })
        }, PAUSE)
        return () => {
            clearTimeout(timer)
            ends.abort()
        }
    })

    /** Throws a sentence for the person. @returns {NewNotice} */
    const read = () => {
        const time = (/** @type {HTMLInputElement} */ field) => {
            if (!field.value.trim()) return null
            const found = timeOf(field.value, now.value)
            if (!found) throw new Error(`Could not understand “${field.value}” as a time; try fri 17:00.`)
            return found.toISOString()
        }
        if (!title.value.trim()) throw new Error('Write a title first.')
        if (!to.words()) throw new Error('Choose who gets it first.')
        const publishAt = time(at)
        if (publishAt && Date.parse(publishAt) <= now.value.getTime()) throw new Error('The time to send it has passed.')
        const body = { id, ...to.ids(), title: title.value.trim(), body: text.text, due: time(due), mustRead: mustRead.checked }
        return { ...body, ...(publishAt ? { publishAt } : {}) }
    }

    form.addEventListener('submit', (submit) => {
        submit.preventDefault()
        void attempt(trouble, async () => {
            const [notice, whom] = [read(), to.words()]
            const people = await reach()
            const when = notice.publishAt ? `, ${words(new Date(notice.publishAt), { now: now.value, zone })}` : ''
            const answer = await asked({
                title: `Send it to ${people}?`,
                words: `“${notice.title}” goes to ${whom}${when}.${notice.mustRead ? ' It must be read.' : ''}`,
                action: 'Send',
            })
            if (answer === undefined) return
            const sent = await call('POST', '/v1/notices', { body: notice })
            const isOld = sent.status === 200 && sent.body?.items?.some((/** @type {NewNotice} */ { title, body }) => {
                return title !== notice.title || body !== notice.body
            })
            await drafts.forget(key)
            if (isOld) throw new Error('It was sent before you changed it. Open it in the list and edit it there.')
            say(notice.publishAt ? `It goes to ${people}${when}.` : `It is sent to ${people}.`)
            done()
        }).then((isWell) => isWell || (title.value.trim() ? part(form, 'send') : title).focus())
    })
    onClick(form, 'close', done)
    form.addEventListener('keydown', ({ key }) => key === 'Escape' && done())
    sendByKeys(form)
    queueMicrotask(() => title.focus())
    return form
}
