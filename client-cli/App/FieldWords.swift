import NoteItClient
import NoteItCore

/// Fields of the API in plain words.
extension FieldError {
    private static let words = [
        "displayName": "name", "email": "email", "password": "password", "currentPassword": "current password",
        "newPassword": "new password", "handle": "handle", "code": "code",
    ]

    /// The field as people call it; the API's name if there is no other.
    var plainField: String { Self.words[field] ?? field }

    /// A sentence without its full stop; nil for a field without other words.
    fileprivate var sentence: String? {
        if field == "currentPassword", detail == "is not your password" { return "That is not your current password" }
        return Self.words[field].map { "The \($0) \(detail)" }
    }

    /// The error as the server puts it into the detail of a problem.
    fileprivate var served: String { "\(field) \(detail)" }
}

extension [FieldError] {
    /// The sentences of these errors if `detail` says them in the API's words, else `detail`.
    func sentence(insteadOf detail: String) -> String {
        guard contains(where: { $0.sentence != nil }), detail == map(\.served).joined(separator: "; ") + "." else {
            return detail
        }
        return map { ($0.sentence ?? $0.served) + "." }.joined(separator: " ")
    }
}

/// Runs a write. If fields are refused, throws a complaint that names their options.
/// - Parameter names: options by the API's names of fields.
func namingOptions<Result>(_ names: [String: String], _ write: () async throws -> Result) async throws -> Result {
    func complaint(_ errors: [FieldError]) -> Complaint {
        Complaint(errors.map { FieldError(field: names[$0.field] ?? $0.plainField, detail: $0.detail) })
    }
    do {
        return try await write()
    } catch DomainError.invalid(let errors) {
        throw complaint(errors)
    } catch ClientError.problem(let problem) where problem.status == 422 {
        guard let errors = problem.errors, !errors.isEmpty else { throw ClientError.problem(problem) }
        throw complaint(errors)
    }
}
