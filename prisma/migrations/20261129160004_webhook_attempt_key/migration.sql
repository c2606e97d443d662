-- The only statement of its migration, so that writes continue while PostgreSQL builds the index. A later migration uses it.
CREATE UNIQUE INDEX CONCURRENTLY "webhook_attempts_key" ON "webhook_attempts" ("endpoint_id", "message_id", "number", "organisation_id");
