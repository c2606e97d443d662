-- CreateTable
CREATE TABLE "chain_verifications" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "from_position" BIGINT,
    "to_position" BIGINT,
    "expected_head" TEXT,
    "events_verified" BIGINT NOT NULL,
    "events_total" BIGINT NOT NULL,
    "report" TEXT,
    "attempts" INTEGER NOT NULL,
    "heartbeat_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "chain_verifications_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "chain_verifications_by_status" ON "chain_verifications"("organisation_id", "status");

-- AddForeignKey
ALTER TABLE "chain_verifications" ADD CONSTRAINT "chain_verifications_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "chain_verifications"
  ADD CONSTRAINT "chain_verifications_status" CHECK ("status" IN ('running', 'ok', 'failed', 'interrupted')),
  ADD CONSTRAINT "chain_verifications_finished" CHECK (("status" = 'running') = ("finished_at" IS NULL));

GRANT SELECT, INSERT, UPDATE ON "chain_verifications" TO gas_app;
