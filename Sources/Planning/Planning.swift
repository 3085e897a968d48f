// Planning: the searches for timetables, for study time and for the way to a degree. Values in, values out: no I/O, no clock, no
// database. It imports NoteItCore alone. Begin with `Planner` in Timetables, `StudyPlanner` in StudyTime, and in Degrees
// `RequirementReader`, `PlanChecker`, `DegreeAuditor` and `DegreePathfinder`: each takes one problem and answers it.
// A search counts its steps, so that its answer is the same on every machine, and says whether the answer is proved to be the best.
// docs/timetables.md, study.md, degrees.md and prerequisites.md have the rules, the methods and their sources.
