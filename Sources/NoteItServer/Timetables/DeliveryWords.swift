import Foundation
import NoteItCore

/// How a section is taught, by the registrar's words. Both are true of a blended one, and neither of one that says nothing.
struct DeliveryWords {
    let isOnline: Bool
    let isInPerson: Bool

    private static let online = ["online", "remote", "distance", "virtual", "web", "internet", "blended", "hybrid"]
    private static let inPerson = ["in person", "in-person", "inperson", "face", "classroom", "blended", "hybrid"]

    init(_ section: Section) {
        let delivery = (section.delivery ?? "").lowercased()
        let place = (section.campus ?? "").lowercased()
        let hasOnlineCampus = place.contains("online")
        isOnline = hasOnlineCampus || Self.online.contains(where: delivery.contains)
        isInPerson = Self.inPerson.contains(where: delivery.contains)
    }
}
