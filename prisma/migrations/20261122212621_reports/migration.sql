-- AlterTable
ALTER TABLE "organisations" ADD COLUMN     "report_retention_days" INTEGER NOT NULL DEFAULT 365;

-- CreateTable
CREATE TABLE "reports" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "date_from" TIMESTAMPTZ(3) NOT NULL,
    "date_to" TIMESTAMPTZ(3) NOT NULL,
    "format" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "progress_percent" SMALLINT NOT NULL DEFAULT 0,
    "requested_by" TEXT NOT NULL,
    "schedule_id" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "failure_reason" TEXT,
    "document" TEXT,
    "file_hash" TEXT,
    "size_bytes" BIGINT,
    "pages" INTEGER,
    "storage_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "generated_at" TIMESTAMPTZ(3),
    "heartbeat_at" TIMESTAMPTZ(3),
    "requests" SMALLINT NOT NULL DEFAULT 0,
    "changed_at" TIMESTAMPTZ(6),

    CONSTRAINT "reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report_schedules" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "cron" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "covers" TEXT NOT NULL,
    "recipients" TEXT[],
    "enabled" BOOLEAN NOT NULL,
    "next_run_at" TIMESTAMPTZ(3),
    "last_report_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(6),

    CONSTRAINT "report_schedules_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "reports_newest_first" ON "reports"("organisation_id", "id" DESC);

-- CreateIndex
CREATE INDEX "reports_old" ON "reports"("organisation_id", "created_at");

-- CreateIndex
CREATE INDEX "reports_generating" ON "reports"("created_at") WHERE (status = 'GENERATING');

-- CreateIndex
CREATE INDEX "reports_by_change" ON "reports"("organisation_id", "changed_at");

-- CreateIndex
CREATE UNIQUE INDEX "reports_once_a_time" ON "reports"("schedule_id", "due_at");

-- CreateIndex
CREATE INDEX "report_schedules_newest_first" ON "report_schedules"("organisation_id", "id" DESC) WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "report_schedules_due" ON "report_schedules"("next_run_at") WHERE (enabled);

-- CreateIndex
CREATE INDEX "report_schedules_by_change" ON "report_schedules"("organisation_id", "changed_at");

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "report_schedules"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "organisations"
  ADD CONSTRAINT "organisations_report_retention" CHECK ("report_retention_days" >= 30);
ALTER TABLE "reports"
  ADD CONSTRAINT "reports_kind" CHECK ("kind" IN ('audit-activity', 'shadow-ai', 'chain-integrity')),
  ADD CONSTRAINT "reports_format" CHECK ("format" IN ('PDF', 'CSV', 'JSON')),
  ADD CONSTRAINT "reports_status" CHECK ("status" IN ('GENERATING', 'READY', 'FAILED')),
  ADD CONSTRAINT "reports_range" CHECK ("date_from" <= "date_to"),
  ADD CONSTRAINT "reports_progress" CHECK ("progress_percent" BETWEEN 0 AND 100),
  ADD CONSTRAINT "reports_failed" CHECK (("status" = 'FAILED') = ("failure_reason" IS NOT NULL)),
  ADD CONSTRAINT "reports_ready" CHECK ("status" <> 'READY' OR ("document" IS NOT NULL AND "file_hash" IS NOT NULL
    AND "size_bytes" IS NOT NULL AND "storage_key" IS NOT NULL AND "generated_at" IS NOT NULL)),
  ADD CONSTRAINT "reports_scheduled" CHECK (("schedule_id" IS NULL) = ("due_at" IS NULL));
ALTER TABLE "report_schedules"
  ADD CONSTRAINT "report_schedules_kind" CHECK ("kind" IN ('audit-activity', 'shadow-ai', 'chain-integrity')),
  ADD CONSTRAINT "report_schedules_format" CHECK ("format" IN ('PDF', 'CSV', 'JSON')),
  ADD CONSTRAINT "report_schedules_covers" CHECK ("covers" IN ('PREVIOUS_DAY', 'PREVIOUS_WEEK', 'PREVIOUS_MONTH', 'PREVIOUS_QUARTER')),
  ADD CONSTRAINT "report_schedules_next" CHECK ("enabled" = ("next_run_at" IS NOT NULL)),
  ADD CONSTRAINT "report_schedules_deleted" CHECK ("deleted_at" IS NULL OR NOT "enabled");

GRANT SELECT, INSERT, UPDATE, DELETE ON "reports" TO gas_app;
GRANT SELECT, INSERT, UPDATE ON "report_schedules" TO gas_app;

-- Retention deletes reports, and nothing younger than its shortest setting.
CREATE TRIGGER "reports_kept" BEFORE DELETE ON "reports"
  FOR EACH ROW EXECUTE FUNCTION refuse_early_deletion('created_at');

CREATE TRIGGER "reports_change" BEFORE INSERT OR UPDATE ON "reports"
  FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER "report_schedules_change" BEFORE INSERT OR UPDATE ON "report_schedules"
  FOR EACH ROW EXECUTE FUNCTION note_change();
