import Foundation
import GRDB
import NoteItCore
import Testing

@testable import NoteItClient

@Suite(.timeLimit(.minutes(5)))
struct OutboxTests {
    private func localClient(_ profile: Profile, _ server: String) throws -> LocalClient {
        try LocalClient(profile: profile, client: patientClient(profile, server))
    }

    @Test func aSentPostLeavesTheOutbox() async throws {
        let fake = FakeNoteIt()
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                try await signIn(profile, to: server.address)
                let outbox = try localClient(profile, server.address).outbox
                let outcome = try await outbox.post(NewEvent(title: "Lab 4"), in: Samples.cs225)
                #expect(outcome.sent?.title == "Lab 4")
                #expect(try await outbox.entries().isEmpty)
            }
        }
    }

    @Test func offlinePostsAreSentLaterInOrder() async throws {
        let fake = FakeNoteIt()
        try await withProfileAndPort { profile, port in
            let address = "http://127.0.0.1:\(port)"
            try await signIn(profile, to: address)
            let outbox = try localClient(profile, address).outbox
            let id = Event.ID.make(at: Samples.now)
            let posted = try await outbox.post(NewEvent(id: id, title: "Question"), in: Samples.cs225)
            #expect(posted.queued?.why == .unreachable("connection refused (\(address))"))
            #expect(posted.queued?.entry.why == posted.queued?.why.description)
            #expect(posted.queued?.entry.tries == 1)
            #expect(try await outbox.reply(NewReply(body: "HTTPResponse"), to: id).queued != nil)
            #expect(try await outbox.entries().map(\.tries) == [2, 0])
            try await ScriptedServer.run(port: port, { await fake.answer($0) }) { _ in
                let round = try await outbox.send()
                #expect(round.sent.count == 2)
                #expect(round.stopped == nil)
            }
            #expect(await fake.requests.map { $0.hasSuffix("/replies") } == [false, true])
            #expect(await fake.replies.values.map(\.event) == [id])
        }
    }

    @Test func aPostIsStoredOnceIfTheConnectionBreaks() async throws {
        let (fake, tries) = (FakeNoteIt(), Recorder<Int>())
        try await withProfile { profile in
            try await ScriptedServer.run({ request in
                let answer = await fake.answer(request)
                guard request.method == "POST" else { return answer }
                await tries.add(1)
                return await tries.count <= 3 ? .cut : answer
            }) { server in
                try await signIn(profile, to: server.address)
                let outbox = try localClient(profile, server.address).outbox
                _ = try await outbox.post(NewEvent(title: "once"), in: Samples.cs225)
                #expect(try await outbox.entries().map(\.state) == [.waiting])
                while try await !outbox.entries().isEmpty { _ = try await outbox.send() }
            }
        }
        #expect(await tries.count == 4)
        #expect(await fake.events.count == 1)
    }

    @Test func aRefusedEntryStaysWithTheReasonAndDoesNotBlockOthers() async throws {
        let fake = FakeNoteIt()
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                try await signIn(profile, to: server.address)
                let outbox = try localClient(profile, server.address).outbox
                let refused = try await outbox.post(NewEvent(title: "refuse me"), in: Samples.cs225)
                let entry = try #require(refused.refused)
                #expect(entry.why == "You are not enrolled in this course.")
                #expect(try await outbox.post(NewEvent(title: "fine"), in: Samples.cs225).sent != nil)
                #expect(try await outbox.entries() == [entry])
                #expect(await fake.requests.count == 2)
                try await outbox.retry(entry.id)
                #expect(try await outbox.send().refused.map(\.tries) == [2])
                try await outbox.drop(entry.id)
                #expect(try await outbox.entries().isEmpty)
                await #expect(throws: ClientError.self) { try await outbox.drop(entry.id) }
            }
        }
    }

    @Test func anUnreadableEntryDoesNotHideOthersAndCanBeDropped() async throws {
        let fake = FakeNoteIt()
        try await withProfileAndPort { profile, port in
            let address = "http://127.0.0.1:\(port)"
            try await signIn(profile, to: address)
            let outbox = try localClient(profile, address).outbox
            for title in ["torn", "whole"] { _ = try await outbox.post(NewEvent(title: title), in: Samples.cs225) }
            try await outbox.database.write { try $0.execute(sql: "UPDATE outbox SET json = '{\"title\":' WHERE position = 1") }
            let entries = try await outbox.entries()
            #expect(entries.map(\.state) == [.unreadable, .waiting])
            #expect(entries[0].content == .unreadable(kind: "event", text: "{\"title\":"))
            try await ScriptedServer.run(port: port, { await fake.answer($0) }) { _ in
                let round = try await outbox.send()
                #expect(round.sent.count == 1 && round.stopped == nil)
            }
            #expect(try await outbox.entries() == [entries[0]])
            try await outbox.drop(entries[0].id)
            #expect(try await outbox.entries().isEmpty)
        }
    }

    @Test func theOutboxIsClearedOnlyAfterTheActionSucceeds() async throws {
        try await withProfile { profile in
            try await signIn(profile, to: "http://127.0.0.1:1")
            let outbox = try localClient(profile, "http://127.0.0.1:1").outbox
            let file = profile.data.appending(path: "notes.txt")
            try Data("notes".utf8).write(to: file)
            let posted = try await outbox.post(
                NewEvent(title: "Lab 4"), in: Samples.cs225, attaching: [LocalFile(path: file.path)])
            let entry = try #require(posted.queued?.entry)
            let copy = try #require(entry.content.attachments.first)
            await #expect(throws: ClientError.self) { try await outbox.clear { throw ClientError.unexpected("no") } }
            #expect(try await outbox.entries() == [entry])
            #expect(outbox.files.file(of: copy) != nil)
            try await outbox.clear { try await SessionFile(profile).remove() }
            try await signIn(profile, to: "http://127.0.0.1:1")
            #expect(try await outbox.entries().isEmpty)
            #expect(outbox.files.file(of: copy) == nil)
        }
    }

    @Test func anEntryKeepsTheNameOfAnEventThatTheCopyLoses() async throws {
        let nobody = "http://127.0.0.1:1"
        try await withProfile { profile in
            try await signIn(profile, to: nobody)
            let local = try localClient(profile, nobody)
            let (copy, outbox) = (local.copy, local.outbox)
            let event = Samples.event(12)
            let reply = Samples.reply("No", to: event.id)
            let snapshot = Samples.snapshot(at: 1, events: [event], replies: [reply])
            try await copy.replace(with: [snapshot], from: local.client.server, expecting: nil, at: Samples.now)
            _ = try await outbox.reply(NewReply(body: "Why?"), to: event.id)
            _ = try await outbox.reply(NewReply(body: "Really?", parent: reply.id), to: event.id)
            _ = try await outbox.mark(event.id, done: true)
            let removal = try Samples.batch(1, 2, .remove(.event, id: event.id.description))
            try await copy.apply(removal, at: Samples.now)
            let names = try await outbox.entries().map(\.reference)
            #expect(names == ["CMPT225#12", "CMPT225#12#1", "CMPT225#12"])
            try LocalDatabase.giveUp(profile)
            let saved = try await localClient(profile, nobody).outbox.entries().compactMap(\.reference)
            #expect(saved.sorted() == ["CMPT225#12", "CMPT225#12", "CMPT225#12#1"])
        }
    }

    @Test func invalidInputIsRejectedBeforeItIsQueued() async throws {
        try await withProfile { profile in
            try await signIn(profile, to: "http://127.0.0.1:1")
            let outbox = try localClient(profile, "http://127.0.0.1:1").outbox
            await #expect(throws: ClientError.self) { try await outbox.post(NewEvent(title: ""), in: Samples.cs225) }
            #expect(try await outbox.entries().isEmpty)
        }
    }

    @Test func manyProcessesSendEachEntryOnce() async throws {
        let fake = FakeNoteIt()
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                try await signIn(profile, to: server.address)
                let clients = try (0..<5).map { _ in try localClient(profile, server.address) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (index, local) in clients.enumerated() {
                        group.addTask { () async throws in
                            for number in 0..<4 {
                                let new = NewEvent(title: "\(index)-\(number)")
                                #expect(try await local.outbox.post(new, in: Samples.cs225).sent?.title == new.title)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await clients[0].outbox.entries().isEmpty)
            }
        }
        #expect(await fake.events.count == 20)
    }

    @Test func aChangeThatAnotherRoundSentIsNotSentAgainAfterALaterOne() async throws {
        let (event, sent, onDisk) = (Event.ID.make(at: Samples.now), Recorder<Bool?>(), Recorder<Bool>())
        try await withProfile { profile in
            try await ScriptedServer.run({ request in
                if request.method == "PUT" {
                    // One round sends all three.
                    while await onDisk.items.count < 3 { await Task.yield() }
                    await sent.add(try? JSONCoding.decode(EventMarkPatch.self, from: request.body).following)
                }
                var mark = EventMark(event: event, course: Samples.cs225)
                mark.following = await sent.items.last == true
                return (try? json(mark)) ?? .cut
            }) { server in
                try await signIn(profile, to: server.address)
                try await withThrowingTaskGroup(of: Bool?.self) { group in
                    for (index, wanted) in [true, false, true].enumerated() {
                        var outbox = try localClient(profile, server.address).outbox
                        outbox.onDisk = { Task { await onDisk.add(wanted) } }
                        group.addTask { [outbox] in try await outbox.follow(event, following: wanted).sent?.following }
                        while await onDisk.items.count <= index { await Task.yield() }
                    }
                    for try await following in group { #expect(following == true) }
                }
            }
        }
        #expect(await sent.items == [true, false, true])
    }

    @Test func nobodySendsAnotherPersonsEntries() async throws {
        let fake = FakeNoteIt()
        try await withProfileAndPort { profile, port in
            let address = "http://127.0.0.1:\(port)"
            try await signIn(profile, to: address)
            let outbox = try localClient(profile, address).outbox
            _ = try await outbox.post(NewEvent(title: "of Ada"), in: Samples.cs225)
            try await signIn(profile, to: address, as: Samples.bob)
            try await ScriptedServer.run(port: port, { await fake.answer($0) }) { _ in
                #expect(try await outbox.entries().isEmpty)
                #expect(try await outbox.send() == Outbox.Round())
                try await signIn(profile, to: address, as: Samples.ada)
                #expect(try await outbox.send().sent.count == 1)
            }
        }
    }

    @Test func aSessionThatEndsKeepsTheEntry() async throws {
        let fake = FakeNoteIt()
        await fake.expire(refreshToken: "another")
        try await withProfile { profile in
            try await ScriptedServer.run({ await fake.answer($0) }) { server in
                try await signIn(profile, to: server.address)
                let outbox = try localClient(profile, server.address).outbox
                let outcome = try await outbox.post(NewEvent(title: "kept"), in: Samples.cs225)
                #expect(outcome.queued?.why == .notSignedIn)
                try await signIn(profile, to: server.address, token: "access-2")
                #expect(try await outbox.send().sent.count == 1)
            }
        }
    }
}
