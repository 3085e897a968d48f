import NoteItCore

/// The devices that get messages by Web Push. The server alone knows them.
extension APIClient {
    public func push() async throws -> PushState { try await send(Call(.GET, "v1", "me", "push")) }

    public func updatePushDevice(_ id: PushDevice.ID, _ patch: PushDevicePatch) async throws -> PushDevice {
        try await send(Call(.PATCH, "v1", "me", "push", "devices", id.description).with(body: patch))
    }

    public func removePushDevice(_ id: PushDevice.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "me", "push", "devices", id.description))
    }

    public func testPushDevice(_ id: PushDevice.ID) async throws {
        _ = try await send(Call(.POST, "v1", "me", "push", "devices", id.description, "test"))
    }
}
