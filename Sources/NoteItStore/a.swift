import NoteItCore
import GRDB
