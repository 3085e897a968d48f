// Imported calendars: from an address, which the server reads every day, or from a file.

import { keyed } from '../platform/lists.js'
import { effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { words } from '../platform/times.js'
import { asked } from '../rooms/asking.js'
import { TOLD } from '../calendars/told.js'
import { apart, counted } from '../events/words.js'
import { field, onDo, onSend } from './forms.js'

/** @import { CalendarImport } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Section } from './forms.js' */

const PATH = '/v1/me/calendar-imports'
/** The server reads a source before it answers. */
const PATIENCE = 90_000

/** `42 events`; `31 of 34 events, 3 left out`. @param {CalendarImport} source */
const contentsOf = ({ events, leftOut }) =>
    leftOut && leftOut.count > 0
        ? `${events} of ${counted(events + leftOut.count, 'event')}, ${leftOut.count} left out`
        : counted(events, 'event')

/** What of it is free without saying so. @param {CalendarImport} source */
function freeWords({ busy, freeDays }) {
    if (!busy || !freeDays) return ''
    return freeDays === 1
        ? '1 all-day event does not say whether it is busy, and is free.'
        : `${freeDays} all-day events do not say whether they are busy, and are free.`
}

/** @param {World} world @returns {Section} */
export function importsSection(world) {
    const element = copyOf('settings-imports')
    const imports = world.copy.calendarImports()
    keyed(part(element, 'rows'), () => imports.value ?? [], ({ id }) => id, (source) => importRow(world, element, source))
    effect(() => void (part(element, 'none').hidden = imports.value?.length !== 0))

    const form = /** @type {HTMLFormElement} */ (part(element, 'add'))
    const [url, file, name] = [field(form, 'url'), field(form, 'file'), field(form, 'name')]
    const tick = (/** @type {string} */ name) => field(form, name).checked
    onSend(form, async () => {
        const [address, chosen] = [url.value.trim(), file.files?.[0]]
        if (!address && !chosen) throw new Error('Give the address of a calendar, or choose a file')
        if (address && chosen) throw new Error('Either an address or a file: clear one of them')
        const title = name.value.trim() ||
            unused(chosen ? chosen.name.replace(/\.\w+$/, '') : hostOf(address), imports.value ?? [])
        const uses = { busy: tick('busy'), allDayBusy: tick('allDayBusy'), tasks: tick('tasks') }
        const { body } = chosen
            ? await world.call(
                'POST',
                `${PATH}?${new URLSearchParams(
                    Object.entries({ name: title, ...uses }).map(([key, value]) => [key, String(value)]),
                )}`,
                {
                    body: chosen,
                    headers: { 'Content-Type': 'text/calendar' },
                    patience: PATIENCE,
                },
            )
            : await world.call('POST', PATH, { body: { name: title, url: address, ...uses }, patience: PATIENCE })
        name.value = file.value = url.value = ''
        return `Imported “${title}”: ${contentsOf(body)}.${chosen ? '' : ' The server reads it again every day.'} ${
            freeWords(body)
        }`.trim()
    })
    return { element }
}

/** @param {string} address */
function hostOf(address) {
    try {
        return new URL(address.replace(/^webcal:/i, 'https:')).hostname || 'calendar'
    } catch {
        return 'calendar'
    }
}

/** A name that no other import has. @param {string} title @param {readonly CalendarImport[]} imports */
function unused(title, imports) {
    const taken = new Set(imports.map(({ name }) => name.toLowerCase()))
    let found = title
    for (let number = 2; taken.has(found.toLowerCase()); number += 1) found = `${title} ${number}`
    return found
}

/** @param {World} world @param {HTMLElement} section @param {{ readonly value: CalendarImport }} source */
function importRow({ call, drafts, now, zone }, section, source) {
    const row = copyOf('settings-import')
    const path = `${PATH}/${encodeURIComponent(source.value.id)}`
    fill(row, {
        title: () => source.value.name,
        about: () => {
            const { host, lastSynced, busy, tasks } = source.value
            const read = lastSynced ? `last read ${words(new Date(lastSynced), { now: now.value, zone })}` : 'never read'
            return [
                contentsOf(source.value),
                host ? apart(host) : 'a file',
                read,
                busy ? 'busy' : 'free',
                ...(tasks ? ['tasks'] : []),
            ].join(
                ' · ',
            )
        },
        error: () => source.value.lastError ? `The last attempt failed: ${apart(source.value.lastError)}` : '',
        free: () => freeWords(source.value),
    })
    effect(() => {
        part(row, 'sync').hidden = source.value.host === null
        part(row, 'sync').ariaLabel = `Read ${apart(source.value.name)} again`
        part(row, 'action').ariaLabel = `Remove ${apart(source.value.name)}`
    })
    keyed(part(row, 'why'), () => [...new Set(source.value.leftOut?.why)], (why) => why, (why) => {
        return fill(copyOf('settings-why'), { words: why.value })
    })
    onDo(section, row, 'sync', async () => {
        const { body } = await call('POST', `${path}/sync`, { patience: PATIENCE })
        if (body.lastError) throw new Error(`${apart(body.name)} could not be read: ${body.lastError}`)
        return `${apart(body.name)}: ${contentsOf(body)}.`
    })
    onDo(section, row, 'action', async () => {
        const { name } = source.value
        const answer = await asked({
            title: `Remove “${apart(name)}”?`,
            words: 'Its events and its tasks go. Tasks that you edited stay.',
            action: 'Remove',
        })
        if (answer === undefined) return undefined
        await call('DELETE', path)
        await drafts.forget(TOLD)
        return `Removed “${apart(name)}”.`
    })
    return row
}
