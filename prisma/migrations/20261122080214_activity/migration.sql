-- AlterTable
ALTER TABLE "chain_verifications" ADD COLUMN     "changed_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "evidence_packages" ADD COLUMN     "changed_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "integrity_findings" ADD COLUMN     "changed_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "log_imports" ADD COLUMN     "changed_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "members" ADD COLUMN     "changed_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "shadow_ai_detections" ADD COLUMN     "changed_at" TIMESTAMPTZ(6),
ADD COLUMN     "closed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "shadow_ai_exception_requests" ADD COLUMN     "changed_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "changed_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "changed_at" TIMESTAMPTZ(6);

-- CreateIndex
CREATE INDEX "chain_verifications_by_change" ON "chain_verifications"("organisation_id", "changed_at");

-- CreateIndex
CREATE INDEX "chain_verifications_whole" ON "chain_verifications"("organisation_id", "finished_at") WHERE (finished_at IS NOT NULL AND from_position IS NULL AND to_position IS NULL);

-- CreateIndex
CREATE INDEX "evidence_packages_by_change" ON "evidence_packages"("organisation_id", "changed_at");

-- CreateIndex
CREATE INDEX "evidence_packages_newest_of_framework" ON "evidence_packages"("organisation_id", "framework", "generated_at" DESC) WHERE (status = 'READY');

-- CreateIndex
CREATE INDEX "integrity_findings_by_change" ON "integrity_findings"("organisation_id", "changed_at");

-- CreateIndex
CREATE INDEX "integrity_findings_by_position" ON "integrity_findings"("organisation_id", "chain_position");

-- CreateIndex
CREATE INDEX "log_imports_by_change" ON "log_imports"("organisation_id", "changed_at");

-- CreateIndex
CREATE INDEX "members_by_change" ON "members"("organisation_id", "changed_at");

-- CreateIndex
CREATE INDEX "shadow_ai_detections_by_change" ON "shadow_ai_detections"("organisation_id", "changed_at");

-- CreateIndex
CREATE INDEX "shadow_ai_detections_by_age" ON "shadow_ai_detections"("organisation_id", "severity", "detected_at") WHERE (status = ANY (ARRAY['OPEN'::text, 'INVESTIGATING'::text]));

-- CreateIndex
CREATE INDEX "shadow_ai_detections_by_closing" ON "shadow_ai_detections"("organisation_id", "closed_at", "detected_at") WHERE (closed_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "shadow_ai_exception_requests_by_change" ON "shadow_ai_exception_requests"("organisation_id", "changed_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_by_change" ON "webhook_deliveries"("organisation_id", "changed_at");

-- CreateIndex
CREATE INDEX "webhook_endpoints_by_change" ON "webhook_endpoints"("organisation_id", "changed_at");

-- When rows were last written, by the database's own clock: whoever writes them, and whatever their own columns say.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := clock_timestamp();
  RETURN NEW;
END $$;

CREATE TRIGGER "chain_verifications_change" BEFORE INSERT OR UPDATE ON "chain_verifications"
  FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER "evidence_packages_change" BEFORE INSERT OR UPDATE ON "evidence_packages"
  FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER "integrity_findings_change" BEFORE INSERT OR UPDATE ON "integrity_findings"
  FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER "log_imports_change" BEFORE INSERT OR UPDATE ON "log_imports"
  FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER "members_change" BEFORE INSERT OR UPDATE ON "members"
  FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER "shadow_ai_detections_change" BEFORE INSERT OR UPDATE ON "shadow_ai_detections"
  FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER "shadow_ai_exception_requests_change" BEFORE INSERT OR UPDATE ON "shadow_ai_exception_requests"
  FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER "webhook_deliveries_change" BEFORE INSERT OR UPDATE ON "webhook_deliveries"
  FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER "webhook_endpoints_change" BEFORE INSERT OR UPDATE ON "webhook_endpoints"
  FOR EACH ROW EXECUTE FUNCTION note_change();

-- Of what was closed before, the last change is the best that is known where no resolution has a time.
UPDATE "shadow_ai_detections" SET "closed_at" = coalesce("resolved_at", "updated_at")
  WHERE "status" IN ('RESOLVED', 'DISMISSED');

CREATE FUNCTION shadow_ai_note_closing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status IN ('OPEN', 'INVESTIGATING') THEN
    NEW.closed_at := NULL;
  ELSIF NEW.closed_at IS NULL THEN
    NEW.closed_at := coalesce(NEW.resolved_at, NEW.updated_at);
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "shadow_ai_detections_closing" BEFORE INSERT OR UPDATE OF "status" ON "shadow_ai_detections"
  FOR EACH ROW EXECUTE FUNCTION shadow_ai_note_closing();
