-- Each key contains the organisation. Only the tables of deliveries are long: their indexes are already built.
ALTER TABLE "integration_deliveries" DROP CONSTRAINT "integration_deliveries_integration_id_fkey";
ALTER TABLE "ticket_links" DROP CONSTRAINT "ticket_links_integration_id_fkey";
ALTER TABLE "audit_stream_batches" DROP CONSTRAINT "audit_stream_batches_stream_id_fkey";
ALTER TABLE "alert_policy_states" DROP CONSTRAINT "alert_policy_states_policy_id_fkey";

ALTER TABLE "integrations" DROP CONSTRAINT "integrations_pkey", ADD CONSTRAINT "integrations_pkey" PRIMARY KEY ("id", "organisation_id");
ALTER TABLE "integration_deliveries" DROP CONSTRAINT "integration_deliveries_pkey", ADD CONSTRAINT "integration_deliveries_pkey" PRIMARY KEY USING INDEX "integration_deliveries_key";
DROP INDEX "integration_deliveries_body";
ALTER INDEX "integration_deliveries_body_key" RENAME TO "integration_deliveries_body";
ALTER TABLE "audit_streams" DROP CONSTRAINT "audit_streams_pkey", ADD CONSTRAINT "audit_streams_pkey" PRIMARY KEY ("id", "organisation_id");
ALTER TABLE "audit_stream_batches" DROP CONSTRAINT "audit_stream_batches_pkey", ADD CONSTRAINT "audit_stream_batches_pkey" PRIMARY KEY ("stream_id", "number", "organisation_id");
ALTER TABLE "alert_policies" DROP CONSTRAINT "alert_policies_pkey", ADD CONSTRAINT "alert_policies_pkey" PRIMARY KEY ("id", "organisation_id");
ALTER TABLE "telemetry_rules" DROP CONSTRAINT "telemetry_rules_pkey", ADD CONSTRAINT "telemetry_rules_pkey" PRIMARY KEY ("id", "organisation_id");
ALTER TABLE "telemetry_sources" DROP CONSTRAINT "telemetry_sources_pkey", ADD CONSTRAINT "telemetry_sources_pkey" PRIMARY KEY ("id", "organisation_id");

ALTER TABLE "integration_deliveries" ADD CONSTRAINT "integration_deliveries_integration_id_organisation_id_fkey"
  FOREIGN KEY ("integration_id", "organisation_id") REFERENCES "integrations" ("id", "organisation_id")
  ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
ALTER TABLE "ticket_links" ADD CONSTRAINT "ticket_links_integration_id_organisation_id_fkey"
  FOREIGN KEY ("integration_id", "organisation_id") REFERENCES "integrations" ("id", "organisation_id")
  ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
ALTER TABLE "audit_stream_batches" ADD CONSTRAINT "audit_stream_batches_stream_id_organisation_id_fkey"
  FOREIGN KEY ("stream_id", "organisation_id") REFERENCES "audit_streams" ("id", "organisation_id")
  ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "alert_policy_states" ADD CONSTRAINT "alert_policy_states_policy_id_organisation_id_fkey"
  FOREIGN KEY ("policy_id", "organisation_id") REFERENCES "alert_policies" ("id", "organisation_id")
  ON DELETE RESTRICT ON UPDATE RESTRICT;
