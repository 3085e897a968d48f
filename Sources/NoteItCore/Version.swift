// NoteItCore: the nouns of NoteIt as the contract (openapi.yaml) has them. Every other module may import it; it imports none.
// A folder for each noun has its struct, the requests about it with their `validated()`, and the protocol of its store.
// `Stores/Store.swift` lists what a store does and which errors it throws, `Log` has the rule of who may see what, `Wire` has JSON,
// ids and errors. `Sources/Fields` writes the initializers (`Memberwise`) and the JSON (`JSONObject`) from the stored properties.
// docs/architecture.md says how a field or a noun is added.

/// The version of both programs, `noteit` and `noteitd`, by Semantic Versioning 2.0.0.
public enum NoteItVersion {
    public static let current = "0.3.0"
}
