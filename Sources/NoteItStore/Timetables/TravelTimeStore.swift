import NoteItCore

extension SQLStore {
    public func travelTimes() async throws -> [TravelTime] {
        try await read { db in
            try db.all("SELECT from_place, to_place, minutes FROM way ORDER BY from_place, to_place").map {
                TravelTime(from: $0["from_place"], to: $0["to_place"], minutes: $0["minutes"])
            }
        }
    }

    /// Replaces all travel times. Each pair of places stands once.
    public func setTravelTimes(_ times: [TravelTime]) async throws {
        try await commit { tx in
            try tx.db.send("DELETE FROM way")
            for time in times {
                try tx.db.send(
                    "INSERT INTO way (from_place, to_place, minutes) VALUES (?, ?, ?)", time.from, time.to, time.minutes)
            }
        }
    }

    /// The places of all meetings, each once.
    public func places() async throws -> [String] {
        try await read { db in
            try db.all(
                """
                SELECT DISTINCT m.place FROM meeting m JOIN section s ON s.id = m.section_id
                WHERE s.withdrawn = 0 AND m.place <> '' ORDER BY m.place
                """
            ).map { $0["place"] }
        }
    }
}
