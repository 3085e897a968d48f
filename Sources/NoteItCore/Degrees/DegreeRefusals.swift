/// The wording of each `403` about plans of degrees and their comments.
extension DomainError {
    public static let onlyOwnerEditsPlan = forbidden("Only its owner may edit a plan. Comment on it instead.")
    public static let ownerDoesNotApprovePlan = forbidden("Only another person may approve your plan.")
    public static let onlyAuthorEditsComment = forbidden("Only its author may edit a comment.")
    public static let onlyAuthorAndOwnerDeleteComment = forbidden(
        "Only its author and the owner of the plan may delete a comment.")

    public static func onlyApproverTakesBack(_ approver: String) -> Self {
        .forbidden("\(approver) approved this plan. Only they may take that back.")
    }
}
