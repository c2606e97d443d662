-- AlterTable
ALTER TABLE "alert_policies" ADD COLUMN     "changed_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "integrations" ADD COLUMN     "changed_at" TIMESTAMPTZ(6),
ADD COLUMN     "ignored_deliveries" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "recorded_deliveries" BIGINT NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "alert_policies_by_change" ON "alert_policies"("organisation_id", "changed_at");

-- CreateIndex
CREATE INDEX "integrations_by_change" ON "integrations"("organisation_id", "changed_at");

-- Of those that were ignored, the last 90 days are known.
UPDATE "integrations" SET
  "recorded_deliveries" = (
    SELECT count(*) FROM "integration_deliveries" WHERE "integration_id" = "integrations"."id" AND "event_id" IS NOT NULL),
  "ignored_deliveries" = (
    SELECT count(*) FROM "integration_deliveries" WHERE "integration_id" = "integrations"."id" AND "event_id" IS NULL);

CREATE TRIGGER "alert_policies_change" BEFORE INSERT OR UPDATE ON "alert_policies"
  FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER "integrations_change" BEFORE INSERT OR UPDATE ON "integrations"
  FOR EACH ROW EXECUTE FUNCTION note_change();
