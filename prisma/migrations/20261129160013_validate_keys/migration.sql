-- Reads the tables without blocking writes.
ALTER TABLE "webhook_deliveries" VALIDATE CONSTRAINT "webhook_deliveries_endpoint_id_organisation_id_fkey";
ALTER TABLE "webhook_deliveries" VALIDATE CONSTRAINT "webhook_deliveries_message_id_organisation_id_fkey";
ALTER TABLE "webhook_attempts" VALIDATE CONSTRAINT "webhook_attempts_endpoint_id_message_id_organisation_id_fkey";
ALTER TABLE "integration_deliveries" VALIDATE CONSTRAINT "integration_deliveries_integration_id_organisation_id_fkey";
ALTER TABLE "ticket_links" VALIDATE CONSTRAINT "ticket_links_integration_id_organisation_id_fkey";
ALTER TABLE "log_imports" VALIDATE CONSTRAINT "log_imports_source_id_organisation_id_fkey";
