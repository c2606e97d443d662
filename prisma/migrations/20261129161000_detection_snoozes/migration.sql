-- AlterTable
ALTER TABLE "shadow_ai_detections" ADD COLUMN     "snooze_max_bytes_out" BIGINT,
ADD COLUMN     "snooze_max_calls" BIGINT,
ADD COLUMN     "snooze_note" TEXT,
ADD COLUMN     "snoozed_until" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "shadow_ai_detections_snoozed" ON "shadow_ai_detections"("organisation_id", "snoozed_until") WHERE (snoozed_until IS NOT NULL);

-- The state hash of a detection contains its snooze only while it has one.
ALTER TABLE "shadow_ai_detections"
  ADD CONSTRAINT "shadow_ai_detections_snooze" CHECK (
    ("snoozed_until" IS NULL) = ("snooze_max_calls" IS NULL)
    AND ("snoozed_until" IS NULL) = ("snooze_max_bytes_out" IS NULL)
    AND ("snooze_note" IS NULL OR "snoozed_until" IS NOT NULL)
  );
