/// The reasons why a plan of weeks mode leaves work out.
struct WeeksObstacles {
    /// The tasks that are not wholly placed, in the order of tasks, without the changes that `PlanObstacles` finds.
    private(set) var unplaced: [StudyTimetable.Unplaced] = []

    init(_ problem: StudyProblem, _ whole: WeeksGrid, _ placement: WeeksPlacement) {
        var cleared = whole
        cleared.anchors = []
        let grid = cleared.fixing(placement.blocks)
        for task in grid.tasks where task.need > 0 {
            let waitsFor = task.before.first { grid.tasks[$0].need > 0 }
            let isFitting = task.longest >= task.shortest && task.canFill(task.need)
            unplaced.append(
                StudyTimetable.Unplaced(
                    task: problem.tasks[task.index].id, minutes: task.need * 5,
                    reason: waitsFor != nil ? .after : isFitting ? .hours : .blocks,
                    change: waitsFor.map { .finish(problem.tasks[grid.tasks[$0].index].id) }))
        }
    }
}
