/// Conditions that must all hold, as SQL that continues a `WHERE`, with the values of their `?`.
struct SQLConditions {
    private(set) var sql = ""
    private(set) var values: [SQLParameter] = []

    var isEmpty: Bool { sql.isEmpty }

    mutating func add(_ condition: String, _ values: SQLParameter...) {
        sql += " AND " + condition
        self.values += values
    }
}
