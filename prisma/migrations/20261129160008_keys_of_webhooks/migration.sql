-- Each key contains the organisation (docs/scale-plan.md). A later migration validates the foreign keys.
ALTER TABLE "webhook_attempts" DROP CONSTRAINT "webhook_attempts_endpoint_id_message_id_fkey";
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_endpoint_id_fkey";
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_message_id_fkey";

ALTER TABLE "webhook_endpoints" DROP CONSTRAINT "webhook_endpoints_pkey", ADD CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id", "organisation_id");
ALTER TABLE "webhook_messages" DROP CONSTRAINT "webhook_messages_pkey", ADD CONSTRAINT "webhook_messages_pkey" PRIMARY KEY USING INDEX "webhook_messages_key";
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_pkey", ADD CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY USING INDEX "webhook_deliveries_key";
ALTER TABLE "webhook_attempts" DROP CONSTRAINT "webhook_attempts_pkey", ADD CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY USING INDEX "webhook_attempts_key";

ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_organisation_id_fkey"
  FOREIGN KEY ("endpoint_id", "organisation_id") REFERENCES "webhook_endpoints" ("id", "organisation_id")
  ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_message_id_organisation_id_fkey"
  FOREIGN KEY ("message_id", "organisation_id") REFERENCES "webhook_messages" ("id", "organisation_id")
  ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_endpoint_id_message_id_organisation_id_fkey"
  FOREIGN KEY ("endpoint_id", "message_id", "organisation_id") REFERENCES "webhook_deliveries" ("endpoint_id", "message_id", "organisation_id")
  ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
