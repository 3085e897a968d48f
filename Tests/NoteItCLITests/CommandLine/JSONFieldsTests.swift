import Foundation
import Testing

/// The word after `--json` names fields, or is refused: it is never posted.
@Suite final class JSONFieldsTests {
    let noteit: Binary

    init() throws { noteit = try Binary() }

    deinit { try? FileManager.default.removeItem(at: noteit.home) }

    private func run(_ typed: String) throws -> Binary.Run {
        // Nobody listens there.
        try noteit.signIn(server: "http://127.0.0.1:9")
        return try noteit.run(
            typed.split(separator: " ").map(String.init), environment: ["NOTEIT_SERVER": "http://127.0.0.1:9"])
    }

    static let refused: [(String, String)] = [
        ("post CMPT225 Quiz --json nosuch", "'post' has no field 'nosuch'."),
        ("ask CMPT225 Why? --json title,nosuch", "'post' has no field 'nosuch'."),
        ("event new CMPT225 --json quiz Friday", "Put --json last, or write --json=FIELDS."),
        ("reply CMPT225#42 Yes --json please", "'reply' has no field 'please'."),
        ("notice send --course CMPT225 Quiz --json nosuch", "'notice send' has no field 'nosuch'."),
        ("task add Read --minutes 60 --json id", "'task add' has no fields to choose from."),
        ("plan new Foo --json id", "Write all of it with --json alone, as the last word."),
        ("event list --json nosuch", "Its fields: accepted, "),
        ("--json tsk", "unknown command 'tsk'"),
    ]

    @Test(arguments: refused)
    func aWordThatNamesNoFieldIsRefusedBeforeAnythingIsSent(typed: String, said: String) throws {
        let run = try run(typed)
        #expect(run.status == 64 && run.out.isEmpty && run.err.contains(said), "\(run.out)\(run.err)")
    }

    @Test(arguments: [
        "post CMPT225 Quiz --json reference", "reply CMPT225#42 Yes --json id,body", "search --json heaps", "--json event list",
        "post --json cmpt 225 Quiz", "done --json cmpt 225#42", "post CMPT225 --json Quiz", "task --json list",
    ])
    func fieldsCoursesCommandsAndWordsToSearchForAreTaken(typed: String) throws {
        let run = try run(typed)
        #expect(run.status != 64, "\(run.out)\(run.err)")
    }
}
