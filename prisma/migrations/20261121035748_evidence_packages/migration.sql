-- AlterTable
ALTER TABLE "organisations" ADD COLUMN     "evidence_retention_days" INTEGER NOT NULL DEFAULT 365;

-- CreateTable
CREATE TABLE "evidence_packages" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "model_name" TEXT NOT NULL,
    "framework" TEXT NOT NULL,
    "mapping_version" TEXT NOT NULL,
    "date_from" TIMESTAMPTZ(3) NOT NULL,
    "date_to" TIMESTAMPTZ(3) NOT NULL,
    "format" TEXT NOT NULL,
    "sections" TEXT[],
    "include_chain_proof" BOOLEAN NOT NULL,
    "include_human_oversight" BOOLEAN NOT NULL,
    "recipient_name" TEXT,
    "notes" TEXT,
    "requested_by" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "progress_step" TEXT,
    "progress_percent" SMALLINT NOT NULL DEFAULT 0,
    "failure_reason" TEXT,
    "work" TEXT NOT NULL DEFAULT '{}',
    "summary" TEXT,
    "coverage" TEXT,
    "package_hash" TEXT,
    "package_signature" TEXT,
    "key_id" TEXT,
    "signed_by" TEXT,
    "pages" INTEGER,
    "size_bytes" BIGINT,
    "storage_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "generated_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "download_url_expires_at" TIMESTAMPTZ(3),
    "expiry_told_for" TIMESTAMPTZ(3),
    "heartbeat_at" TIMESTAMPTZ(3),

    CONSTRAINT "evidence_packages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "evidence_packages_hash" ON "evidence_packages"("package_hash");

-- CreateIndex
CREATE INDEX "evidence_packages_newest_first" ON "evidence_packages"("organisation_id", "id" DESC);

-- CreateIndex
CREATE INDEX "evidence_packages_by_model" ON "evidence_packages"("organisation_id", "model_id", "id" DESC);

-- CreateIndex
CREATE INDEX "evidence_packages_generating" ON "evidence_packages"("created_at") WHERE (status = 'GENERATING');

-- CreateIndex
CREATE INDEX "evidence_packages_url_expiry" ON "evidence_packages"("download_url_expires_at") WHERE (status = 'READY' AND expiry_told_for IS DISTINCT FROM download_url_expires_at);

-- CreateIndex
CREATE INDEX "evidence_packages_expiry" ON "evidence_packages"("expires_at") WHERE (status = 'READY');

-- AddForeignKey
ALTER TABLE "evidence_packages" ADD CONSTRAINT "evidence_packages_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "organisations"
  ADD CONSTRAINT "organisations_evidence_retention" CHECK ("evidence_retention_days" BETWEEN 1 AND 36500);
ALTER TABLE "evidence_packages"
  ADD CONSTRAINT "evidence_packages_status" CHECK ("status" IN ('GENERATING', 'READY', 'FAILED', 'EXPIRED')),
  ADD CONSTRAINT "evidence_packages_range" CHECK ("date_from" <= "date_to"),
  ADD CONSTRAINT "evidence_packages_progress" CHECK ("progress_percent" BETWEEN 0 AND 100),
  ADD CONSTRAINT "evidence_packages_failed" CHECK (("status" = 'FAILED') = ("failure_reason" IS NOT NULL)),
-- What was issued can be recognised by its hash for ever; its file is there exactly while it is READY.
  ADD CONSTRAINT "evidence_packages_issued" CHECK (("status" IN ('READY', 'EXPIRED')) = ("package_hash" IS NOT NULL)
    AND ("package_hash" IS NULL) = ("package_signature" IS NULL) AND ("status" = 'READY') = ("storage_key" IS NOT NULL));

GRANT SELECT, INSERT, UPDATE ON "evidence_packages" TO gas_app;
