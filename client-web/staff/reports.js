// Posts that were reported, each in place with the reasons, and those that staff removed.

import { opens, replyForm } from '../events/reply_form.js'
import { addressOf, codeOf, counted, span, whoOf } from '../events/words.js'
import { illustrate, listFiles } from '../files/shown.js'
import { keyed } from '../platform/lists.js'
import { computed, effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { words } from '../platform/times.js'
import { asked, attempt, onClick } from '../rooms/asking.js'
import { listed, told } from './lists.js'
import { removals } from './removals.js'
import { moving, pressing, takeAway } from './rows.js'
import { staffPath } from './words.js'

/** @import { Report } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { MakeContent } from './room.js' */

/** A post with its reports, newest first. @typedef {{ id: string, reports: Report[], isOpen: boolean }} Reported */

/** @type {MakeContent} */
export function content(world, course, place) {
    const { copy, go } = world
    const element = copyOf('staff-reports')
    const isAll = computed(() => place.value.query['all'] === '1')
    const path = `/v1/courses/${encodeURIComponent(course)}/reports`
    // Removing a post closes its reports.
    const when = () => [told(world, course, 'reported'), copy.removals(course).value?.length]
    /** @type {ReturnType<typeof listed<Report>>} */
    const reports = listed(world, () => isAll.value ? path : `${path}?open=true`, when)
    const posts = computed(() => reports.items.value && byPost(reports.items.value))
    keyed(part(element, 'rows'), () => posts.value ?? [], ({ id }) => id, (post) => reportRow(world, reports, post))
    fill(element, {
        trouble: () => reports.trouble.value && `What was reported is not known: ${reports.trouble.value}`,
        empty: () =>
            posts.value?.length !== 0
                ? ''
                : isAll.value
                ? 'Nothing was reported.'
                : 'No report is open. Everyone in the course can report a post: you find it here, and in your inbox.',
    })
    effect(() => void (part(element, 'all').ariaPressed = String(isAll.value)))
    onClick(element, 'all', () => go(`${staffPath(course, 'reports')}${isAll.value ? '' : '?all=1'}`, { replaces: true }))
    removals(world, element, course)
    return {
        element,
        keys: [
            ...moving(element),
            pressing(element, 'd', 'Keep the post', 'keep'),
            pressing(element, 'x', 'Remove the post', 'remove'),
            pressing(element, 'r', 'Reply', 'reply'),
            pressing(element, 'o', 'Open the reports again', 'reopen'),
            pressing(element, 'z', 'Restore the post', 'restore'),
            { key: 'a', words: 'Closed reports too', run: () => part(element, 'all').click() },
        ],
    }
}

/** @param {readonly Report[]} reports @returns {Reported[]} */
export function byPost(reports) {
    return [...Map.groupBy(reports, ({ event, reply }) => reply ?? event)].map(([id, reports]) => {
        return { id, reports, isOpen: reports.some(({ resolvedAt }) => resolvedAt === null) }
    })
}

/** @param {World} world @param {ReturnType<typeof listed<Report>>} reports @param {{ readonly value: Reported }} post */
function reportRow(world, reports, post) {
    const { copy, call, say, now, zone } = world
    const row = copyOf('report-row')
    const [first] = untracked(() => post.value.reports)
    const { course, event: id, number, reply, replyNumber, title } = /** @type {Report} */ (first)
    row.dataset['id'] = untracked(() => post.value.id)
    const event = copy.event(id)
    /** The post as it is now; null if it is gone. */
    const text = computed(() => reply === null ? event.value : event.value && found(copy.replies(id).value, reply))
    const link = /** @type {HTMLAnchorElement} */ (part(row, 'link'))
    link.href = addressOf(course, number, replyNumber ?? '')
    fill(row, {
        name: `${codeOf(course)}#${number}${replyNumber === null ? '' : `#${replyNumber}`}`,
        title: () => event.value?.title ?? title,
        by: () =>
            `${post.value.isOpen ? 'reported' : 'closed; it was reported'} by ${
                counted(post.value.reports.length, 'person', 'people')
            }`,
        state: () => text.value === null ? 'The post is not there any more.' : '',
    })
    effect(() => {
        const at = (/** @type {string} */ time) => words(new Date(time), { now: now.value, zone })
        part(row, 'reasons').replaceChildren(
            ...post.value.reports.map(({ reason, reporter, createdAt, resolvedAt, resolvedBy }) => {
                const line = document.createElement('li')
                line.append(span(reason, 'reason', 'bdi'), ' · ', whoOf(reporter), ` ${at(createdAt)}`)
                if (resolvedAt) line.append(`, closed by `, span(resolvedBy?.displayName ?? 'somebody', 'name', 'bdi'))
                return line
            }),
        )
    })
    const author = computed(() => text.value && JSON.stringify([text.value.author, text.value.anonymous]))
    effect(() => {
        const [person, isAnonymous] = author.value ? JSON.parse(author.value) : []
        part(row, 'author').replaceChildren(...(person ? [whoOf(person, { isAnonymous })] : []))
    })
    const body = computed(() => text.value?.body)
    const files = computed(() => text.value?.attachments ?? [])
    illustrate(world, part(row, 'body'), () => text.value?.id ?? '', () => body.value, () => files.value)
    listFiles(world, part(row, 'files'), () => files.value)
    effect(() => {
        part(row, 'keep').hidden = !post.value.isOpen
        part(row, 'reopen').hidden = post.value.isOpen || !text.value
        part(row, 'remove').hidden = part(row, 'reply').hidden = !text.value
        part(row, 'decision').ariaLabel = `Reports on ${part(row, 'name').textContent}`
    })
    const answer = opens(part(row, 'form'), (done) => {
        const [to, below] = untracked(() => [event.value, reply === null ? undefined : text.value])
        const parent = /** @type {import('../copy/overlay.js').ReplyRow | undefined} */ (below ?? undefined)
        return replyForm(world, {
            event: /** @type {import('../copy/overlay.js').EventRow} */ (to),
            parent,
            mayHide: false,
            hides: false,
            done,
        })
    }, row)
    onClick(row, 'reply', answer)
    const trouble = part(row, 'trouble')
    /** @param {boolean} resolved */
    const settle = (resolved) => async () => {
        const own = post.value.reports.filter(({ resolvedAt }) => (resolvedAt !== null) !== resolved)
        const run = async () => {
            for (const { id } of own) await call('PATCH', `/v1/reports/${encodeURIComponent(id)}`, { body: { resolved } })
        }
        await (resolved ? takeAway(row, reports, run) : run().then(reports.again))
        say(resolved ? 'The post stays; its reports are closed.' : 'The reports are open again.')
    }
    onClick(row, 'keep', () => void attempt(trouble, settle(true)))
    onClick(row, 'reopen', () => void attempt(trouble, settle(false)))
    onClick(row, 'remove', () =>
        void attempt(trouble, async () => {
            const reason = await asked({
                title: reply === null
                    ? `Remove “${event.value?.title ?? title}”, with its thread?`
                    : `Remove reply #${replyNumber}?`,
                words: 'The author reads your reason. Others see that staff removed it. You can restore it.',
                action: 'Remove',
                field: 'Reason',
                wrong: (reason) => reason.trim() ? undefined : 'Write the reason: the author reads it.',
            })
            if (reason === undefined) return
            const kind = reply === null ? 'events' : 'replies'
            const path = `/v1/${kind}/${encodeURIComponent(reply ?? id)}?reason=${encodeURIComponent(reason.trim())}`
            const rev = untracked(() => text.value?.rev)
            await takeAway(row, reports, () => {
                return call('DELETE', path, rev === undefined ? {} : { headers: { 'If-Match': `"${rev}"` } })
            })
            say('It is removed.')
        }))
    return row
}

/** @template {{ id: string }} Row @param {readonly Row[] | undefined} rows @param {string} id */
function found(rows, id) {
    return rows && (rows.find((row) => row.id === id) ?? null)
}
