import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// What the shell offers for courses and events: those of the local copy, so that the Tab key needs no server.
enum Completions {
    static let courses = CompletionKind.custom { _, _, _ in
        await (try? copy()?.courses().map(\.code)) ?? []
    }

    static let events = CompletionKind.custom { _, _, _ in
        await (try? copy()?.agenda().flatMap(\.events).map(\.reference)) ?? []
    }

    /// Nil if there is none on this machine.
    private static func copy() throws -> LocalCopy? {
        let profile = try Profile(ProcessInfo.processInfo.environment["NOTEIT_PROFILE"] ?? Profile.standardName)
        guard FileManager.default.fileExists(atPath: profile.data.path) else { return nil }
        return try Workspace(profile: profile).copy
    }
}
