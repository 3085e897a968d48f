import NoteItCommands

@main
enum Program {
    static func main() async { await NoteItProgram.main() }
}
