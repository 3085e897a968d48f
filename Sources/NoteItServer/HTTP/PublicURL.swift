import Foundation
import NoteItCore

/// The address by which everyone reaches the server: `https://notes.example.edu`, or `https://example.edu/noteit` below a path.
public struct PublicURL: Equatable, Sendable {
    /// The address without a slash at the end.
    let text: String
    /// The address as sentences name it: without the scheme.
    var place: String { text.components(separatedBy: "://").last ?? text }

    var origin: WebOrigin? { WebOrigin(text) }

    /// Nil unless it is an `http` or `https` address without user, query and fragment.
    public init?(_ text: String) {
        let trimmed = String(text.trimmed.reversed().drop { $0 == "/" }.reversed())
        guard let url = URL(string: trimmed), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host(), !host.isEmpty, url.user() == nil, url.query() == nil, url.fragment() == nil
        else { return nil }
        self.text = trimmed
    }
}
