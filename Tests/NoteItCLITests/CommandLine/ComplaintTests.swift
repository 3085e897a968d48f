import ArgumentParser
import NoteItClient
import NoteItCore
import Testing

@testable import NoteItCommands

/// What errors say to people.
struct ComplaintTests {
    private func said(_ errors: [FieldError]) -> Complaint {
        let detail = errors.map { "\($0.field) \($0.detail)" }.joined(separator: "; ") + "."
        return Complaint(ClientError.problem(Problem(title: "Invalid", status: 422, detail: detail, errors: errors)))
    }

    @Test func fieldsHaveTheirNamesInPlainWords() {
        let name = FieldError(field: "displayName", detail: "must be 1 to 100 characters, not 0")
        let password = FieldError(field: "currentPassword", detail: "is not your password")
        #expect(said([name]).message == "The name must be 1 to 100 characters, not 0.")
        #expect(said([password]).message == "That is not your current password.")
        #expect(said([password]).advice.isEmpty && said([password]).fields == [password])
        #expect(
            said([name, password]).message
                == "The name must be 1 to 100 characters, not 0. That is not your current password.")
        let title = FieldError(field: "title", detail: "must be 1 to 200 characters")
        #expect(said([title]).message == "title must be 1 to 200 characters.")
    }

    @Test func theAdviceToSignInKeepsTheProfileAndTheServer() {
        let typed = ["today", "--profile", "nosuch", "--server=http://127.0.0.1:1", "--", "--profile", "x"]
        let options = "--profile nosuch --server http://127.0.0.1:1"
        #expect(SignInAdvice(typed, isKnown: true).lines == ["Sign in with: noteit auth login \(options)"])
        #expect(
            SignInAdvice([], isKnown: false).lines == [
                "New here? Make an account with: noteit auth register", "Sign in with: noteit auth login",
            ])
    }

    @Test func aPathSaysWhatItsOptionsLeaveOpen() throws {
        let summers = "no courses in summer; --summer CREDITS plans them"
        var options = try CreditLimitOptions.parse([])
        #expect(
            try options.assumptions(nil) == [
                summers, "at most 15 credits in fall and spring; --fall and --spring set others",
            ])
        #expect(try options.assumptions(CreditLimits(every: CreditAmount(12))).isEmpty)
        options = try CreditLimitOptions.parse(["--fall", "12"])
        #expect(try options.assumptions(nil) == [summers, "at most 15 credits in spring; --spring set others"])
        options = try CreditLimitOptions.parse(["--credits", "15"])
        #expect(try options.assumptions(nil).isEmpty)
    }
}
