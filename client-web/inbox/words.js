// What happened, in words, as the terminal says it.

import { apart, codeOf } from '../events/words.js'

/** @import { Notification } from '../contract.d.ts' */
/** @import { EventRow } from '../copy/overlay.js' */

/** @param {Notification} notification */
function seats({ section }) {
    if (!section || section.capacity === null || section.enrolled === null) return ''
    return `, ${Math.max(0, section.capacity - section.enrolled)} of ${section.capacity} free`
}

/** @param {Notification} notification */
const post = ({ reply }) => reply === null ? 'post' : 'reply'

/** @param {number | null} minutes */
function lead(minutes) {
    if (minutes === null) return ''
    const [count, unit] = minutes % 1440 === 0
        ? [minutes / 1440, 'day']
        : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute']
    return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** What happened, and why the person is told. @type {Record<string, (notification: Notification, event: EventRow | null | undefined) => [news: string, why: string]>} */
const WORDS = {
    posted: ({ course }, event) => [`new ${event?.kind ?? 'post'}`, `you follow ${course ? codeOf(course) : 'the course'}`],
    mention: () => ['you are mentioned', 'somebody wrote your handle'],
    reply: () => ['new replies', 'you take part in it'],
    answer: () => ['an answer', 'you take part in it'],
    notice: (_, event) => ['notice', event?.mustRead ? 'staff ask you to read it' : 'staff sent it'],
    noticeAmended: () => ['notice changed', 'you saw it before'],
    noticeRetracted: () => ['a notice is taken back', 'you saw it'],
    dueMoved: () => ['due date moved', 'you see it'],
    dueSoon: ({ minutes }) => ['due soon', minutes === null ? 'a reminder' : `${lead(minutes)} before`],
    ownReminder: () => ['your reminder', 'you set it'],
    notPublished: () => ['your post was not published', 'it stays private'],
    removed: (notification) => [`staff removed your ${post(notification)}`, 'you wrote it'],
    restored: (notification) => [`staff restored your ${post(notification)}`, 'you wrote it'],
    reported: () => ['reported', 'you are staff'],
    staffGranted: () => ['you are staff now', 'somebody made you staff'],
    joinRequested: () => ['somebody asks to join', 'you are staff'],
    joinAdmitted: () => ['the staff let you in', 'you asked to join'],
    joinRefused: () => ['the staff did not let you in', 'you asked to join'],
    removedFromCourse: () => ['the staff removed you from the course', 'you were in it'],
    seatOpened: (notification) => [`a seat opened${seats(notification)}`, 'you watch it'],
    fewSeatsLeft: (notification) => [`few seats left${seats(notification)}`, 'you watch it'],
    sectionFull: (notification) => [`full${seats(notification)}`, 'you watch it'],
    sectionCancelled: () => ['no longer offered', 'you watched it'],
    studyStarts: (
        { minutes },
    ) => [minutes ? `a study block begins in ${lead(minutes)}` : 'a study block begins', 'it is in your study plan'],
    studyEnds: (
        { minutes },
    ) => [minutes ? `a study block ends in ${lead(minutes)}` : 'a study block ends', 'it is in your study plan'],
    planReply: () => ['new comments on a degree plan', 'it is yours, or you follow it'],
    planApproved: () => ['your degree plan is approved', 'it is your plan'],
    webhookDisabled: () => ['a webhook was disabled', 'you added it'],
    emailTaken: () => ['your email is somebody else’s, so your account has none', 'set your own in the settings'],
    planApprovalLost: () => ['an edit took your approval of a degree plan away', 'you approved it'],
}

/**
 * @param {Notification} notification @param {EventRow | null | undefined} event what it is about, if that is still there
 * @returns {{ name: string, news: string, why: string, about: string }} `CMPT225#42`, what happened, why, the title or reason
 */
export function wordsOf(notification, event) {
    const { kind, course, section, number, text } = notification
    // A newer server may tell of more.
    const [news, why] = (Object.hasOwn(WORDS, kind) && WORDS[kind]?.(notification, event)) || [kind, '']
    const subject = section ? ` ${section.code}` : number ? `#${number}` : ''
    return {
        name: course ? `${codeOf(course)}${subject}` : '',
        news,
        why,
        about: event?.title && text ? `${apart(event.title)}: ${text}` : event?.title ?? text ?? '',
    }
}
