import Hummingbird
import NoteItCore

/// The caller's second factors. No token of a script reaches these routes.
struct FactorRoutes {
    let store: any Store
    let signIn: SignIn
    let address: ClientAddress

    var routes: Routes {
        Routes()
            .get("/v1/me/factors", use: list)
            .post("/v1/me/factors", limit: .own, use: add)
            .post("/v1/me/factors/key", limit: .own, use: makeKey)
            .post("/v1/me/factors/passkeys/options", limit: .own, use: makePasskeyOptions)
            .post("/v1/me/factors/passkeys", limit: .own, use: addPasskey)
            .post("/v1/me/factors/recovery-codes", limit: .own, use: makeCodes)
            .patch("/v1/me/factors/:factor", limit: .own, use: rename)
            .delete("/v1/me/factors/:factor", limit: .own, use: remove)
    }

    func list(_ request: Request, context: AppContext) async throws -> SecondFactors {
        let account = try context.account()
        let state = try await store.factorState(of: account)
        return SecondFactors(
            factors: state.factors.map(\.factor), recoveryCodesLeft: try await store.recoveryCodesLeft(of: account),
            required: signIn.factorRule.demands(ofStaff: state.isStaff))
    }

    func makeKey(_ request: Request, context: AppContext) async throws -> FactorKey {
        let proof = try await request.decode(as: FactorProof.self, context: context).validated()
        return try await signIn.makeFactorKey(for: context.requireCaller(), proof, from: context.address)
    }

    func add(_ request: Request, context: AppContext) async throws -> EditedResponse<AddedFactor> {
        let new = try await request.decode(as: NewFactor.self, context: context).validated()
        let added = try await signIn.addFactor(of: context.requireCaller(), new, from: context.address)
        return EditedResponse(status: .created, response: added)
    }

    func makePasskeyOptions(_ request: Request, context: AppContext) async throws -> PasskeyCreation {
        let proof = try await request.decode(as: FactorProof.self, context: context).validated()
        return try await signIn.makePasskeyOptions(
            for: context.requireCaller(), proof, at: address.relyingParty(of: request), from: context.address)
    }

    func addPasskey(_ request: Request, context: AppContext) async throws -> EditedResponse<AddedFactor> {
        let new = try await request.decode(as: NewPasskey.self, context: context).validated()
        let added = try await signIn.addPasskey(
            of: context.requireCaller(), new, at: address.relyingParty(of: request))
        return EditedResponse(status: .created, response: added)
    }

    func rename(_ request: Request, context: AppContext) async throws -> SecondFactor {
        let name = try await request.decode(as: FactorName.self, context: context).validated().name
        return try await signIn.renameFactor(context.identifier("factor"), of: context.requireCaller(), to: name)
    }

    func makeCodes(_ request: Request, context: AppContext) async throws -> RecoveryCodes {
        let proof = try await request.decode(as: FactorProof.self, context: context).validated()
        return try await signIn.makeRecoveryCodes(of: context.requireCaller(), proof, from: context.address)
    }

    func remove(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let proof = try await request.decode(as: FactorProof.self, context: context).validated()
        let id: SecondFactor.ID = try context.identifier("factor")
        try await signIn.removeFactor(id, of: context.requireCaller(), proof, from: context.address)
        return .noContent
    }
}

extension SecondFactors: ResponseEncodable {}
extension SecondFactor: ResponseEncodable {}
extension FactorKey: ResponseEncodable {}
extension PasskeyCreation: ResponseEncodable {}
extension AddedFactor: ResponseEncodable {}
extension RecoveryCodes: ResponseEncodable {}
