/// The campus of all classes, which is then told once and leaves room for buildings and rooms.
public struct SharedCampus: Sendable {
    /// Nil if the classes are on several campuses, or the campus of one is not known.
    public let name: String?

    public init(_ sections: [Section]) {
        let placed = sections.filter { $0.meetings.contains { !$0.place.isEmpty } }
        let names = placed.map(\.campus).uniqued
        guard names.count == 1, let name = names[0],
            placed.flatMap(\.meetings).allSatisfy({ $0.place.isEmpty || $0.place == name || $0.place.hasPrefix(name + " ") })
        else {
            self.name = nil
            return
        }
        self.name = name
    }

    /// The place without the campus.
    public func short(_ place: String) -> String {
        guard let name else { return place }
        if place == name { return "" }
        return place.hasPrefix(name + " ") ? String(place.dropFirst(name.count + 1)) : place
    }
}
