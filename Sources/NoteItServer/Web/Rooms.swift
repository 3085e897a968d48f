import Hummingbird
import NoteItCore

/// The addresses of the page's rooms, each of which can be opened cold. The page decides what they show; the server knows which
/// addresses there are.
enum Rooms {
    /// A degree plan has an address too, which answers programs with a sentence: `PageRoutes.plan`.
    static let paths = [
        "/", "/today", "/inbox", "/search", "/settings", "/courses", "/c/:course", "/c/:course/:number", "/calendar",
        "/calendar/:day", "/timetables", "/study", "/degree", "/join", "/device", "/sign-on", "/staff", "/staff/:course",
        "/staff/:course/:room",
    ]

    /// Throws `.notFound` for an address that no room can have, such as a day that no calendar has.
    static func require(_ context: AppContext) throws {
        let (number, day) = (context.parameters.get("number"), context.parameters.get("day"))
        let isRoom = number.map { Int($0).map { $0 > 0 } ?? false } ?? true && day.map { Day($0) != nil } ?? true
        guard isRoom else { throw PageRoutes.nothing }
    }
}
