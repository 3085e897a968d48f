/// People's own folders. Nobody reaches another's.
public protocol FolderStore: Sendable {
    /// All files and folders of a person, without the bytes.
    func folder(of account: Account.ID) async throws -> PersonalFolder
    /// The same without the values of properties.
    func folderOutline(of account: Account.ID) async throws -> PersonalFolder
    /// A file or a folder, without the bytes; nil if nothing is there.
    func folderItem(at path: FolderPath, of account: Account.ID) async throws -> FolderItem?
    /// A file and its bytes; nil if nothing or a folder is there.
    func file(at path: FolderPath, of account: Account.ID) async throws -> (item: FolderItem, bytes: [UInt8])?
    /// Makes a change as a whole. Returns whether its target is new. Throws `FolderRefusal`.
    func change(_ change: FolderChange, by account: Account.ID) async throws -> Bool
}
