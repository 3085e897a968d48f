// What people say of a plan: sharing it, comments, and an adviser's approval of exactly what was read.

import { keyed } from '../platform/lists.js'
import { Refused } from '../accounts/server.js'
import { computed, effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { follow, full } from '../platform/times.js'
import { apart, stateWords, whoOf } from '../events/words.js'
import { draw } from '../text/draw.js'
import { asked, attempt, input, onClick, onSubmit } from '../rooms/asking.js'

/** @import { CommentRow } from './kept.js' */
/** @import { Here } from './plan.js' */

/** @param {HTMLElement} element @param {Here} here */
export function talkPane(element, here) {
    const { planning, world, acts } = here
    const { plan, isOwn, mayEdit, comments } = planning
    const { copy, call, outbox, drafts, say, now, zone } = world
    const trouble = part(element, 'trouble')
    const frame = () => ({ now: now.value, zone })

    effect(() => {
        const { shared = false } = plan.value ?? {}
        part(element, 'sharing').hidden = !isOwn.value
        part(element, 'share').hidden = !mayEdit.value
        part(element, 'link').hidden = !shared
        fill(element, { share: shared ? 'Stop sharing' : 'Share with an adviser' })
        input(element, 'address').value = `${location.origin}/degree/${planning.id}`
    })
    fill(element, {
        sharedWords: () =>
            plan.value?.shared
                ? 'Anyone with the link and an account reads the plan with its check and audit, comments, and approves it. Your grades stay yours; but a problem with a minimum grade tells that a grade is lower.'
                : 'The plan is yours alone. Share it with an adviser, and send the link.',
        approvalWords,
        none: () =>
            comments.value.length > 0 ? '' : isOwn.value && !plan.value?.shared ? '' : 'No comments yet. Write the first one.',
    })
    onClick(element, 'share', () =>
        void attempt(trouble, async () => {
            const isShared = untracked(() => plan.value?.shared ?? false)
            const words = 'Whoever follows it loses it at once. Comments stay.'
            if (isShared && await asked({ title: 'Stop sharing?', words, action: 'Stop sharing' }) === undefined) return
            await planning.edit(() => ({ shared: !isShared }))
            acts.tell(isShared ? 'It is yours alone again.' : 'It is shared: send the link to your adviser.')
        }))
    onClick(element, 'copy', () =>
        void attempt(trouble, async () => {
            const address = input(element, 'address')
            address.select()
            // There is no clipboard where the page came without TLS.
            const words = 'It is selected. Copy it with Ctrl C, or by holding a finger on it.'
            if (!navigator.clipboard) return say(words)
            await navigator.clipboard.writeText(address.value)
            say('The link is copied.')
        }))

    const mine = computed(() => plan.value?.approved?.by.id === copy.account.value?.id)
    function approvalWords() {
        const { approved, approvalLost } = plan.value ?? {}
        if (approved) return `Approved by ${apart(approved.by.displayName)} on ${full(new Date(approved.at), frame())}.`
        if (approvalLost) {
            return `${apart(approvalLost.by.displayName)} had approved it on ${
                full(new Date(approvalLost.at), frame())
            }; an edit took that away.`
        }
        return isOwn.value ? 'Nobody has approved it yet.' : 'It is not approved. Read it, then approve exactly what you read.'
    }
    effect(() => {
        part(element, 'approval').classList.toggle('yes', Boolean(plan.value?.approved))
        part(element, 'approval').classList.toggle('lost', Boolean(!plan.value?.approved && plan.value?.approvalLost))
        part(element, 'approve').hidden = isOwn.value || mine.value
        part(element, 'withdraw').hidden = !mine.value
        fill(element, { approve: 'Approve this plan' })
    })
    /** What was read is approved: an edit meanwhile is a 412, and then it is read anew. @param {'PUT' | 'DELETE'} method @param {string} words */
    const approval = (method, words) =>
        void attempt(trouble, async () => {
            const rev = untracked(() => plan.value?.rev)
            try {
                await call(method, `${planning.path}/approval`, { headers: { 'If-Match': `"${rev}"` } })
                if (!untracked(() => planning.isFollowed.value)) planning.read()
                say(words)
            } catch (error) {
                if (!(error instanceof Refused) || error.status !== 412) throw error
                if (!untracked(() => planning.isFollowed.value)) planning.read()
                throw new Error(
                    'The plan was changed while you read it, so it is not approved. Read it again: it stands here as it is now.',
                )
            }
        })
    onClick(element, 'approve', () => approval('PUT', 'It is approved.'))
    onClick(element, 'withdraw', () => approval('DELETE', 'Your approval is taken back.'))

    // Each comment has such parts of its own.
    const form = part(element, 'form')
    const field = /** @type {HTMLTextAreaElement} */ (part(element, 'text'))
    const key = `/degree/${planning.id}#comment`
    void drafts.text(key).then((text) => (field.value ||= text))
    field.addEventListener('input', () => void drafts.keep(key, field.value))
    effect(() => void (form.hidden = !plan.value || (isOwn.value && !plan.value.shared && comments.value.length === 0)))
    onSubmit(form, trouble, async () => {
        const body = field.value.trim()
        if (!body) throw new Error('Write the comment first.')
        await outbox.make('planReply', { body }, planning.id)
        field.value = ''
        await drafts.forget(key)
        say('It is sent.')
    })
    keyed(part(element, 'comments'), () => comments.value, ({ id }) => id, (comment) => commentRow(here, comment, trouble))
}

/** @param {Here} here @param {{ readonly value: CommentRow }} comment @param {HTMLElement} trouble */
function commentRow({ world, planning }, comment, trouble) {
    const { copy, call, outbox, now, zone } = world
    const row = copyOf('dg-comment')
    const isOwn = computed(() => comment.value.author.id === copy.account.value?.id)
    effect(() => part(row, 'who').replaceChildren(whoOf(comment.value.author, { isOwn: isOwn.value })))
    follow(
        /** @type {HTMLTimeElement} */ (part(row, 'made')),
        () => new Date(comment.value.createdAt),
        () => ({ now: now.value, zone }),
    )
    effect(() => part(row, 'body').replaceChildren(draw(comment.value.body)))
    fill(row, {
        waits: () => {
            const { waiting } = comment.value
            if (!waiting) return comment.value.editedAt ? 'edited' : ''
            return stateWords(waiting)
        },
    })
    effect(() => {
        const { waiting } = comment.value
        part(row, 'delete').hidden = !isOwn.value || waiting?.state === 'sending'
        part(row, 'edit').hidden = !isOwn.value || Boolean(waiting)
        row.classList.toggle('waits', Boolean(waiting))
    })
    const path = () => `/v1/replies/${encodeURIComponent(comment.value.id)}`
    const ifMatch = () => ({ 'If-Match': `"${comment.value.rev}"` })
    const again = () => untracked(() => planning.isFollowed.value) || planning.read()
    onClick(row, 'delete', () =>
        void attempt(trouble, async () => {
            const { waiting } = comment.value
            const words = waiting ? 'It was not sent.' : 'Nobody can bring it back.'
            if (await asked({ title: 'Delete the comment?', words, action: 'Delete' }) === undefined) return
            if (waiting) return await outbox.drop(waiting)
            await call('DELETE', path(), { headers: ifMatch() })
            again()
        }))
    const form = part(row, 'form')
    const field = /** @type {HTMLTextAreaElement} */ (part(row, 'text'))
    /** What is edited: another tab may have changed it meanwhile. */
    let begun = ifMatch()
    onClick(row, 'edit', () => {
        begun = ifMatch()
        field.value = comment.value.body
        form.hidden = false
        field.focus()
    })
    const close = () => {
        form.hidden = true
        part(row, 'edit').focus()
    }
    onClick(row, 'cancel', close)
    onSubmit(form, trouble, async () => {
        const body = field.value.trim()
        if (!body) throw new Error('Write the comment first.')
        await call('PATCH', path(), { body: { body }, headers: begun })
        close()
        again()
    })
    return row
}
