// A picture of a week: the hours in which one studies, with the classes and fixed times of the seven days to come in them.

import { computed, effect } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { addDays, minutesOf } from '../rooms/days.js'
import { drawHours, place, sheetOf } from '../rooms/sheet.js'
import { itemOf } from './block.js'
import { letterOf, minutesOfWeek, NAMES, openOf } from './windows.js'
import { hoursWords } from './words.js'

/** @import { StudyWeekHours } from '../contract.d.ts' */
/** @import { BlockRow } from '../copy/overlay.js' */
/** @import { Study } from './room.js' */

/** The minutes of hours that are not taken. @param {readonly { start: string, end: string }[]} hours @param {readonly { from: number, to: number }[]} taken */
export function freeMinutes(hours, taken) {
    const spans = [...taken].sort((one, other) => one.from - other.from)
    return hours.reduce((sum, { start, end }) => {
        let [at, free] = [minutesOf(start), 0]
        for (const { from, to } of spans) {
            free += Math.max(0, Math.min(from * 60, minutesOf(end)) - at)
            at = Math.max(at, Math.min(to * 60, minutesOf(end)))
        }
        return Math.round(sum + free + Math.max(0, minutesOf(end) - at))
    }, 0)
}

/** @param {Study} study @param {HTMLElement} element @param {() => StudyWeekHours} hours @param {() => readonly BlockRow[]} busy */
export function drawWeek({ today, zone }, element, hours, busy) {
    const sheet = part(element, 'sheet')
    const days = computed(() => Array.from({ length: 7 }, (_, index) => addDays(today.value, index)))
    const sheets = computed(() => {
        const items = busy().map(itemOf).sort((one, other) => one.start.getTime() - other.start.getTime())
        const all = days.value.map((day) => sheetOf(items, day, zone.value, 0.25))
        return new Map(all.map((sheet) => [letterOf(sheet.day), sheet]))
    })
    const shown = computed(() => {
        const open = Object.values(hours()).flat()
        const taken = [...sheets.value.values()].flatMap(({ timed }) => timed)
        return {
            first: Math.min(
                8,
                ...open.map(({ start }) => Math.floor(minutesOf(start) / 60)),
                ...taken.map(({ from }) => Math.floor(from)),
            ),
            last: Math.max(
                18,
                ...open.map(({ end }) => Math.ceil(minutesOf(end) / 60)),
                ...taken.map(({ to }) => Math.ceil(to)),
            ),
        }
    })
    sheet.style.setProperty('--count', '7')
    effect(() => drawHours(sheet, part(sheet, 'hours'), shown.value))
    for (const [letter, name] of NAMES) {
        const row = copyOf('study-weekday')
        const timed = part(row, 'timed')
        fill(row, { name: name.slice(0, 3) })
        effect(() => {
            const own = hours()[letter] ?? []
            timed.style.backgroundImage = `repeating-linear-gradient(var(--line) 0 1px, transparent 1px var(--hour)), ${
                openOf(own, shown.value)
            }`
            const taken = sheets.value.get(letter)?.timed ?? []
            timed.replaceChildren(...taken.map((slice) => {
                const entry = document.createElement('i')
                entry.className = `entry ${slice.item.block.kind}`
                place(entry, slice)
                return entry
            }))
        })
        part(element, 'days').append(row)
    }
    fill(element, {
        sum: () => {
            const whole = minutesOfWeek(hours())
            if (whole === 0) return 'No hours: nothing is planned.'
            const free = NAMES.reduce(
                (sum, [letter]) => sum + freeMinutes(hours()[letter] ?? [], sheets.value.get(letter)?.timed ?? []),
                0,
            )
            const words = `${hoursWords(whole)} a week`
            return free === whole
                ? `${words}.`
                : `${words}, of which classes and fixed times leave ${hoursWords(free)} free in these seven days.`
        },
    })
}
