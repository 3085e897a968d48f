/// The parts of `Schema.reach`, translated as `postgresql.sql` is.
extension PostgreSQLSchema {
    static let reach = [
        nodeVersions, door, deviceSignIns, rosters, mail, tasks, push, webhooks, signOn, lti, passkeys,
    ].joined(separator: "\n")
}
