extension KeyedDecodingContainer {
    /// Found by this module's synthesized decoders. Foundation's own says of a fraction, or of a number that no `Int`
    /// holds, that the whole document is no JSON; this names the field.
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        guard let number = try? decode(Double.self, forKey: key), let whole = Int(exactly: number) else {
            let path = codingPath + [key]
            throw DecodingError.typeMismatch(Int.self, .init(codingPath: path, debugDescription: "must be a whole number"))
        }
        return whole
    }
}
