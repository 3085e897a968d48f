import NoteItCore

extension SQLStore {
    public func ways() async throws -> [Way] {
        try await read { db in
            try db.all("SELECT from_place, to_place, minutes FROM way ORDER BY from_place, to_place").map {
                Way(from: $0["from_place"], to: $0["to_place"], minutes: $0["minutes"])
            }
        }
    }

    public func setWays(_ ways: [Way]) async throws {
        try await commit { tx in
            try tx.db.send("DELETE FROM way")
            for way in ways {
                try tx.db.send(
                    "INSERT INTO way (from_place, to_place, minutes) VALUES (?, ?, ?)", way.from, way.to, way.minutes)
            }
        }
    }

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
