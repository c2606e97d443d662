-- Each key contains the organisation.
ALTER TABLE "reports" DROP CONSTRAINT "reports_schedule_id_fkey";
ALTER TABLE "evidence_packages" DROP CONSTRAINT "evidence_packages_pkey", ADD CONSTRAINT "evidence_packages_pkey" PRIMARY KEY ("id", "organisation_id");
ALTER TABLE "evidence_documents" DROP CONSTRAINT "evidence_documents_pkey", ADD CONSTRAINT "evidence_documents_pkey" PRIMARY KEY ("id", "organisation_id");
ALTER TABLE "control_assignments" DROP CONSTRAINT "control_assignments_pkey", ADD CONSTRAINT "control_assignments_pkey" PRIMARY KEY ("id", "organisation_id");
ALTER TABLE "report_schedules" DROP CONSTRAINT "report_schedules_pkey", ADD CONSTRAINT "report_schedules_pkey" PRIMARY KEY ("id", "organisation_id");
ALTER TABLE "reports" DROP CONSTRAINT "reports_pkey", ADD CONSTRAINT "reports_pkey" PRIMARY KEY ("id", "organisation_id");
DROP INDEX "evidence_packages_hash";
CREATE UNIQUE INDEX "evidence_packages_hash" ON "evidence_packages" ("package_hash", "organisation_id");
DROP INDEX "reports_once_a_time";
CREATE UNIQUE INDEX "reports_once_a_time" ON "reports" ("schedule_id", "due_at", "organisation_id");
ALTER TABLE "reports" ADD CONSTRAINT "reports_schedule_id_organisation_id_fkey"
  FOREIGN KEY ("schedule_id", "organisation_id") REFERENCES "report_schedules" ("id", "organisation_id")
  ON DELETE RESTRICT ON UPDATE RESTRICT;
