import { asked, attempt } from '../../../../client-web/rooms/asking.js'
import { element, equal, test, until } from '../testing.js'
import { answerDialog } from './fake.js'

const QUESTION = { title: 'Remove it?', words: 'They read why.', action: 'Remove', field: 'Reason' }

test('a reason that was typed is there again if what it was for failed', async () => {
    const trouble = element('p', { role: 'alert' })
    const button = element('button', {}, 'Remove')
    const main = element('main', {}, button, element('button', {}, 'Other'))
    document.body.append(main)
    button.focus()
    let isDown = true
    /** @type {(string | undefined)[]} */
    const answers = []
    const remove = () =>
        attempt(trouble, async () => {
            answers.push(await asked(QUESTION))
            if (isDown) throw new Error('The server is not reached.')
        })
    const value = async () => {
        await until(() => document.querySelector('dialog:modal'))
        return document.querySelector('dialog input') instanceof HTMLInputElement &&
            /** @type {HTMLInputElement} */ (document.querySelector('dialog input')).value
    }
    let removing = remove()
    await answerDialog('Remove', 'A long reason')
    equal([await removing, trouble.textContent], [false, 'The server is not reached.'])
    // That of another row is its own.
    main.querySelectorAll('button')[1]?.focus()
    removing = remove()
    equal(await value(), '')
    await answerDialog('Back')
    await removing
    isDown = false
    button.focus()
    removing = remove()
    equal(await value(), 'A long reason')
    await answerDialog('Remove')
    equal([await removing, answers], [true, ['A long reason', undefined, 'A long reason']])
    removing = remove()
    equal(await value(), '')
    await answerDialog('Back')
    await removing
    main.remove()
})
