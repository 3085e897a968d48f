@testable import Planning

/// Changes of a text that nobody would write.
enum Mutation {
    private static let insertions = [
        "(", ")", "((((((((((((", "))))", ";", ",", ".", " or ", " and ", " one of ", "\0", "\u{301}", "e\u{301}", "\u{200B}",
        "🎓",
        " 12 units of ", " with a minimum grade of ", "C-", "*", "/", ":", " may be taken concurrently", " or corequisite ",
        " including ", " plus ", "(or ", " equivalent ", "\u{202E}", "9999999999999999999999", " permission of ", "%", "\r\n",
        "'",
        " standing ", " both ", " either ", "-", "BC Math 12", "Corequisite:",
        " Attributes ", " may be waived ", " no more than ", " taken concurrently with ", " recommended ", " or equivalent to ",
        " Students with credit for ", " not required ", " (Introduction to ", " course: ", " except ", " STAT 270",
        "Recommended: ",
    ]

    static func mutated(_ text: String, _ dice: inout SplitMix64) -> String {
        var characters = Array(text.unicodeScalars)
        for _ in 0..<Int.random(in: 1...6, using: &dice) {
            let place = Int.random(in: 0...characters.count, using: &dice)
            switch Int.random(in: 0..<4, using: &dice) {
            case 0: characters.insert(contentsOf: insertions.randomElement(using: &dice)?.unicodeScalars ?? .init(), at: place)
            case 1: characters.removeSubrange(place..<min(characters.count, place + Int.random(in: 0...9, using: &dice)))
            case 2 where !characters.isEmpty:
                characters.swapAt(
                    min(place, characters.count - 1), Int.random(in: 0..<characters.count, using: &dice))
            default: characters.insert(contentsOf: characters[place..<min(characters.count, place + 20)], at: place)
            }
        }
        return characters.reduce(into: "") { $0.unicodeScalars.append($1) }
    }
}
