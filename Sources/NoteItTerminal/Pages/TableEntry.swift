/// A noun that is listed as a row of a table.
public protocol TableEntry {
    static var columns: [Table.Column] { get }
    /// A cell for each column.
    func cells(_ clock: DueText) -> [Styled]
    /// Tab-separated values.
    var fields: [String] { get }
}

extension Array where Element: TableEntry {
    /// - Parameter width: nil means as wide as needed.
    public func table(_ clock: DueText, width: Int?) -> [Styled] {
        var table = Table(Element.columns)
        for entry in self { table.addRow(entry.cells(clock)) }
        return table.lines(width: width, header: true)
    }
}
