// The degree: plans and the record at `/degree`, one plan at `/degree/ID`.

import { effect, scope, untracked } from '../platform/signals.js'
import { copyOf, part } from '../platform/templates.js'
import { catalogOf } from './catalog.js'
import { homePane } from './home.js'
import { forgetPlans } from './kept.js'
import { ownOf } from './planning.js'
import { planPane } from './plan.js'
import { recordPane } from './record.js'

/** @import { Key, MakeRoom } from '../shell/rooms.js' */

/** @type {MakeRoom} */
export function room(place, world) {
    const [own, catalog] = [ownOf(world), catalogOf(world)]
    const id = untracked(() => place.value.parameters['plan']) ?? ''
    let isTidy = false
    effect(() => {
        const plans = own.plans.value
        if (!plans || isTidy) return
        isTidy = true
        untracked(() => void forgetPlans(world, (known) => known === id || plans.some((plan) => plan.id === known)))
    })
    if (id) return planPane(place, world, { id: id.toLowerCase(), own, catalog })

    const element = copyOf('dg-home')
    /** @type {Key[]} */
    const keys = []
    const home = homePane(part(element, 'plans'), world, own, catalog)
    const record = recordPane(part(element, 'record'), world, own, catalog)
    keys.push({ key: 'n', words: 'New plan', run: home.make }, {
        key: 'a',
        words: 'Add a course to the record',
        run: record.add,
    })
    effect(() => {
        const isRecord = place.value.query['part'] === 'record'
        const end = scope(() => {
            part(element, 'plans').hidden = isRecord
            part(element, 'record').hidden = !isRecord
        })
        for (const link of part(element, 'parts').querySelectorAll('a')) {
            if ((link.dataset['part'] === 'toRecord') === isRecord) link.setAttribute('aria-current', 'page')
            else link.removeAttribute('aria-current')
        }
        return end
    })
    return { element, title: () => 'Degree', keys }
}
