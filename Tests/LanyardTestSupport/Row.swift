public import Testing

/// Marks a test as the one that shows requirement rows, such as `.row("VCI-OFFER-03")`.
public struct RowTrait: TestTrait, SuiteTrait {
    /// The ids of the rows.
    public let ids: [String]
}

extension Trait where Self == RowTrait {
    /// Names the requirement rows that a test shows; `Scripts/supported` reads them.
    public static func row(_ ids: String...) -> RowTrait { RowTrait(ids: ids) }
}
