/// The rule for passwords: at least 10 characters, not a common password, not the email itself.
/// Source: NIST SP 800-63B, section 5.1.1.2 (length and a list of common values, no rules of composition).
public enum PasswordRule {
    public static func fault(_ password: String, email: String) -> String? {
        let count = password.unicodeScalars.count
        guard TextLimit.password.contains(count) else {
            return "must be \(TextLimit.password.lowerBound) to \(TextLimit.password.upperBound) characters"
        }
        if password.unicodeScalars.contains("\0") { return "must not contain a null character" }
        let folded = password.lowercased()
        let local = email.lowercased().split(separator: "@").first.map(String.init) ?? ""
        if isCommon(folded) || folded == email.lowercased() || folded == local {
            return "is easy to guess; choose a longer or less common one"
        }
        return nil
    }

    /// Common words of 10 characters and more, alone or with a tail of digits and signs, runs and repetitions.
    private static func isCommon(_ folded: String) -> Bool {
        let scalars = Array(folded.unicodeScalars)
        if Set(scalars).count <= 2 { return true }
        if sequences.contains(where: { $0.contains(folded) }) { return true }
        if let half = repeatedUnit(folded), half.count <= 5 { return true }
        let tail: (Character) -> Bool = { $0.isNumber || "!@#$%.?*_-".contains($0) }
        let core = String(folded.reversed().drop(while: tail).reversed())
        return words.contains(folded) || words.contains(core) || words.contains(unleet(core))
    }

    /// The unit that `text` repeats, if it repeats one: `abc` of `abcabcabc`.
    private static func repeatedUnit(_ text: String) -> String? {
        let characters = Array(text)
        return (1...max(1, characters.count / 2)).lazy
            .filter { characters.count % $0 == 0 }
            .first { size in characters.indices.allSatisfy { characters[$0] == characters[$0 % size] } }
            .map { String(characters.prefix($0)) }
    }

    private static func unleet(_ text: String) -> String {
        let plain: [Character: Character] = ["0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s"]
        return String(text.map { plain[$0] ?? $0 })
    }

    private static let sequences = [
        "012345678901234567890", "098765432109876543210", "abcdefghijklmnopqrstuvwxyz", "zyxwvutsrqponmlkjihgfedcba",
        "qwertyuiopasdfghjklzxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn", "q1w2e3r4t5y6u7i8o9p0", "1q2w3e4r5t6y7u8i9o0p",
        "zxcvbnmasdfghjklqwertyuiop", "qazwsxedcrfvtgbyhnujm", "asdfghjklqwertyuiop", "1234567890qwertyuiop",
        "qwertyuiop1234567890", "abc123abc123", "1234qwerasdfzxcv", "123qweasdzxc",
    ]

    private static let words: Set<String> = [
        "password", "passwort", "passw", "passwords", "mypassword", "thepassword", "passwordpassword", "motdepasse",
        "contrasena", "letmein", "letmeinnow", "welcome", "welcomeback", "iloveyou", "iloveyouforever", "iloveyousomuch",
        "sunshine", "princess", "football", "baseball", "basketball", "superman", "batman", "spiderman", "pokemon",
        "starwars", "michael", "jennifer", "charlie", "liverpool", "manchester", "chelsea", "arsenal", "barcelona",
        "trustno", "administrator", "administration", "admin", "changeme", "changemenow", "changeit", "default",
        "master", "dragon", "monkey", "shadow", "computer", "internet", "whatever", "qwerty", "qwertyuiop", "qwerty123456",
        "asdfghjkl", "zxcvbnm", "abcdef", "abcdefgh", "abcdefghij", "secret", "topsecret", "student", "students",
        "teacher", "instructor", "university", "college", "school", "highschool", "homework", "noteit", "noteitnoteit",
        "access", "freedom", "nothing", "something", "testtest", "testing", "tester", "password1password1",
        "correcthorsebatterystaple",
        "butterfly", "chocolate", "elizabeth", "alexander", "christopher", "unbelievable", "masterpassword", "hello",
        "helloworld",
    ]
}
