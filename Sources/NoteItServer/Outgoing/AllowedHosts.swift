import Foundation
import NoteItCore

/// Hosts that an operator allows although they have private addresses: `NOTEIT_IMPORT_HOSTS` and `NOTEIT_HOOK_HOSTS`,
/// also without TLS, and `NOTEIT_PUSH_HOSTS`.
public struct AllowedHosts: Sendable, Equatable {
    private struct Place: Hashable {
        var host: String
        var port: Int
    }

    /// The ports of an entry that names none.
    private static let ports = [80, 443]

    private var places: Set<Place> = []

    /// An empty list.
    public init() {}

    /// Nil if an entry is not a host, or a host and a port.
    /// - Parameter list: such as `calendar.example.edu,[fd00::5]:8443`.
    public init?(_ list: String) {
        for entry in list.split(separator: ",") {
            guard let place = HostAndPort(entry.trimmed) else { return nil }
            for port in place.port.map({ [$0] }) ?? Self.ports { places.insert(Place(host: place.host, port: port)) }
        }
    }

    func contains(_ host: String, port: Int) -> Bool { places.contains(Place(host: host, port: port)) }
}
