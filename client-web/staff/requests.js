// The people who ask to join a course.

import { apart, codeOf, counted, span, whoOf } from '../events/words.js'
import { keyed } from '../platform/lists.js'
import { effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { follow } from '../platform/times.js'
import { asked, attempt, onClick } from '../rooms/asking.js'
import { listed, told } from './lists.js'
import { takeAway } from './rows.js'
import { codeIn } from './words.js'

/** @import { Applicant } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */

/** @param {World} world @param {HTMLElement} element @param {string} course @param {() => Promise<void>} hasLetIn */
export function requests(world, element, course, hasLetIn) {
    const { copy, call, say, now, zone } = world
    const path = `/v1/courses/${encodeURIComponent(course)}/join-requests`
    /** @type {ReturnType<typeof listed<Applicant>>} */
    const waiting = listed(world, () => path, () => told(world, course, 'joinRequested'))
    const trouble = part(element, 'requestsTrouble')
    effect(() => {
        const count = waiting.items.value?.length ?? 0
        part(element, 'requestsPart').hidden = count === 0 && !waiting.trouble.value
        part(element, 'admitAll').hidden = count < 2
        part(element, 'unverifiedAdvice').hidden = !waiting.items.value?.some(({ emailVerified }) => !emailVerified)
        fill(element, { requestsCount: count === 0 ? '' : counted(count, 'person asks', 'people ask') })
        trouble.textContent = waiting.trouble.value && `Who asks to join is not known: ${waiting.trouble.value}`
    })
    /** @param {Applicant} person @param {boolean} admitted */
    const decide = ({ id }, admitted) => call('PATCH', `${path}/${encodeURIComponent(id)}`, { body: { admitted } })
    /** @param {string | undefined} names @param {boolean} admitted */
    const tell = async (names, admitted) => {
        say(`${admitted ? 'Let into' : 'Refused for'} ${codeOf(course)}: ${names}.`)
        if (admitted) await hasLetIn()
    }
    onClick(element, 'admitAll', () =>
        void attempt(trouble, async () => {
            const people = waiting.items.value ?? []
            const answer = await asked({
                title: `Let ${counted(people.length, 'person', 'people')} into ${codeOf(course)}?`,
                words: 'Into all sections that they asked for. They are told in the inbox.',
                action: 'Let them in',
            })
            if (answer === undefined) return
            try {
                for (const person of people) await decide(person, true)
            } finally {
                await waiting.again()
            }
            await tell(counted(people.length, 'person', 'people'), true)
        }))
    keyed(part(element, 'requests'), () => waiting.items.value ?? [], ({ id }) => id, (person) => {
        const row = copyOf('request-row')
        effect(() => {
            const { id, displayName, handle, email, emailVerified, sections } = person.value
            row.dataset['id'] = id
            part(row, 'who').replaceChildren(whoOf({ id, displayName, handle, role: 'student' }))
            part(row, 'email').replaceChildren(span(email, 'email', 'bdi'))
            part(row, 'unverified').hidden = emailVerified
            part(row, 'places').textContent = sections.map((id) => codeIn(copy.course(course).value, id)).join(', ')
            part(row, 'decision').ariaLabel = displayName
        })
        follow(
            /** @type {HTMLTimeElement} */ (part(row, 'since')),
            () => new Date(person.value.since),
            () => ({ now: now.value, zone }),
        )
        for (const [name, admitted] of /** @type {const} */ ([['admit', true], ['refuse', false]])) {
            onClick(row, name, () =>
                void attempt(part(row, 'trouble'), async () => {
                    const asks = untracked(() => person.value)
                    const question = {
                        title: `Refuse ${apart(asks.displayName)}?`,
                        words: 'They are told in the inbox. To come in, they have to ask again.',
                        action: 'Refuse',
                    }
                    if (!admitted && await asked(question) === undefined) return
                    await takeAway(row, waiting, () => decide(asks, admitted))
                    await tell(asks.displayName, admitted)
                }))
        }
        return row
    })
}
