/// From version 2: what reaches people where they are. Each part stands beside the others, in a file of its own.
extension Schema {
    static let reach = [
        nodeVersions, door, deviceSignIns, rosters, mail, tasks, push, webhooks, signOn, lti, passkeys,
    ].joined(separator: "\n")
}
