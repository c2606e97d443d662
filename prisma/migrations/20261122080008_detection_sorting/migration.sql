-- AlterTable
ALTER TABLE "shadow_ai_detections" ADD COLUMN     "factor_codes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "reopened_at" TIMESTAMPTZ(3);

UPDATE "shadow_ai_detections" SET "factor_codes" =
  ARRAY(SELECT jsonb_array_elements("assessment" -> 'factors') ->> 'code')
WHERE jsonb_typeof("assessment" -> 'factors') = 'array';

-- CreateIndex
CREATE INDEX "shadow_ai_detections_by_status_and_severity" ON "shadow_ai_detections"("organisation_id", "status", "severity", "id");

-- CreateIndex
CREATE INDEX "shadow_ai_detections_by_last_seen" ON "shadow_ai_detections"("organisation_id", "status", "last_seen_at", "id");

-- CreateIndex
CREATE INDEX "shadow_ai_detections_by_cost" ON "shadow_ai_detections"("organisation_id", "status", "cost_cents", "id");

-- CreateIndex
CREATE INDEX "shadow_ai_detections_by_calls" ON "shadow_ai_detections"("organisation_id", "status", "calls", "id");

-- CreateIndex
CREATE INDEX "shadow_ai_detections_by_provider" ON "shadow_ai_detections"("organisation_id", "provider", "id");

-- CreateIndex
CREATE INDEX "shadow_ai_detections_by_endpoint" ON "shadow_ai_detections"("organisation_id", "endpoint", "id");

-- CreateIndex
CREATE INDEX "shadow_ai_detections_by_department" ON "shadow_ai_detections"("organisation_id", "department", "id");

-- CreateIndex
CREATE INDEX "shadow_ai_exception_requests_by_status" ON "shadow_ai_exception_requests"("organisation_id", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "shadow_ai_exception_requests_of_detection" ON "shadow_ai_exception_requests"("organisation_id", "detection_id", "id" DESC);

-- How long a detection may wait depends on its severity and on the organisation's settings: by severity the first to be
-- due are the first that were opened.
CREATE INDEX "shadow_ai_detections_by_due"
  ON "shadow_ai_detections" ("organisation_id", "status", "severity", (coalesce("reopened_at", "detected_at")), "id") INCLUDE ("reopened_at", "detected_at")
  WHERE "status" IN ('OPEN', 'INVESTIGATING');
