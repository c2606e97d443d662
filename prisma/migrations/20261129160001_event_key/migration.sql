-- The only statement of its migration, so that writes continue while PostgreSQL builds the index. A later migration uses it.
CREATE UNIQUE INDEX CONCURRENTLY "audit_events_key" ON "audit_events" ("id", "organisation_id");
