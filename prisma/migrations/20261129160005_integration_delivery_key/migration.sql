-- The only statement of its migration, so that writes continue while PostgreSQL builds the index. A later migration uses it.
CREATE UNIQUE INDEX CONCURRENTLY "integration_deliveries_key" ON "integration_deliveries" ("integration_id", "delivery_id", "organisation_id");
