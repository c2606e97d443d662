-- The only statement of its migration, so that writes continue while PostgreSQL builds the index. A later migration uses it.
CREATE UNIQUE INDEX CONCURRENTLY "mail_messages_key" ON "mail_messages" ("id", "organisation_id");
