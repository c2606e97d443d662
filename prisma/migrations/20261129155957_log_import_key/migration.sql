-- The only statement of its migration, so that writes continue while PostgreSQL builds the index. A later migration uses it.
CREATE UNIQUE INDEX CONCURRENTLY "log_imports_key" ON "log_imports" ("id", "organisation_id");
