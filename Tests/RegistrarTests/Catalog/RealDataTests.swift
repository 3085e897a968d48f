import RealData
import Testing

@Suite struct RealDataTests {
    @Test func aNamedFolderMustContainTheData() throws {
        let missing = #expect(throws: RealData.Missing.self) { try RealData.whole(named: "nowhere") }
        #expect(missing?.description.hasPrefix("There are no real data in nowhere: ") == true)
        let extracts = RealData.extracts.folder.path
        #expect(try RealData.whole(named: extracts)?.folder.path == extracts)
    }

    @Test func anEmptyNameMeansNoFolder() throws {
        #expect(try RealData.whole(named: "")?.folder == RealData.whole(named: nil)?.folder)
    }
}
