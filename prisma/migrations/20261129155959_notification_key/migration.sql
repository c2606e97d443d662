-- The only statement of its migration, so that writes continue while PostgreSQL builds the index. A later migration uses it.
CREATE UNIQUE INDEX CONCURRENTLY "notifications_key" ON "notifications" ("id", "organisation_id");
