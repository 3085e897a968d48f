import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// A text from the command line, standard input or an editor.
struct Writing {
    let text: String
    /// The file that the editor wrote; removed when the text is sent or queued.
    let file: URL?

    /// - Parameters:
    ///   - words: from the command line; `-` alone means standard input; none means an editor.
    ///   - opening: the text that the editor opens with.
    ///   - hints: lines below the scissors line in the editor.
    /// Throws `Cancelled` if the edited text is empty, a usage complaint without a terminal.
    init(_ words: [String], opening: String = "", hints: [String], context: CommandContext) throws {
        if words == ["-"] {
            (text, file) = (try Self.standardInput(), nil)
        } else if !words.isEmpty {
            (text, file) = (words.joined(separator: " ").withLineFeeds, nil)
        } else {
            guard context.canAsk, Console.outputIsTerminal else {
                throw Complaint.usage(
                    "Needed: the text.", "Give it after the course or event, or give - to read standard input.")
            }
            (text, file) = try Self.edit(Draft.template(opening, hints: hints), context)
        }
    }

    /// Opens the editor with the title and text of an event, or takes `words` instead. Throws `Cancelled` if nothing is left.
    static func revising(
        _ event: Event, words: [String] = [], context: CommandContext
    ) throws -> (writing: Writing, changes: EventPatch) {
        let hints = [
            "\(event.reference): the first line is the title, the rest the text.", "To change nothing, delete everything.",
        ]
        let opening = Draft(title: event.title, body: event.body).text
        let writing = try Writing(words, opening: opening, hints: hints, context: context)
        guard let draft = Draft(reading: writing.text) else { throw Cancelled() }
        let (title, body) = (draft.title == event.title ? nil : draft.title, draft.body == event.body ? nil : draft.body)
        return (writing, EventPatch(title: title, body: body))
    }

    /// The title and the text, which `body` replaces. Throws a usage complaint without a title.
    /// - Parameter body: `-` means standard input.
    func draft(body: String?) throws -> Draft {
        guard var draft = Draft(reading: text) else { throw Complaint.usage("Needed: a title.") }
        if let body { draft.body = body == "-" ? try Self.standardInput() : body.withLineFeeds }
        return draft
    }

    /// All of standard input, with `LF` line ends. Throws a usage complaint if it is empty or not UTF-8.
    static func standardInput() throws -> String {
        let data = FileHandle.standardInput.readDataToEndOfFile()
        guard let text = String(bytes: data, encoding: .utf8) else {
            throw Complaint.usage("Standard input is not UTF-8 text.")
        }
        let written = text.withLineFeeds.trimmingCharacters(in: .newlines)
        guard written.contains(where: { !$0.isWhitespace }) else { throw Complaint.usage("Standard input is empty.") }
        return written
    }

    private static func edit(_ template: String, _ context: CommandContext) throws -> (String, URL) {
        let folder = context.profile.state.appending(path: "drafts")
        try context.profile.make(folder)
        let stamp = context.now.formatted(.iso8601.timeSeparator(.omitted)).replacing("Z", with: "")
        let file = folder.appending(path: "\(stamp)-\(ProcessInfo.processInfo.processIdentifier).txt")
        guard save(template, in: file) else { throw Complaint("The draft \(file.path) cannot be written.") }
        let editor = ExternalProgram.editor()
        let status = editor.open(file)
        guard let text = (try? String(contentsOf: file, encoding: .utf8)).map(Draft.written) else {
            throw Complaint("\(file.path) is not UTF-8 text. Nothing was sent.")
        }
        let isWritten = !text.isEmpty && (status == 0 || text != Draft.written(in: template))
        // The hints are cut off, so that the file can be sent as it is.
        if isWritten { save(text + "\n", in: file) } else { try? FileManager.default.removeItem(at: file) }
        guard status == 0 else { throw failure(of: editor, status, keeping: isWritten ? file : nil) }
        guard isWritten else { throw Cancelled("Nothing was written, so nothing was sent.") }
        return (text, file)
    }

    /// Writes a file that only its owner can read. Returns whether that worked; if not, the old file stays.
    @discardableResult
    private static func save(_ text: String, in file: URL) -> Bool {
        FileManager.default.createFile(atPath: file.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    }

    /// The error for an editor that exits with a status other than 0, as after `:cq`: do not send.
    private static func failure(of editor: ExternalProgram, _ status: CInt, keeping kept: URL?) -> Complaint {
        let advice = kept.map { ["Your text is kept in \($0.path)"] } ?? []
        guard status == 127 else {
            return Complaint(
                "The editor '\(editor.command)' exited with status \(status). Nothing was sent.", advice: advice,
                status: ExitStatus.cancelled)
        }
        return Complaint(
            "The editor '\(editor.command)' was not found.",
            advice: advice + ["Set $VISUAL or $EDITOR, or give the text on the command line."])
    }

    /// Runs `send`, then removes the editor's file. If `send` throws, the file stays, and the complaint says how to send it.
    /// - Parameters:
    ///   - command: does the same as `send`, with `input` on standard input.
    ///   - input: nil means the text as written. Empty means that the command holds all of it; the file is removed.
    func sending<Result>(
        again command: ShellCommand, reading input: String? = nil, _ send: () async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await send()
            if let file { try? FileManager.default.removeItem(at: file) }
            return result
        } catch {
            guard let file else { throw error }
            var complaint = Complaint(error)
            let input = input ?? text
            if input.isEmpty {
                try? FileManager.default.removeItem(at: file)
                complaint.advice.append("Send it with: \(command)")
            } else {
                if input != text { Self.save(input + "\n", in: file) }
                let redirected = "\(command) < \(file.path.quotedForShell)"
                complaint.advice += ["Your text is kept in \(file.path)", "Send it with: \(redirected)"]
            }
            throw complaint
        }
    }
}
