-- CreateTable
CREATE TABLE "telemetry_rules" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "service" TEXT,
    "provider" TEXT,
    "model" TEXT,
    "model_id" TEXT NOT NULL,
    "contents" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "telemetry_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "telemetry_sources" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "rejected" BIGINT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "telemetry_sources_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "telemetry_rules_newest_first" ON "telemetry_rules"("organisation_id", "id" DESC) WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "telemetry_sources_newest_first" ON "telemetry_sources"("organisation_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "telemetry_sources_organisation_id_service_provider_model_key" ON "telemetry_sources"("organisation_id", "service", "provider", "model");

-- AddForeignKey
ALTER TABLE "telemetry_rules" ADD CONSTRAINT "telemetry_rules_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "telemetry_sources" ADD CONSTRAINT "telemetry_sources_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "telemetry_rules"
  ADD CONSTRAINT "telemetry_rules_match" CHECK (num_nonnulls("service", "provider", "model") > 0),
  ADD CONSTRAINT "telemetry_rules_contents" CHECK ("contents" IN ('HASHED', 'STORED'));

-- A rule is never changed, only deleted.
GRANT SELECT, INSERT ON "telemetry_rules" TO gas_app;
GRANT UPDATE ("updated_at", "deleted_at") ON "telemetry_rules" TO gas_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON "telemetry_sources" TO gas_app;
