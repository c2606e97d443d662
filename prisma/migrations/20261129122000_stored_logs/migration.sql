ALTER TABLE "log_imports" ADD COLUMN     "heartbeat_at" TIMESTAMPTZ(3),
ADD COLUMN     "progress_percent" SMALLINT,
ADD COLUMN     "requests" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "stored_log" JSONB;

CREATE INDEX "log_imports_stored" ON "log_imports"("organisation_id", "id") WHERE (stored_log IS NOT NULL);

ALTER TABLE "log_imports"
  DROP CONSTRAINT "log_imports_status",
  DROP CONSTRAINT "log_imports_finished",
  ADD CONSTRAINT "log_imports_status" CHECK ("status" IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  ADD CONSTRAINT "log_imports_finished" CHECK (("status" IN ('QUEUED', 'RUNNING')) = ("finished_at" IS NULL));
