"""Raw SQLite: rows a second into an event table with one index, one row a commit, WAL, synchronous=FULL: raw.py DATABASE SECONDS"""
import sqlite3
import sys
import time

db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA journal_mode = WAL")
db.execute("PRAGMA synchronous = FULL")
db.execute("CREATE TABLE e (id INTEGER PRIMARY KEY, course INT, author INT, kind TEXT, title TEXT, body TEXT, ts INT)")
db.execute("CREATE INDEX e_by_course ON e (course, id)")
rows, start, body = 0, time.perf_counter(), "x" * 200
while (now := time.perf_counter()) < start + float(sys.argv[2]):
    db.execute("BEGIN IMMEDIATE")
    db.execute("INSERT INTO e (course, author, kind, title, body, ts) VALUES (?, ?, ?, ?, ?, ?)",
               (rows % 50, rows % 900, "homework", "title", body, rows))
    db.execute("COMMIT")
    rows += 1
print(rows / (now - start))
