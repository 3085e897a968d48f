// Making, changing and deleting events of the personal calendar. What is new waits in the outbox; the rest needs the server,
// because the copy does not know the file of an event.

import { Unreachable } from '../accounts/server.js'
import { changed, eventsOf, fileOf, isAt } from './file.js'

/** @import { PersonalEvent } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Written } from './file.js' */

const GONE = 'Its file is not found. Change it in the calendar program that made it.'

/** @param {World} world @param {Written} event */
export async function makePersonal({ outbox, newID, zone }, event) {
    const id = newID()
    const { title, location, allDay, rule } = event
    const [start, end] = [event.start.toISOString(), event.end.toISOString()]
    const file = fileOf(id, event, zone, new Date())
    await outbox.personal(id, { title, location, start, end, allDay, rule, file })
}

/** @param {World} world @param {PersonalEvent} personal @param {Written} event */
export async function changePersonal(world, personal, event) {
    const [path, file] = await found(world, personal)
    const text = changed(file, event, world.zone, new Date())
    if (!text) throw new Error('It repeats with exceptions. Change it in the calendar program that made it.')
    const headers = { 'Content-Type': 'text/calendar; charset=utf-8' }
    await world.call('PUT', path, { body: new Blob([text]), headers })
}

/** @param {World} world @param {PersonalEvent} personal */
export async function deletePersonal(world, personal) {
    const [path] = await found(world, personal)
    await world.call('DELETE', path)
}

/** The address and the file of an event. Programs name files by UID, as the page does. @param {World} world @param {PersonalEvent} personal */
async function found({ copy, download, zone }, personal) {
    const home = `/dav/calendars/${copy.account.value?.id}/${encodeURIComponent(personal.calendar)}`
    const first = personal.series?.first ?? personal
    const theirs = first.allDay ? personal.dayZone ?? zone : zone
    const all = eventsOf(await (await download(home)).text()).filter(({ title, isWhole }) => isWhole && title === first.title)
    const own = all.length === 1 ? all[0] : all.find(({ start }) => isAt(start, new Date(first.start), theirs))
    if (!own) throw new Error(GONE)
    const path = `${home}/${encodeURIComponent(`${own.uid}.ics`)}`
    try {
        return /** @type {const} */ ([path, await (await download(path)).text()])
    } catch (error) {
        throw error instanceof Unreachable ? error : new Error(GONE)
    }
}
