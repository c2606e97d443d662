-- CreateTable
CREATE TABLE "integrations" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "models" JSONB NOT NULL DEFAULT '[]',
    "default_model_id" TEXT,
    "silent_after_hours" INTEGER,
    "enabled" BOOLEAN NOT NULL,
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_expires_at" TIMESTAMPTZ(3),
    "listening_since" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3),
    "disconnected_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "integrations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "integration_deliveries" (
    "organisation_id" TEXT NOT NULL,
    "integration_id" TEXT NOT NULL,
    "delivery_id" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "event_id" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "integration_deliveries_pkey" PRIMARY KEY ("integration_id","delivery_id")
);

-- CreateTable
CREATE TABLE "ticket_links" (
    "organisation_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "integration_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,
    "linked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ticket_links_pkey" PRIMARY KEY ("organisation_id","event_id","integration_id","key")
);

-- CreateIndex
CREATE INDEX "integrations_newest_first" ON "integrations"("organisation_id", "id" DESC) WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "integration_deliveries_old" ON "integration_deliveries"("received_at") WHERE (event_id IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "integration_deliveries_body" ON "integration_deliveries"("integration_id", "body_hash");

-- CreateIndex
CREATE INDEX "ticket_links_by_ticket" ON "ticket_links"("integration_id", "key");

-- AddForeignKey
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "integration_deliveries" ADD CONSTRAINT "integration_deliveries_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ticket_links" ADD CONSTRAINT "ticket_links_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "integrations" ADD CONSTRAINT "integrations_kind" CHECK ("kind" IN ('GITHUB', 'JIRA', 'MLFLOW'));
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_silent_after_hours" CHECK ("silent_after_hours" > 0);
-- What is disabled or gone is expected of nobody, and so cannot be missing.
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_disconnected_while_enabled"
  CHECK ("disconnected_at" IS NULL OR "enabled");

GRANT SELECT, INSERT, UPDATE ON "integrations", "ticket_links" TO gas_app;
-- That a delivery was received does not change; which event was made of it is said once, by its own transaction.
GRANT SELECT, INSERT, DELETE ON "integration_deliveries" TO gas_app;
GRANT UPDATE ("event_id") ON "integration_deliveries" TO gas_app;
