-- From version 4: the names of attachments are searched. The index keeps the texts that it has; those with attachments are read again.

ALTER TABLE search_text RENAME TO search_text_4;
CREATE VIRTUAL TABLE search_text USING fts5 (
    title, body, tags, files, facets, columnsize = 0, tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO search_text (search_text, rank) VALUES ('usermerge', 2);
INSERT INTO search_text (rowid, title, body, tags, files, facets)
    SELECT rowid, title, body, tags, '', facets FROM search_text_4;
DROP TABLE search_text_4;
INSERT INTO search_pending (subject, type)
    SELECT event_id, 'event' FROM attachment WHERE event_id IS NOT NULL
    UNION ALL SELECT reply_id, 'reply' FROM attachment WHERE reply_id IS NOT NULL ON CONFLICT DO NOTHING;
