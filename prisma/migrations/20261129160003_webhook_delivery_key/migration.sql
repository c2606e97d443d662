-- The only statement of its migration, so that writes continue while PostgreSQL builds the index. A later migration uses it.
CREATE UNIQUE INDEX CONCURRENTLY "webhook_deliveries_key" ON "webhook_deliveries" ("endpoint_id", "message_id", "organisation_id");
