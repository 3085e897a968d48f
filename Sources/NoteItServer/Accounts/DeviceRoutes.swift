import Foundation
import Hummingbird
import NoteItCore

/// The sign-in of a device through a browser (RFC 8628). The device asks for two codes and polls with its own; a person who is
/// signed in on the page approves the other. A code comes in a body, never in an address.
struct DeviceRoutes {
    let store: any Store
    let signIn: SignIn
    let throttle: DeviceThrottle
    let cookie: RefreshCookie

    /// The routes of the device. Its code cannot be guessed, and the store says how often it may poll.
    var openRoutes: Routes {
        Routes()
            .post("/v1/sessions/device", limit: .byHandler, use: ask)
            .post("/v1/sessions/device/token", limit: .byHandler, use: poll)
    }

    /// The routes of the person.
    var routes: Routes {
        Routes()
            .post("/v1/sessions/device/preview", limit: .own, use: preview)
            .post("/v1/sessions/device/answer", limit: .own, use: answer)
    }

    func ask(_ request: Request, context: AppContext) async throws -> DeviceCodes {
        let new = try await request.decode(as: NewDeviceSignIn.self, context: context.beforeSignIn).validated()
        try await throttle.begin(from: context.address)
        let (device, user) = (Secret.make(), UserCode.make())
        try await store.ask(
            new, deviceHash: Secret.digest(device), userHash: try UserCode.hash(user), from: context.address)
        let page = "\(cookie.address.base(of: request))/device"
        return DeviceCodes(
            deviceCode: device, userCode: user, verificationUri: page, verificationUriComplete: "\(page)#\(user)",
            expiresIn: DeviceSignIn.lifetime, interval: DeviceSignIn.pause)
    }

    func poll(_ request: Request, context: AppContext) async throws -> Response {
        let code = try await request.decode(as: DevicePoll.self, context: context.beforeSignIn).validated().deviceCode
        let (session, signedIn) = try await signIn.open(deviceHash: Secret.digest(code))
        return try cookie.response(.open(session, signedIn), inCookie: false, to: request)
    }

    func preview(_ request: Request, context: AppContext) async throws -> WaitingDevice {
        let code = try await request.decode(as: DeviceUserCode.self, context: context).validated().userCode
        let (account, hash) = try (context.account(), UserCode.hash(code))
        return try await throttle.trying(by: account, from: context.address) { try await store.waitingDevice(userHash: hash) }
    }

    func answer(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let answer = try await request.decode(as: DeviceAnswer.self, context: context).validated()
        let caller = try context.requireCaller()
        try cookie.requireOwnPage(request)
        guard let token = try? cookie.token(of: request) else { throw DomainError.onlyThePageApproves }
        let hash = try UserCode.hash(answer.userCode)
        try await throttle.trying(by: caller.account, from: context.address) {
            try await store.answer(
                userHash: hash, approve: answer.approve, by: caller.account, in: caller.session,
                refreshHash: Secret.digest(token))
        }
        return .noContent
    }
}

extension SignIn {
    /// Opens the session of a device whose sign-in was approved. Throws `.deviceSignIn`.
    func open(deviceHash: String) async throws -> (session: Session.ID, signedIn: SignedIn) {
        let (session, refreshToken) = (Session.ID.make(at: now()), Secret.make())
        let account = try await store.poll(
            deviceHash: deviceHash, opening: session, refreshHash: Secret.digest(refreshToken), unless: factorRule)
        return (session, try await signedIn(account, session, refreshToken: refreshToken))
    }
}

extension DeviceCodes: ResponseEncodable {}
extension WaitingDevice: ResponseEncodable {}
