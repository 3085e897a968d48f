// What the shell gives to rooms, and what a room gives to the shell. The local copy is described in `copy/copy.js`.

/** @import * as Contract from '../contract.d.ts' */
/** @import { Place } from '../platform/router.js' */

/** @template T @typedef {{ readonly value: T | undefined }} Reading undefined until the disk has been read */

/** @typedef {{ entry: any, state: 'waiting' | 'sending' | 'refused', reason?: string | undefined }} Waiting */
/** @typedef {Contract.Event & { waiting?: Waiting }} EventRow */
/** @typedef {Contract.Reply & { waiting?: Waiting }} ReplyRow */
/** @typedef {Contract.Task & { waiting?: Waiting }} TaskRow */

/**
 * @typedef {object} Copy
 * @property {Reading<Contract.Account>} account
 * @property {() => Reading<readonly Contract.Course[]>} courses
 * @property {(id: string) => Reading<Contract.Course | null>} course
 * @property {() => Reading<readonly Contract.Enrollment[]>} enrollments
 * @property {(course: string) => Reading<readonly EventRow[]>} events
 * @property {() => Reading<readonly EventRow[]>} allEvents
 * @property {(id: string) => Reading<EventRow | null>} event
 * @property {(course: string, number: number) => Reading<EventRow | null>} eventNumbered
 * @property {(event: string) => Reading<readonly ReplyRow[]>} replies
 * @property {() => Reading<ReadonlyMap<string, Contract.EventMark>>} marks
 * @property {(event: string) => Reading<Contract.EventMark>} mark
 * @property {(course: string) => Reading<ReadonlyMap<string, 1 | 2>>} newsIn
 * @property {(course?: string) => Reading<number>} unread
 * @property {() => Reading<readonly Contract.Notification[]>} notifications
 * @property {() => Reading<number>} inbox
 * @property {() => Reading<readonly TaskRow[]>} tasks
 * @property {() => Reading<Contract.StudyPlan | null>} studyPlan
 */

/**
 * @typedef {object} Outbox
 * @property {(course: string, body: Contract.NewEvent) => Promise<string>} post
 * @property {(event: string, body: Contract.NewReply) => Promise<string>} reply
 * @property {(event: Contract.Event, patch: Contract.EventPatch) => Promise<unknown>} editEvent
 * @property {(reply: Contract.Reply, patch: Contract.ReplyPatch) => Promise<unknown>} editReply
 * @property {(event: string, patch: Contract.EventMarkPatch) => Promise<unknown>} mark
 * @property {(event: Contract.Event) => Promise<unknown>} see
 * @property {(course: string) => Promise<unknown>} seeCourse
 * @property {(event: string, says: boolean) => Promise<unknown>} meToo
 * @property {(reply: Contract.Reply, says: boolean) => Promise<unknown>} thank
 * @property {(ids: string[]) => Promise<unknown>} readNotifications
 * @property {(task: Contract.Task, done: boolean) => Promise<unknown>} tick
 * @property {(entry: any, body?: any) => Promise<unknown>} retry
 * @property {(entry: any) => Promise<unknown>} drop
 */

/**
 * @typedef {object} Drafts
 * @property {(key: string) => Promise<string>} text empty if there is none
 * @property {(key: string, text: string) => Promise<unknown>} keep
 * @property {(key: string) => Promise<unknown>} forget
 */

/**
 * @typedef {object} World
 * @property {Copy} copy
 * @property {Outbox} outbox
 * @property {Drafts} drafts
 * @property {(method: string, path: string, options?: { body?: unknown, signal?: AbortSignal, headers?: Record<string, string> }) => Promise<{ status: number, body: any }>} call
 *     asks the server as the account; throws an `Error` whose message is a sentence for the person
 * @property {(path: string) => Promise<Blob>} download the bytes at a path of the server, asked for as the account
 * @property {() => string} newID
 * @property {{ readonly value: Date }} now
 * @property {string} zone such as `America/Vancouver`
 * @property {(words: string) => void} say lets a screen reader speak
 * @property {(address: string, how?: { replaces?: boolean }) => void} go
 */

/** A key while nobody types, and what it does in words. @typedef {{ key: string, words: string, run: () => void }} Key */

/**
 * @typedef {object} Room
 * @property {HTMLElement} element
 * @property {() => string} title of the window; read in an effect
 * @property {Key[]} keys
 */

/**
 * Makes a room, inside a scope that ends with it. The place follows what stands after `?` and `#` in the address.
 * @typedef {(place: { readonly value: Place }, world: World) => Room} MakeRoom
 */
export {}
