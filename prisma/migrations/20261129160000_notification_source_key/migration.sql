-- The only statement of its migration, so that writes continue while PostgreSQL builds the index. A later migration uses it.
CREATE UNIQUE INDEX CONCURRENTLY "notifications_source_key" ON "notifications" ("member_id", "source_key", "organisation_id");
