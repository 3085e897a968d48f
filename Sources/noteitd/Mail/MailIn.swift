import ArgumentParser
import Foundation
import NoteItServer

extension MailCommand {
    struct In: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "in", abstract: "Post an answer by mail, from standard input.",
            discussion: """
                The relay runs it for each mail to the address of NOTEIT_MAIL_REPLY. Exit codes are those of sysexits.h: 0 for an \
                answer that was posted, and for a mail that is ignored; 65 or 77 for one that is refused, with a sentence for its \
                sender; 75 if the relay shall try again. Attachments are left out.

                Example, in the master.cf of Postfix, on one line:
                  noteit unix - n n - 4 pipe user=noteit argv=/usr/bin/noteitd mail in --to ${original_recipient}
                """)

        @Option(
            name: .customLong("to"), help: ArgumentHelp("The address to which the mail was delivered.", valueName: "address"))
        var recipient: String?
        @Option(
            help: ArgumentHelp(
                "The address for answers, with {} for the secret. [$NOTEIT_MAIL_REPLY]", valueName: "address"))
        var mailReply: String?
        @OptionGroup var database: DatabaseOptions

        /// Codes of sysexits.h, which mail servers know.
        private enum Exit {
            static let data = ExitCode(65)
            static let temporary = ExitCode(75)
            static let permission = ExitCode(77)
            static let configuration = ExitCode(78)
        }

        func run() async throws {
            guard let text = mailReply ?? Setting.mailReply.value, let pattern = ReplyPattern(text) else {
                note("No answers are taken: NOTEIT_MAIL_REPLY must be an address such as reply+{}@example.edu.")
                throw Exit.configuration
            }
            guard let bytes = Self.input() else {
                note("The mail is larger than \(IncomingMail.most >> 20) MiB. Send the answer without attachments.")
                throw Exit.data
            }
            switch await outcome(IncomingMail(bytes), pattern) {
            case .posted(let number, let isNew):
                note(isNew ? "Posted as reply \(number)" : "Was posted before, as reply \(number)")
            case .ignored(let why): note("Ignored: \(why)")
            case .refused(let why, let isForged):
                note(why)
                throw isForged ? Exit.permission : Exit.data
            case .later(let why):
                note(why)
                throw Exit.temporary
            }
        }

        /// Whatever goes wrong here, no mail is lost: the relay keeps it.
        private func outcome(_ mail: IncomingMail, _ pattern: ReplyPattern) async -> IncomingMail.Outcome {
            do {
                let recipient = recipient
                return try await database.withStore { store in
                    try await mail.post(to: recipient, pattern: pattern, in: store, at: Date())
                }
            } catch {
                return .later("\(Failure.explaining(error))")
            }
        }

        /// Nil if there is too much of it. The rest is read all the same, since the relay may take a closed pipe for a failure.
        private static func input() -> [UInt8]? {
            var (whole, isTooMuch): ([UInt8], Bool) = ([], false)
            while let part = try? FileHandle.standardInput.read(upToCount: 65_536), !part.isEmpty {
                if isTooMuch { continue }
                whole += part
                if whole.count > IncomingMail.most {
                    whole = []
                    isTooMuch = true
                }
            }
            return isTooMuch ? nil : whole
        }
    }
}
