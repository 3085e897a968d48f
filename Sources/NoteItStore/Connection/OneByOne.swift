/// Work for many that failed for one of them, or some.
struct FailedForOne: Error, CustomStringConvertible {
    /// The first for whom it failed.
    let name: String
    let error: any Error
    /// For how many it failed.
    var count = 1

    var description: String { "\(name)\(count > 1 ? " and \(count - 1) more" : ""): \(error)" }
}

extension SQLStore {
    /// Does the work of a job for each of many, each in a transaction of its own: one that fails does not hold up the others.
    /// - Returns: the sum of what `work` returns.
    /// - Throws: `FailedForOne` after all were tried; at once if the database cannot be read.
    func oneByOne<Item>(
        _ items: [Item], named name: (Item) -> String, _ work: (Item) async throws -> Int
    ) async throws -> Int {
        var (sum, failure) = (0, FailedForOne?.none)
        for item in items {
            do {
                sum += try await work(item)
            } catch {
                if failure == nil { failure = FailedForOne(name: name(item), error: error) } else { failure?.count += 1 }
                _ = try await head()
            }
        }
        if let failure { throw failure }
        return sum
    }
}
