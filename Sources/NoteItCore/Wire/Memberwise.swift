/// A public struct whose public initializer takes its stored properties, in their order. One that has a value in its declaration may
/// be left out. `Sources/Fields` writes the initializer.
public protocol Memberwise {}
