-- CreateIndex
CREATE INDEX "shadow_ai_detections_by_score" ON "shadow_ai_detections"("organisation_id", "status", "score", "id");
