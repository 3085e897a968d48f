import Foundation
import Testing

@testable import NoteItTerminal

struct DesktopAlertTests {
    /// Runs `body` with a folder that holds a program `notify-send`.
    private func withProgram(_ script: String, _ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appending(path: "notify-send")
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        try await body(folder)
    }

    /// Waits until the file has a whole line, at most 10 s.
    private func text(of file: URL) async throws -> String {
        for _ in 0..<1_000 {
            if let text = try? String(contentsOf: file, encoding: .utf8), text.hasSuffix("\n") { return text }
            try await Task.sleep(for: .milliseconds(10))
        }
        return ""
    }

    @Test func textsAreArgumentsThatNoShellReads() async throws {
        try await withProgram(#"printf '%s|' "$@" > "$0.seen"; echo >> "$0.seen""#) { folder in
            let alert = DesktopAlert(environment: ["PATH": "/nowhere:\(folder.path)"])
            alert.show(title: "--help; $(touch x)", text: "5 minutes \"left\"\u{7}")
            let seen = try await text(of: folder.appending(path: "notify-send.seen"))
            #expect(seen == "--app-name=noteit|--|--help; $(touch x)|5 minutes \"left\"^G|\n")
        }
    }

    @Test func aFailureOrNoProgramIsNoError() async throws {
        try await withProgram("exit 1") { folder in
            DesktopAlert(environment: ["PATH": folder.path]).show(title: "Read", text: "study now")
            DesktopAlert(environment: ["PATH": "/nowhere"]).show(title: "Read", text: "study now")
        }
    }
}
