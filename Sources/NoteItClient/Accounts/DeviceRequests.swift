import Foundation
import NoteItCore

/// The sign-in through a browser (RFC 8628).
extension APIClient {
    /// Asks for codes: one that the person sees, one to poll with. Not retried: each request makes a pair.
    public func askDeviceSignIn(_ new: NewDeviceSignIn) async throws -> DeviceCodes {
        try await send(Call(.POST, "v1", "sessions", "device", signedIn: false).with(body: new))
    }

    /// Waits until the person has answered: the tokens are in the session file. Throws `.problem`, whose `error` says that they
    /// refused or did not answer in time. A server that is not reached for a while is asked again, as long as the codes are good.
    /// - Parameter wait: how polls are spaced.
    public func signIn(
        _ codes: DeviceCodes, wait: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) async throws -> Account {
        var (pause, waited) = (max(1, codes.interval), 0)
        while true {
            try await wait(.seconds(pause))
            waited += pause
            do {
                return try await keep(poll(codes.deviceCode))
            } catch ClientError.problem(let problem) where problem.error == .pending {
                continue
            } catch ClientError.problem(let problem) where problem.error == .tooFast {
                pause += DeviceSignIn.slower
            } catch let error as ClientError where error.isPassing && waited < codes.expiresIn {
                continue
            }
        }
    }

    private func poll(_ code: String) async throws -> SignedIn {
        try await send(
            Call(.POST, "v1", "sessions", "device", "token", signedIn: false).with(body: DevicePoll(deviceCode: code)))
    }
}
