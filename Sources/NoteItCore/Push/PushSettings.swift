/// What a person wants on one device. Quiet hours are those of mail, and mutes those of the preferences.
public struct PushSettings: Codable, Equatable, Sendable, Memberwise {
    public var topics: [DeliveryTopic]
    /// Whether notices that must be read come, whatever `topics` and `exceptCourses` say.
    public var mustRead: Bool
    /// Whether a message shows titles and texts. Without, it says what happened and in which course.
    public var showsText: Bool
    /// The courses from which nothing comes.
    public var exceptCourses: [Course.ID]

    /// The settings of a new device.
    public static let standard = PushSettings(
        topics: DeliveryTopic.allCases, mustRead: true, showsText: false, exceptCourses: [])

    /// Whether a notification of this kind is sent to the device.
    /// - Parameter mustRead: whether it is about a notice that must be read.
    public func wants(_ kind: InboxNotification.Kind, in course: Course.ID?, mustRead: Bool) -> Bool {
        guard let topic = DeliveryTopic(kind) else { return false }
        if topic == .notices && mustRead && self.mustRead { return true }
        return topics.contains(topic) && !(course.map(exceptCourses.contains) ?? false)
    }

    /// These settings with the changes of `patch`: each topic and each course once.
    public func applying(_ patch: PushDevicePatch) -> PushSettings {
        PushSettings(
            topics: patch.topics.map { list in DeliveryTopic.allCases.filter(list.contains) } ?? topics,
            mustRead: patch.mustRead ?? mustRead, showsText: patch.showsText ?? showsText,
            exceptCourses: patch.exceptCourses.map { Set($0).sorted { $0.description < $1.description } } ?? exceptCourses)
    }
}

/// `PATCH /v1/me/push/devices/{device}`. Nil leaves a field as it is.
public struct PushDevicePatch: Codable, Sendable, Equatable, Memberwise, Validated {
    public var name: String? = nil
    public var topics: [DeliveryTopic]? = nil
    public var mustRead: Bool? = nil
    public var showsText: Bool? = nil
    public var exceptCourses: [Course.ID]? = nil

    /// The most courses that a device leaves out.
    public static let mostCourses = 100

    public func check(_ faults: inout Faults) {
        if let name { faults.check("name", name.fault(length: PushDevice.nameLength)) }
        if let topics, topics.count > DeliveryTopic.allCases.count {
            faults.check("topics", "must list at most \(DeliveryTopic.allCases.count) topics")
        }
        if let exceptCourses, exceptCourses.count > Self.mostCourses {
            faults.check("exceptCourses", "must list at most \(Self.mostCourses) courses")
        }
    }
}
