-- AlterTable
ALTER TABLE "organisations" ADD COLUMN     "owner_email" TEXT;

-- CreateTable
CREATE TABLE "chain_followers" (
    "organisation_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "chain_followers_pkey" PRIMARY KEY ("organisation_id","name")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "description" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL,
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_expires_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "listening_since" TIMESTAMPTZ(3) NOT NULL,
    "warned_at" TIMESTAMPTZ(3),
    "failure_mailed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_messages" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "source_key" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "organisation_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "round_attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "emitted_at" TIMESTAMPTZ(3) NOT NULL,
    "failure_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("endpoint_id","message_id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "organisation_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "round" INTEGER NOT NULL,
    "run_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "error" TEXT,
    "status_code" INTEGER,
    "duration_ms" INTEGER,
    "request_headers" JSONB,
    "response_headers" JSONB,
    "response_body" TEXT,
    "response_is_cut" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("endpoint_id","message_id","number")
);

-- CreateIndex
CREATE INDEX "webhook_endpoints_newest_first" ON "webhook_endpoints"("organisation_id", "id" DESC) WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_messages_once" ON "webhook_messages"("organisation_id", "source_key");

-- CreateIndex
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries"("next_attempt_at") WHERE (next_attempt_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "webhook_deliveries_finished" ON "webhook_deliveries"("endpoint_id", "finished_at") WHERE (finished_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "webhook_deliveries_by_status" ON "webhook_deliveries"("endpoint_id", "status", "message_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries"("endpoint_id", "finished_at") WHERE (status = 'FAILED');

-- AddForeignKey
ALTER TABLE "chain_followers" ADD CONSTRAINT "chain_followers_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "webhook_messages"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_endpoint_id_message_id_fkey" FOREIGN KEY ("endpoint_id", "message_id") REFERENCES "webhook_deliveries"("endpoint_id", "message_id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_status"
  CHECK ("status" IN ('PENDING', 'RETRY_SCHEDULED', 'DELIVERED', 'FAILED'));
-- What is not finished is due at some time: the sweeper finds it by that.
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_due_or_finished"
  CHECK (("status" IN ('DELIVERED', 'FAILED')) = ("next_attempt_at" IS NULL)
     AND ("status" IN ('DELIVERED', 'FAILED')) = ("finished_at" IS NOT NULL));
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_outcome"
  CHECK ("outcome" IN ('SUCCEEDED', 'FAILED', 'INTERRUPTED') AND "finished_at" IS NOT NULL OR "outcome" IS NULL AND "finished_at" IS NULL);

GRANT SELECT, INSERT, UPDATE ON "webhook_endpoints", "webhook_deliveries", "webhook_attempts" TO gas_app;
GRANT SELECT, INSERT ON "webhook_messages" TO gas_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON "chain_followers" TO gas_app;
