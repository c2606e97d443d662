-- AlterTable
ALTER TABLE "integration_deliveries" ADD COLUMN     "reason" TEXT;

-- CreateIndex
CREATE INDEX "integration_deliveries_newest_first" ON "integration_deliveries"("integration_id", "received_at" DESC, "delivery_id" DESC);

-- CreateIndex
CREATE INDEX "integration_deliveries_ignored" ON "integration_deliveries"("integration_id", "received_at" DESC, "delivery_id" DESC) WHERE (event_id IS NULL);

ALTER TABLE "integration_deliveries"
  ADD CONSTRAINT "integration_deliveries_reason" CHECK ("reason" IN ('no_event', 'no_model')),
  -- Why there is no event is said of what has none.
  ADD CONSTRAINT "integration_deliveries_reason_of_ignored" CHECK ("reason" IS NULL OR "event_id" IS NULL);

-- gas_app may insert the reason with the delivery, by the grant that the table has, and may not change it afterwards.
