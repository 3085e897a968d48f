// Writing a post, and changing one.

import { attempt, input, onClick } from '../rooms/asking.js'
import { understoodIn } from '../rooms/understood.js'
import { keyed } from '../platform/lists.js'
import { computed, effect, Signal } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { words } from '../platform/times.js'
import { timeOf, written } from './due.js'
import { otherText } from './other_text.js'
import { similar } from './similar.js'
import { addressOf, apart, DATED, KINDS, placeIn, SIGNS } from './words.js'
import { keptWords, readDraft, sendByKeys, writing } from './writing.js'

/** @import { Course, EventKind, NewEvent, Visibility } from '../contract.d.ts' */
/** @import { GivenFile } from '../copy/outbox_files.js' */
/** @import { EventRow } from '../copy/overlay.js' */
/** @import { World } from '../shell/world.js' */

/** What a draft keeps. @typedef {{ [name: string]: string | boolean | string[] }} Draft */

/**
 * @param {World} world @param {string} course
 * @param {{ event?: EventRow, done: () => void, posted?: (id: string) => void }} how an event to change; `done` is called once it
 *     was sent, or closed
 * @returns {HTMLFormElement}
 */
export function composer(world, course, { event, done, posted }) {
    const { copy, outbox, drafts, now, zone } = world
    const form = /** @type {HTMLFormElement} */ (copyOf('composer'))
    const [title, due, pick, tags, at, anonymous] = ['title', 'due', 'pick', 'tags', 'at', 'anonymous'].map((name) =>
        input(form, name)
    )
    if (!title || !due || !pick || !tags || !at || !anonymous) throw new Error('the composer lacks an input')
    const kind = /** @type {HTMLSelectElement} */ (part(form, 'kind'))
    const visibility = /** @type {HTMLSelectElement} */ (part(form, 'visibility'))
    const text = writing(world, { label: 'Text', files: event?.waiting?.entry.files ?? event?.attachments ?? [] })
    part(form, 'writing').replaceWith(text.element)
    const trouble = part(form, 'trouble')
    const keyAt = (/** @type {number} */ number) => `${addressOf(course, number)}#edit-${event?.id}`
    const key = event ? keyAt(event.number) : `/c/${course}#new`
    // What was begun before the post was sent.
    const earlier = event ? keyAt(0) : key
    const place = computed(() => placeIn(copy.enrollments().value ?? [], course))
    /** Grows with each change of the form. */
    const changes = new Signal(0)
    let [isTouched, isChosen] = [false, false]
    /** @type {Signal<ReadonlySet<string>>} */
    const wanted = new Signal(new Set())

    effect(() => {
        const before = kind.value
        const allowed = KINDS.filter((name) => name !== 'notice' || place.value.isStaff)
        kind.replaceChildren(...allowed.map((name) => new Option(`${SIGNS[name]} ${name}`, name)))
        kind.value = before || event?.kind || 'note'
    })
    sections(form, () => copy.course(course).value, () => place.value, wanted)
    effect(() => void (part(form, 'hiding').hidden = place.value.isStaff || event !== undefined))
    part(form, 'later').hidden = event !== undefined && !event.publication

    set(event ? draftOf(event) : {})
    void drafts.text(key).then(async (found) => {
        const kept = found || await drafts.text(earlier)
        // Whoever has typed already does not lose that.
        const draft = kept && !isTouched ? /** @type {Draft | undefined} */ (readDraft(kept)) : undefined
        if (!draft) return
        set(draft)
        isChosen = kind.value !== 'note'
        fill(form, { kept: 'Your draft is here again.' })
    })

    text.element.before(otherText(drafts, key, {
        words: (draft) =>
            [
                readDraft(draft)?.['title'],
                readDraft(draft)?.['body'],
            ].filter(Boolean).join('\n\n'),
        get: () => JSON.stringify(get()),
        set: (draft) => set(/** @type {Draft | undefined} */ (readDraft(draft)) ?? {}),
    }))
    form.addEventListener('input', (input) => {
        if (input.target === pick) due.value = pick.value.replace('T', ' ')
        if (input.target === kind) isChosen = true
        // Whoever asks need not choose that it is a question.
        if (input.target === title && !isChosen && !event) kind.value = /\?\s*$/.test(title.value) ? 'question' : 'note'
        isTouched = true
        changes.value += 1
        const isGone = !event && isEmpty()
        const keeping = isGone ? drafts.forget(key) : drafts.keep(key, JSON.stringify(get()))
        // Not before it is true.
        void keeping.then((isKept) => fill(form, { kept: isGone ? '' : keptWords(isKept) }))
    })
    const dueWords = understoodIn(part(form, 'understood'), world.say)
    const atWords = understoodIn(part(form, 'atWords'), world.say)
    effect(() => {
        void changes.value
        const isDated = DATED.includes(kind.value)
        part(form, 'later').hidden = visibility.value === 'private' || (event !== undefined && !event.publication)
        dueWords.show(understood(due.value, isDated ? `A kind like ${kind.value} needs a due date, such as fri 17:00.` : ''))
        atWords.show(understood(at.value, ''))
    })
    if (!event) {
        similar(world, course, part(form, 'similar'), () => changes.value >= 0 && kind.value === 'question' ? title.value : '')
    }

    /** @param {string} written @param {string} otherwise */
    function understood(written, otherwise) {
        if (!written.trim()) return otherwise
        const time = timeOf(written, now.value)
        return time ? words(time, { now: now.value, zone }) : `Could not understand this as a time; try fri 17:00.`
    }

    /** @returns {Draft} */
    function get() {
        return {
            title: title?.value ?? '',
            kind: kind.value,
            body: text.text,
            due: due?.value ?? '',
            visibility: visibility.value,
            anonymous: anonymous?.checked ?? false,
            tags: tags?.value ?? '',
            at: at?.value ?? '',
            sections: [...wanted.value],
        }
    }

    /** @param {Draft} draft */
    function set(draft) {
        const word = (/** @type {string} */ name, otherwise = '') =>
            typeof draft[name] === 'string' ? String(draft[name]) : otherwise
        for (const field of [title, due, tags, at]) {
            const name = field?.dataset['part']
            if (field && name) field.value = word(name)
        }
        kind.value = KINDS.find((kind) => kind === word('kind')) ?? 'note'
        visibility.value = ['staff', 'private'].find((whom) => whom === word('visibility')) ?? 'public'
        text.text = word('body')
        if (anonymous) anonymous.checked = draft['anonymous'] === true
        const chosen = Array.isArray(draft['sections']) ? draft['sections'] : []
        wanted.value = new Set(chosen)
        const isMore = visibility.value !== 'public' || chosen.length > 0 || word('tags') || word('at') ||
            draft['anonymous']
        if (isMore) /** @type {HTMLDetailsElement} */ (part(form, 'more')).open = true
        changes.value += 1
    }

    function isEmpty() {
        return !title?.value && !text.text && !due?.value && !tags?.value
    }

    /** Throws a sentence for the person. @param {readonly GivenFile[]} files @returns {NewEvent} */
    function read(files) {
        const draft = get()
        const time = (/** @type {string} */ name) => {
            const words = String(draft[name])
            if (!words.trim()) return null
            const found = timeOf(words, now.value)
            if (!found) throw new Error(`Could not understand “${words}” as a time; try fri 17:00.`)
            return found.toISOString()
        }
        if (!String(draft['title']).trim()) throw new Error('Write a title first.')
        const [dueAt, publishAt] = [time('due'), draft['visibility'] === 'private' ? null : time('at')]
        if (!dueAt && DATED.includes(kind.value)) {
            throw new Error(`A post of the kind ${kind.value} needs a due date, such as fri 17:00.`)
        }
        return {
            title: String(draft['title']).trim(),
            body: text.text,
            kind: /** @type {EventKind} */ (kind.value),
            due: dueAt,
            tags: String(draft['tags']).split(',').map((tag) => tag.trim()).filter(Boolean),
            visibility: /** @type {Visibility} */ (draft['visibility']),
            sections: /** @type {string[]} */ (draft['sections']),
            attachments: files.map(({ id }) => id),
            ...(publishAt ? { publishAt } : {}),
            ...(!event && draft['anonymous'] && !place.value.isStaff ? { anonymous: true } : {}),
        }
    }

    form.addEventListener('submit', (submit) => {
        submit.preventDefault()
        void attempt(trouble, async () => {
            // First what may be wrong with the text: a file goes on its way meanwhile.
            read([])
            const files = text.chosen.handOver()
            const made = read(files)
            const entry = event?.number === 0 ? event.waiting?.entry : undefined
            if (entry) await outbox.retry(entry, { ...entry.body, ...made }, files)
            else if (event) await outbox.editEvent(event, made, files)
            else posted?.(await outbox.post(course, made, files))
            await drafts.forget(key)
            if (earlier !== key) await drafts.forget(earlier)
            world.say(event ? 'Your change is on its way.' : 'Your post is on its way.')
            done()
        }).then((isSent) => {
            if (!isSent) (title.value.trim() ? part(form, 'send') : title).focus()
        })
    })
    onClick(form, 'close', done)
    form.addEventListener('keydown', ({ key }) => key === 'Escape' && done())
    sendByKeys(form)
    if (event) fill(form, { heading: 'Change the post', send: 'Keep the change' })
    queueMicrotask(() => title.focus())
    return form
}

/** @param {EventRow} event @returns {Draft} */
function draftOf(event) {
    return {
        title: event.title,
        kind: event.kind,
        body: event.body,
        due: written(event.due),
        visibility: event.publication?.visibility ?? event.visibility,
        tags: event.tags.join(', '),
        at: written(event.publication?.at),
        sections: [...event.sections],
    }
}

/**
 * Boxes for the sections that a post may be for: those of the account, for staff all.
 * @param {HTMLElement} form @param {() => Course | null | undefined} course @param {() => ReturnType<typeof placeIn>} place
 * @param {Signal<ReadonlySet<string>>} wanted
 */
function sections(form, course, place, wanted) {
    const all = computed(() => course()?.sections ?? [])
    const own = computed(() => place().isInCharge ? all.value : all.value.filter(({ id }) => place().sections.includes(id)))
    effect(() => void (part(form, 'sections').hidden = own.value.length === 0 || all.value.length < 2))
    keyed(part(form, 'choices'), () => own.value, ({ id }) => id, (section) => {
        const { id, code, kind } = section.value
        const box = Object.assign(document.createElement('input'), { type: 'checkbox', name: 'section', value: id })
        effect(() => void (box.checked = wanted.value.has(id)))
        box.addEventListener('change', () => {
            const others = [...wanted.value].filter((other) => other !== id)
            wanted.value = new Set(box.checked ? [...others, id] : others)
        })
        const label = document.createElement('label')
        label.append(box, ` ${apart(code)} ${apart(kind)}`)
        return label
    })
}
