import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// Where a text comes from: the command line, standard input, or an editor.
struct Writing {
    let text: String
    /// The file in which an editor left it; removed when the text has arrived somewhere.
    let file: URL?

    /// - Parameters:
    ///   - words: from the command line; `-` alone means standard input; none means an editor.
    ///   - opening: what the editor opens with.
    ///   - hints: shown in the editor below the scissors line.
    /// Throws `Cancelled` if the editor left nothing, a usage complaint where no editor can be opened.
    init(_ words: [String], opening: String = "", hints: [String], work: Workplace) throws {
        if words == ["-"] {
            (text, file) = (try Self.standardInput(), nil)
        } else if !words.isEmpty {
            (text, file) = (words.joined(separator: " ").withLineFeeds, nil)
        } else {
            guard work.console.canAsk, Console.outputIsTerminal else {
                throw Complaint.usage("Needed: the text.", "Say it behind the course or event, or - to read standard input.")
            }
            (text, file) = try Self.edit(Draft.template(opening, hints: hints), work)
        }
    }

    /// Standard input to its end, as `LF` lines. Throws a usage complaint if it is empty or no UTF-8.
    static func standardInput() throws -> String {
        let data = FileHandle.standardInput.readDataToEndOfFile()
        guard let text = String(bytes: data, encoding: .utf8) else {
            throw Complaint.usage("Standard input is not UTF-8 text.")
        }
        let written = text.withLineFeeds.trimmingCharacters(in: .newlines)
        guard written.contains(where: { !$0.isWhitespace }) else { throw Complaint.usage("Standard input is empty.") }
        return written
    }

    private static func edit(_ template: String, _ work: Workplace) throws -> (String, URL) {
        let folder = work.profile.state.appending(path: "drafts")
        try work.profile.make(folder)
        let stamp = work.now.formatted(.iso8601.timeSeparator(.omitted)).replacing("Z", with: "")
        let file = folder.appending(path: "\(stamp)-\(ProcessInfo.processInfo.processIdentifier).txt")
        guard keep(template, in: file) else { throw Complaint("The draft \(file.path) cannot be written.") }
        let editor = ExternalProgram.editor()
        let status = editor.open(file)
        guard let text = (try? String(contentsOf: file, encoding: .utf8)).map(Draft.written) else {
            throw Complaint("No UTF-8 text can be read from \(file.path): nothing sent.")
        }
        let isWritten = !text.isEmpty && (status == 0 || text != Draft.written(in: template))
        // Without the hints, so that the file can be sent as it is.
        if isWritten { keep(text + "\n", in: file) } else { try? FileManager.default.removeItem(at: file) }
        guard status == 0 else { throw failure(of: editor, status, keeping: isWritten ? file : nil) }
        guard isWritten else { throw Cancelled("Nothing written: nothing sent.") }
        return (text, file)
    }

    /// For its owner's eyes. Returns whether it could be written; if not, what was there stays.
    @discardableResult
    private static func keep(_ text: String, in file: URL) -> Bool {
        FileManager.default.createFile(
            atPath: file.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    }

    /// An editor that ends with a status other than 0, as `:cq` does, means: do not send.
    private static func failure(of editor: ExternalProgram, _ status: CInt, keeping kept: URL?) -> Complaint {
        let advice = kept.map { ["Your text is kept in \($0.path)"] } ?? []
        guard status == 127 else {
            return Complaint(
                "The editor '\(editor.command)' ended with \(status): nothing sent.", advice: advice,
                status: ExitStatus.cancelled)
        }
        return Complaint(
            "The editor '\(editor.command)' was not found.",
            advice: advice + ["Set $VISUAL or $EDITOR, or give the text on the command line."])
    }

    /// Runs `send` and forgets the editor's file behind it. If it throws, the file stays, and what sends it is said.
    /// - Parameters:
    ///   - command: does the same as `send`, with what it reads from standard input.
    ///   - input: that; nil means the text as it was written. Empty: the command says all of it, and the file goes.
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
                if input != text { Self.keep(input + "\n", in: file) }
                let redirected = "\(command) < \(file.path.quotedForShell)"
                complaint.advice += ["Your text is kept in \(file.path)", "Send it with: \(redirected)"]
            }
            throw complaint
        }
    }
}
