/// The minutes between two places, in either direction; `way` in the contract and in commands.
public struct TravelTime: Codable, Sendable, Equatable, Memberwise {
    /// The beginning of meeting places, such as `Burnaby AQ` for a building or `Burnaby` for a campus.
    public var from, to: String
    public var minutes: Int

    public static let minutes = 0...240
    /// The most travel times of the catalog.
    public static let most = 2_000
}
