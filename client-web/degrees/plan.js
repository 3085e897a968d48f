// A plan: its terms as columns, and beside them the catalog, the audit, the path, or what people say of it.

import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { full } from '../platform/times.js'
import { apart, counted } from '../events/words.js'
import { fileName, save as saveFile } from '../files/shown.js'
import { asked, attempt, onClick } from '../rooms/asking.js'
import { moveFocus } from '../rooms/moving.js'
import { narrow } from '../rooms/sheet.js'
import { toldBar } from '../rooms/told.js'
import { actsOf } from './acts.js'
import { auditPane } from './audit.js'
import { board } from './board.js'
import { conflictBar } from './conflict.js'
import { showCourse } from './course.js'
import { findingPane } from './finding.js'
import { askPlan } from './form.js'
import { pathPane } from './path.js'
import { planningOf } from './planning.js'
import { talkPane } from './talk.js'
import { termName } from './terms.js'
import { verdictWords } from './trees.js'

/** @import { Place } from '../platform/router.js' */
/** @import { Room } from '../shell/rooms.js' */
/** @import { World } from '../shell/world.js' */
/** @import { Acts } from './acts.js' */
/** @import { Catalog } from './catalog.js' */
/** @import { Own, Planning } from './planning.js' */

/** What the parts of the room share. @typedef {{ world: World, planning: Planning, catalog: Catalog, acts: Acts, open: (code: string, term?: string) => void, show: (pane: string) => void }} Here */

const PANES = ['terms', 'catalog', 'audit', 'path', 'talk']
const CARDS = '.dg-card'

/** @param {{ readonly value: Place }} place @param {World} world @param {{ id: string, own: Own, catalog: Catalog }} parts @returns {Room} */
export function planPane(place, world, { id, own, catalog }) {
    const { call, say, now, zone } = world
    const element = copyOf('dg-plan')
    const planning = planningOf(world, id, own, catalog)
    const { plan, isOwn, problems } = planning
    const trouble = part(element, 'trouble')
    const acts = actsOf(world, planning, trouble)
    const isNarrow = narrow()
    const pane = computed(() => {
        const named = place.value.query['show'] ?? ''
        if (PANES.includes(named) && (named !== 'terms' || isNarrow.value)) return named
        // Whoever advises reads what is missing first.
        return isNarrow.value ? 'terms' : !plan.value || isOwn.value ? 'catalog' : 'audit'
    })
    const show = (/** @type {string} */ name) => world.go(`/degree/${id}?show=${name}`, { replaces: true })
    /** @type {Here} */
    const here = { world, planning, catalog, acts, show, open: (code, term) => void showCourse(here, code, term) }

    fill(element, {
        name: () => apart(plan.value?.name ?? ''),
        about: aboutWords,
        gone: goneWords,
        state: stateWords,
    })
    function aboutWords() {
        if (!plan.value) return ''
        const { programme, owner } = plan.value
        return [
            isOwn.value ? '' : `A plan of ${apart(owner.displayName)}`,
            programme ? apart(catalog.programmeName(programme)) : 'No programme yet',
        ].filter(Boolean).join(' · ')
    }
    function goneWords() {
        if (plan.value || plan.value === undefined && !planning.other.trouble.value) return ''
        return planning.other.isGone.value
            ? 'There is no such plan, or it is not shared any more.'
            : planning.other.trouble.value || ''
    }
    /** Whether what stands here is what the server says now. */
    function stateWords() {
        const { check } = planning
        if (!plan.value || check.isAsking.value) return ''
        if (plan.value.isNew) return 'It is checked once the server has it.'
        if (planning.isChecked.value || !check.found.value) return check.trouble.value
        const at = full(new Date(check.found.value.at), { now: now.value, zone })
        return `Checked on ${at}. What you changed since is checked once the server is reached.`
    }
    const facts = computed(() => {
        const open = problems.value.filter(({ accepted, unsure }) => !accepted && !unsure).length
        const unsure = problems.value.filter(({ accepted, unsure }) => !accepted && unsure).length
        const last = plan.value?.terms.findLast(({ courses, electives }) => courses.length + (electives ?? []).length > 0)
        const audit = planning.audit.found.value?.body
        return [
            { key: 'problems', name: 'Problems', value: planning.check.found.value ? String(open) : '…', isBad: open > 0 },
            ...(unsure > 0 ? [{ key: 'unsure', name: 'Cannot be checked', value: String(unsure), isBad: false }] : []),
            ...(audit?.credits
                ? [{
                    key: 'credits',
                    name: 'Credits',
                    value: `${audit.credits.has} of ${audit.credits.needs}`,
                    isBad: audit.credits.has < audit.credits.needs,
                }]
                : []),
            ...(plan.value?.programme && audit
                ? [{ key: 'degree', name: 'Degree', value: verdictWords(audit), isBad: !audit.satisfied }]
                : []),
            ...(last ? [{ key: 'last', name: 'Last term', value: termName(last.term), isBad: false }] : []),
            ...(plan.value?.approved
                ? [{ key: 'approved', name: 'Approved by', value: apart(plan.value.approved.by.displayName), isBad: false }]
                : []),
        ]
    })
    effect(() => {
        const list = part(element, 'facts')
        list.replaceChildren(...facts.value.map(({ key, name, value, isBad }) => {
            const fact = fill(copyOf('dg-fact'), { name, value })
            fact.dataset['key'] = key
            fact.classList.toggle('bad', isBad)
            return fact
        }))
    })
    effect(() => {
        part(element, 'whole').hidden = !plan.value
        part(element, 'settings').hidden = !planning.mayEdit.value
        part(element, 'delete').hidden = !isOwn.value
        // The server draws it.
        part(element, 'picture').hidden = !plan.value || plan.value.isNew === true
        element.dataset['pane'] = pane.value
        for (const link of part(element, 'tabs').querySelectorAll('a')) {
            if (link.dataset['tab'] === pane.value) link.setAttribute('aria-current', 'page')
            else link.removeAttribute('aria-current')
        }
        for (const name of PANES) part(element, name).hidden = name !== pane.value && !(name === 'terms' && !isNarrow.value)
    })
    for (const link of part(element, 'tabs').querySelectorAll('a')) link.href = `/degree/${id}?show=${link.dataset['tab']}`
    const count = computed(() => planning.comments.value.length)
    fill(element, { talkCount: () => count.value > 0 ? String(count.value) : '' })

    board(part(element, 'terms'), here)
    const finding = findingPane(part(element, 'catalog'), here)
    auditPane(part(element, 'audit'), here)
    const path = pathPane(part(element, 'path'), here)
    onClick(element, 'fillIt', path.begin)
    talkPane(part(element, 'talk'), here)
    conflictBar(part(element, 'conflict'), here)

    const { bar, undo } = toldBar(acts.told, part(element, 'heading'))
    element.append(bar)
    // Whoever goes on beside the terms has read it.
    for (const name of PANES) {
        if (name !== 'terms') part(element, name).addEventListener('focusin', () => (acts.told.value = undefined))
    }
    const isSetting = new Signal(false)
    onClick(element, 'settings', () => {
        if (isSetting.value) return
        isSetting.value = true
        void askPlan(world, catalog, own, planning).finally(() => (isSetting.value = false))
    })
    onClick(element, 'picture', () =>
        void attempt(trouble, async () => {
            const name = untracked(() => plan.value?.name ?? '')
            saveFile(await world.download(`${planning.path}/picture`), `${fileName(name, 'plan')}.svg`)
            say('The picture is saved.')
        }))
    onClick(element, 'delete', () =>
        void attempt(trouble, async () => {
            const now = untracked(() => plan.value)
            if (!now) return
            const words = `${counted(now.replyCount, 'comment')} go with it. Nobody can bring it back.`
            if (await asked({ title: `Delete “${apart(now.name)}”?`, words, action: 'Delete' }) === undefined) return
            // What waits for it goes once it is gone, and stays if it stays.
            if (!now.isNew) await call('DELETE', planning.path, { headers: { 'If-Match': `"${now.rev}"` } })
            const waiting = untracked(() => world.outbox.entries.value).filter((entry) => entry.id === id || entry.event === id)
            for (const entry of waiting) await world.outbox.drop(entry)
            say('Deleted.')
            world.go('/degree', { replaces: true })
        }))

    /** The card that has the focus. */
    const chosen = () => {
        const card = document.activeElement?.closest(CARDS)
        return card instanceof HTMLElement ? card : undefined
    }
    /** Acts of keys, one after another: each finds its card where the act before it put that. */
    let turn = Promise.resolve()
    let waiting = 0
    /** The cards of acts that wait. @type {Map<HTMLElement, { card: HTMLElement }>} */
    const held = new Map()
    /** The last of them: on its way to another term it has no focus. @type {{ card: HTMLElement } | undefined} */
    let last
    /** @param {(card: HTMLElement) => Promise<HTMLElement | undefined | void>} run answers the card that took its place */
    const onCard = (run) => () => {
        const card = chosen()
        const own = card ? held.get(card) ?? { card } : document.activeElement === document.body ? last : undefined
        if (!own) return
        if (card) held.set(card, own)
        last = own
        waiting += 1
        turn = turn.then(async () => {
            own.card = await run(own.card) ?? own.card
            held.set(own.card, own)
        }).catch(reportError).then(() => {
            waiting -= 1
            if (waiting > 0) return
            held.clear()
            last = undefined
        })
    }
    return {
        element,
        title: () => `${apart(plan.value?.name ?? 'Plan')} · Degree`,
        keys: [
            { key: 'j', words: 'Next course', run: () => void moveFocus(element, `${CARDS} [data-part=open]`, 1) },
            { key: 'k', words: 'Previous course', run: () => void moveFocus(element, `${CARDS} [data-part=open]`, -1) },
            { key: ']', words: 'Move the course a term later', run: onCard((card) => acts.shift(card, 1)) },
            { key: '[', words: 'Move the course a term earlier', run: onCard((card) => acts.shift(card, -1)) },
            { key: 'x', words: 'Take the course out of the plan', run: onCard((card) => acts.drop(card)) },
            { key: 'u', words: 'Undo', run: () => void (turn = turn.then(undo)) },
            {
                key: '/',
                words: 'Find a course',
                run: () => {
                    show('catalog')
                    finding.focus()
                },
            },
            { key: '1', words: 'Courses', run: () => show('catalog') },
            { key: '2', words: 'Audit', run: () => show('audit') },
            { key: '3', words: 'Earliest graduation', run: () => show('path') },
            { key: '4', words: 'Comments and approval', run: () => show('talk') },
        ],
    }
}
