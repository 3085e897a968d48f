// The local copy: what the account may see, on this device, in step with the server.
//
// Rooms read it and nothing else reads the database. Each function answers a signal: read `.value` in an effect or in a
// computed value, and it runs again when a row changed. A row that did not change is the same object as before, so `keyed`
// redraws only what changed. `undefined` means that the disk has not been read yet; show nothing then, and no empty state.
//
//     copy.account          the account, undefined if nobody is signed in
//     copy.state            `{ phase, connection, storage, since }`, see `State`
//     copy.courses()        the courses of the account, by id                     Course[]
//     copy.course(id)                                                            Course
//     copy.enrollments()    its sections and places on staffs                     Enrollment[]
//     copy.events(course)   of one course, also what waits in the outbox          EventRow[], by number; waiting ones last
//     copy.allEvents()      of all courses                                        EventRow[]
//     copy.event(id)        one event, whatever its course                        EventRow; null if there is none
//     copy.replies(event)   a thread, also what waits                             ReplyRow[], by number; waiting ones last
//     copy.marks()          by the id of the event                                Map<string, EventMark>
//     copy.mark(event)                                                            EventMark; null if there is none
//     copy.news(event)      whether an event is new: 0 no, 1 yes but muted, 2 yes (`news.js` has the rule)
//     copy.unread(course)   the number of events with news 2; of all courses without one
//     copy.notifications()  newest first                                          Notification[]
//     copy.inbox()          the number of unread notifications
//     copy.tasks()                                                                TaskRow[], oldest first
//     copy.preferences(), copy.studySettings(), copy.studyPlan(), copy.record()   one each; null if there is none
//     copy.seatWatches(), copy.removals(course), copy.degreePlans(), copy.planReplies(plan),
//     copy.personalEvents(), copy.calendarImports()
//
// A row that waits in the outbox, or that the outbox changes, has `waiting`: `{ entry, state, reason }`, where `state` is
// `waiting`, `sending` or `refused` and `entry` names the entry for `outbox.retry` and `outbox.drop`. Its `number` is 0 until
// the server gives one.
//
// Writes go through the outbox (`outbox.js`), at once and offline:
//
//     outbox.post(course, { title, body, ... })    answers the id of the event
//     outbox.reply(event, { body, parent })        answers the id of the reply
//     outbox.editEvent(event, patch), outbox.editReply(reply, patch)
//     outbox.mark(event, { seen, done, following, muted, remindAt }), outbox.see(event), outbox.seeCourse(course)
//     outbox.meToo(event, says), outbox.thank(reply, says), outbox.readNotifications(ids), outbox.tick(task, done)
//     outbox.entries        all that waits or was refused                         signal of Entry[]
//     outbox.retry(entry), outbox.drop(entry)
//     drafts.text(key), drafts.keep(key, text), drafts.forget(key)                (`drafts.js`; a key is the address of a text)
//
// What a room must ask the server itself (search, who is in a course, deleting) goes through `server.call` of
// `accounts/server.js`; the copy hears of the change from the log.
