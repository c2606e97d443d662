-- AlterTable
ALTER TABLE "shadow_ai_detections" ADD COLUMN     "merged_into_id" TEXT;

-- AlterTable
ALTER TABLE "shadow_ai_uses" ADD COLUMN     "unit" TEXT;

-- CreateIndex
CREATE INDEX "shadow_ai_uses_by_unit" ON "shadow_ai_uses"("organisation_id", "unit");

-- CreateIndex
CREATE INDEX "shadow_ai_uses_without_unit" ON "shadow_ai_uses"("organisation_id") WHERE (unit IS NULL);
