import NoteItCore
import CExpat
import CZlib
