"""Registrar's files that tests write."""

import csv
import io

from noteitd import SAMPLE

HEADER = (
    "term,crn,subject,number,title,section,type,credits,days,start,end,start_date,end_date,campus,building,room,instructors,"
    "capacity,enrolled,delivery,attributes"
)


def import_term(server, folder, rows, name="term"):
    """Imports the rows of a term in Vancouver. Returns what the program says."""
    file = folder / f"{name}.csv"
    file.write_text("\n".join([HEADER, *rows]) + "\n")
    return server.admin("catalog", "import", str(file), "--time-zone", "America/Vancouver")


def import_earlier_term(server, folder):
    """Imports CMPT 225 of an earlier term; returns its section."""
    file = folder / "earlier.csv"
    file.write_text(
        f"{HEADER}\n200010,1001,CMPT,225,Data Structures,D100,LEC,3,MWF,1030,1120,2000-01-04,2000-04-07,,,,,,,In Person,\n")
    server.admin("catalog", "import", str(file))
    return "200010.1001"


def import_seats(server, folder, counts):
    """Imports the sample again with these counts, {crn: (enrolled, capacity)}, without the sections whose counts are None."""
    rows = list(csv.DictReader(io.StringIO(SAMPLE.read_text())))
    file = folder / "seats.csv"
    with open(file, "w", newline="") as output:
        writer = csv.DictWriter(output, HEADER.split(","))
        writer.writeheader()
        for row in rows:
            if row["crn"] in counts:
                if counts[row["crn"]] is None:
                    continue
                row["enrolled"], row["capacity"] = counts[row["crn"]]
            writer.writerow(row)
    return server.admin("catalog", "import", str(file))
