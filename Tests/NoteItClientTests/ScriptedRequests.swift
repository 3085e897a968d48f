import NoteItCore

@testable import NoteItClient

/// Runs `body` with a signed-in client of a server that gives every request the same answer.
/// - Returns: the requests, with query parameters in alphabetical order, and the types of their bodies.
func requests(
    _ answer: ScriptedAnswer, _ body: @escaping @Sendable (APIClient) async throws -> Void
) async throws -> [(line: String, body: String, type: String?)] {
    let seen = Recorder<(line: String, body: String, type: String?)>()
    try await withProfile { profile in
        try await ScriptedServer.run({ request in
            let query = request.query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
            let line = "\(request.method) \(request.path)" + (query.isEmpty ? "" : "?\(query)")
            await seen.add((line, request.body, request.headers["content-type"]))
            return answer
        }) { server in
            try await signIn(profile, to: server.address)
            try await body(patientClient(profile, server.address))
        }
    }
    return await seen.items
}

func json(_ value: some Encodable, status: Int = 200) throws -> ScriptedAnswer {
    .json(status, try JSONCoding.string(value))
}
