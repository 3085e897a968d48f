import NoteItCore

/// A new task as one line: `Read ch 9 fri 17:00 2h !high`.
///
/// A deadline, a length, a priority, a course and how often it is done anew are taken from the end, in any order, each once. A word
/// that may mean something else stays in the title, with all words before it. `20 min vocabulary daily`: beside `daily`, the
/// length may stand first. Without a length, `daily` is a word of the title. The page reads lines in the same way
/// (`client-web/tasks/line.js`); `Tests/Data/tasks/lines.json` holds both to it.
public struct TaskLine: Sendable, Equatable {
    public private(set) var title: String
    /// The words that were taken, as they were typed.
    public private(set) var taken = ""
    public private(set) var deadline, minutes: String?
    public private(set) var priority: StudyTask.Priority?
    public private(set) var course: Course.ID?
    public private(set) var every: StudyTask.Every?
    /// What is not understood beside a title that was given as a whole; nil: nothing.
    public private(set) var rest: String?

    /// What the task is, with what the line says beside the deadline and the length: `2h, by Fri 27 Nov 17:00, high, CMPT225`.
    public func facts(of task: StudyTask, _ clock: DueText) -> String {
        [task.summary(clock), priority?.rawValue ?? "", course?.name ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Adds what the line says to what options say.
    public func fill(_ words: inout TaskWords) {
        words.deadline = words.deadline ?? deadline
        words.minutes = words.minutes ?? minutes
        words.priority = words.priority ?? priority?.rawValue
        words.every = words.every ?? every?.rawValue
    }
}

extension TaskLine {
    /// Reads lines. What options give is not looked for.
    public struct Reader: Sendable {
        private let phrase: DuePhrase
        private let courses: Set<Course.ID>
        private let takesTime, takesLength, takesPriority: Bool
        private var takesEvery: Bool
        private let hasLength: Bool

        /// - Parameters:
        ///   - phrase: its zone is that of the study settings.
        ///   - courses: those that the person is in; empty if an option gives the course.
        ///   - given: the words of the options.
        public init(phrase: DuePhrase, courses: Set<Course.ID>, given: TaskWords) {
            (self.phrase, self.courses) = (phrase, courses)
            let isFixed = [given.at, given.end, given.length, given.repeats, given.rule].contains { $0 != nil }
            takesTime = !isFixed && given.deadline == nil
            takesLength = !isFixed && given.minutes == nil
            takesPriority = given.priority == nil
            takesEvery = !isFixed && given.every == nil
            hasLength = given.minutes != nil
        }

        /// A title within double quotes is kept as it is.
        public func read(_ text: String) -> TaskLine {
            if let match = text.wholeMatch(of: /\s*"([^"]+)"(\s+[^"]+)?\s*/) {
                let line = read(match.output.2.map(String.init) ?? "", titled: String(match.output.1))
                if line.rest == nil { return line }
            }
            var words = text.split(whereSeparator: \.isWhitespace)[...]
            var line = TaskLine(title: text)
            take(from: &words, leaving: 1, &line)
            if line.every != nil, !hasLength, line.minutes == nil, !takeFirst(from: &words, &line) {
                var other = self
                other.takesEvery = false
                return other.read(text)
            }
            if !line.taken.isEmpty { line.title = words.joined(separator: " ") }
            return line
        }

        /// A length at the front of the words, which leaves a title.
        private func takeFirst(from words: inout Words, _ line: inout TaskLine) -> Bool {
            for count in [2, 1] where words.count > count {
                guard length(words.prefix(count), 0, &line) == count else {
                    line.minutes = nil
                    continue
                }
                line.taken = words.prefix(count).joined(separator: " ") + " " + line.taken
                words = words.dropFirst(count)
                return true
            }
            return false
        }

        /// - Parameter text: what stands beside the title.
        public func read(_ text: String, titled title: String) -> TaskLine {
            var words = text.split(whereSeparator: \.isWhitespace)[...]
            var line = TaskLine(title: title)
            take(from: &words, leaving: 0, &line)
            if !words.isEmpty { line.rest = words.joined(separator: " ") }
            return line
        }

        private typealias Words = ArraySlice<Substring>

        private func take(from words: inout Words, leaving least: Int, _ line: inout TaskLine) {
            let all = words
            while words.count > least {
                let count =
                    priority(words, &line) ?? course(words, &line) ?? length(words, least, &line)
                    ?? every(words, least, &line) ?? time(words, least, &line)
                guard let count else { break }
                words = words.dropLast(count)
            }
            line.taken = all[words.endIndex...].joined(separator: " ")
        }

        private func priority(_ words: Words, _ line: inout TaskLine) -> Int? {
            guard takesPriority, line.priority == nil, let word = words.last?.lowercased(), word.hasPrefix("!") else {
                return nil
            }
            line.priority = StudyTask.Priority(rawValue: String(word.dropFirst()))
            return line.priority == nil ? nil : 1
        }

        /// `daily`, `weekly`, `every day`, `every weekday`, `every mon, wed`.
        private func every(_ words: Words, _ least: Int, _ line: inout TaskLine) -> Int? {
            guard takesEvery, line.every == nil, let last = words.last?.lowercased(), words.count > least else { return nil }
            if last == "daily" || last == "weekly" {
                line.every = EveryPhrase.every(last)
                return 1
            }
            for count in 2...8 where words.count >= least + count && words[words.endIndex - count].lowercased() == "every" {
                let named = words.suffix(count - 1).flatMap { $0.lowercased().split(separator: ",") }.filter { $0 != "and" }
                let isDays = named.allSatisfy { PhraseWords.weekday(String($0)) != nil }
                guard isDays || count == 2 && ["day", "week", "weekday"].contains(last) else { return nil }
                line.every = EveryPhrase.every(named.joined(separator: ","))
                return line.every == nil ? nil : count
            }
            return nil
        }

        private func course(_ words: Words, _ line: inout TaskLine) -> Int? {
            guard line.course == nil, let word = words.last?.lowercased() else { return nil }
            let found = courses.filter { $0.code.lowercased() == word || $0.text.lowercased() == word }
            guard found.count == 1, let only = found.first, !Self.joins(words.dropLast().last) else { return nil }
            line.course = only
            return 1
        }

        /// `notes for CMPT225`: the course is a part of the title.
        private static func joins(_ word: Substring?) -> Bool {
            ["about", "and", "at", "for", "from", "in", "of", "on", "the", "to", "vs", "with"].contains(word?.lowercased())
        }

        /// `2h`, `45m`, `1h30`, `1h 30m`, `2 hours`. `17h` is as likely a time of day, and `in 45m` is a time.
        private func length(_ words: Words, _ least: Int, _ line: inout TaskLine) -> Int? {
            guard takesLength, line.minutes == nil else { return nil }
            let one = /(?:[0-9]|1[0-2])h(?:[0-5]?[0-9]m?)?|[0-9]{1,3}(?:m|min|mins|minutes)|[0-9]\.[0-9]{1,2}h/
            let two = /(?:[0-9]|1[0-2])h [0-5]?[0-9]m|[0-9]{1,3}(?:\.[0-9])? (?:h|hr|hrs|hours?|min|mins|minutes)/
            for (count, form) in [(2, two), (1, one)] where words.count >= least + count {
                let text = words.suffix(count).joined(separator: " ").lowercased()
                guard text.wholeMatch(of: form) != nil, words.dropLast(count).last?.lowercased() != "in",
                    DurationPhrase.minutes(text) != nil
                else { continue }
                line.minutes = text
                return count
            }
            return nil
        }
    }
}

/// Deadlines.
extension TaskLine.Reader {
    /// The most words of a deadline: `due by mon dec 1 2026 at 5 pm`.
    private static let mostWords = 9

    /// The longest end of the words that is a time to come.
    private func time(_ words: Words, _ least: Int, _ line: inout TaskLine) -> Int? {
        guard takesTime, line.deadline == nil, words.count > least else { return nil }
        let isAlone = line.minutes == nil && line.priority == nil && line.course == nil
        for count in stride(from: min(Self.mostWords, words.count - least), through: 1, by: -1) {
            var typed = words.suffix(count).map { $0.lowercased() }[...]
            let isIntroduced = ["by", "due", "until", "before", "on"].contains(typed.first)
            if ["due", "until", "before"].contains(typed.first) { typed = typed.dropFirst() }
            let text = typed.joined(separator: " ")
            guard isClear(Array(typed), isIntroduced: isIntroduced, isAlone: isAlone), let date = phrase.date(text),
                date > phrase.now
            else { continue }
            line.deadline = text
            return count
        }
        return nil
    }

    /// Whether words that can be read as a time can hardly be a part of a title.
    private func isClear(_ words: [String], isIntroduced: Bool, isAlone: Bool) -> Bool {
        guard let first = words.first, let last = words.last, words.indices.contains(where: { isAnchor(words, $0) }) else {
            return false
        }
        // `chapter 4 fri`, `section 3 dec 1`: the number belongs to the title.
        if Int(first) != nil {
            let isDate = words.count > 1 && PhraseWords.month(words[1]) != nil
            let isAmbiguous = words.count > 2 && words[2].count < 3 && Int(words[2]) != nil
            guard isDate && !isAmbiguous || words.count > 1 && ["am", "pm"].contains(words[1]) else { return false }
        }
        // `meet fri 5`: a day, or a time of day.
        if words.count > 1, let number = Int(last), number < 100 {
            let before = words[words.count - 2]
            guard before == "at" || PhraseWords.month(before) != nil else { return false }
        }
        // `section 3/4`
        if words.contains(where: { $0.wholeMatch(of: /[0-9]{1,2}\/[0-9]{1,2}/) != nil }) {
            guard isIntroduced || PhraseWords.weekday(first) != nil else { return false }
        }
        // `draw the sun`
        return !(words.count == 1 && isAlone && !isIntroduced && ["sun", "sat", "wed"].contains(first))
    }

    private func isAnchor(_ words: [String], _ index: Int) -> Bool {
        let word = words[index].trimmingSuffix { $0 == "," || $0 == "." }
        if PhraseWords.weekday(word) != nil || ["today", "tonight", "tomorrow", "tmr", "tmrw"].contains(word) { return true }
        if word.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}(?:t.*)?|[0-9]{1,2}:[0-9]{2}(?:am|pm)?|[0-9]{1,2}(?:am|pm)/) != nil {
            return true
        }
        guard index + 1 < words.count else { return index > 0 && PhraseWords.month(word) != nil }
        let next = words[index + 1]
        if word == "next" || PhraseWords.month(word) != nil { return true }
        if ["am", "pm"].contains(next), Int(word) != nil { return true }
        return word == "in" && (next.first?.isNumber == true || ["a", "an", "half"].contains(next))
            || next.wholeMatch(of: /[0-9]{1,2}\/[0-9]{1,2}/) != nil && ["by", "on"].contains(word)
    }
}

extension String {
    fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isDropped(last) { text = text.dropLast() }
        return String(text)
    }
}
