-- CreateTable
CREATE TABLE "log_sources" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "format" TEXT,
    "via" TEXT NOT NULL,
    "records" BIGINT NOT NULL DEFAULT 0,
    "rejected" BIGINT NOT NULL DEFAULT 0,
    "last_record_at" TIMESTAMPTZ(3),
    "last_import_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "log_sources_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "log_imports" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "via" TEXT NOT NULL,
    "format" TEXT,
    "status" TEXT NOT NULL,
    "failure_reason" TEXT,
    "lines" BIGINT NOT NULL DEFAULT 0,
    "accepted" BIGINT NOT NULL DEFAULT 0,
    "duplicates" BIGINT NOT NULL DEFAULT 0,
    "rejected" BIGINT NOT NULL DEFAULT 0,
    "counted" BIGINT NOT NULL DEFAULT 0,
    "errors" JSONB NOT NULL DEFAULT '[]',
    "bytes_read" BIGINT NOT NULL DEFAULT 0,
    "digest" TEXT,
    "first_record_at" TIMESTAMPTZ(3),
    "last_record_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "log_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shadow_ai_seen_records" (
    "organisation_id" TEXT NOT NULL,
    "hash" BIGINT NOT NULL,
    "seen_on" DATE NOT NULL,

    CONSTRAINT "shadow_ai_seen_records_pkey" PRIMARY KEY ("organisation_id","hash")
);

-- CreateTable
CREATE TABLE "shadow_ai_client_keys" (
    "organisation_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "key" TEXT NOT NULL,

    CONSTRAINT "shadow_ai_client_keys_pkey" PRIMARY KEY ("organisation_id","day")
);

-- CreateTable
CREATE TABLE "shadow_ai_uses" (
    "organisation_id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "access_kind" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "department" TEXT,
    "entry_id" TEXT,
    "catalogue_version" TEXT NOT NULL,
    "vantage" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "stats" JSONB NOT NULL,
    "changed_at" TIMESTAMPTZ(3),
    "analysed_at" TIMESTAMPTZ(3),
    "detection_id" TEXT,

    CONSTRAINT "shadow_ai_uses_pkey" PRIMARY KEY ("organisation_id","fingerprint")
);

-- CreateTable
CREATE TABLE "shadow_ai_buckets" (
    "organisation_id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "stats" JSONB NOT NULL,
    "behaviour" REAL,

    CONSTRAINT "shadow_ai_buckets_pkey" PRIMARY KEY ("organisation_id","fingerprint","starts_at")
);

-- CreateTable
CREATE TABLE "shadow_ai_days" (
    "organisation_id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "stats" JSONB NOT NULL,

    CONSTRAINT "shadow_ai_days_pkey" PRIMARY KEY ("organisation_id","fingerprint","day")
);

-- CreateTable
CREATE TABLE "shadow_ai_detections" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "detected_at" TIMESTAMPTZ(3) NOT NULL,
    "provider_id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "access_kind" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "department" TEXT,
    "calls" BIGINT NOT NULL,
    "bytes_out" BIGINT NOT NULL,
    "bytes_in" BIGINT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "user_agents" TEXT[],
    "ip_ranges" TEXT[],
    "registered" BOOLEAN NOT NULL,
    "cost_cents" BIGINT NOT NULL,
    "cost_low_cents" BIGINT NOT NULL,
    "cost_high_cents" BIGINT NOT NULL,
    "cost_basis" TEXT NOT NULL,
    "monthly_cost_cents" BIGINT NOT NULL,
    "score" SMALLINT NOT NULL,
    "confidence" REAL NOT NULL,
    "inputs" JSONB NOT NULL,
    "assessment" JSONB NOT NULL,
    "catalogue_version" TEXT NOT NULL,
    "reasons" TEXT[],
    "assigned_to" TEXT,
    "notes" TEXT,
    "resolution" TEXT,
    "resolved_model_id" TEXT,
    "resolved_at" TIMESTAMPTZ(3),
    "exception_expires_at" TIMESTAMPTZ(3),
    "exception_calls" BIGINT,
    "reopened_for" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shadow_ai_detections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shadow_ai_counts" (
    "organisation_id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "detections" BIGINT NOT NULL,
    "registered" BIGINT NOT NULL,
    "calls" BIGINT NOT NULL,
    "monthly_cost_cents" BIGINT NOT NULL,

    CONSTRAINT "shadow_ai_counts_pkey" PRIMARY KEY ("organisation_id","provider","status","severity")
);

-- CreateTable
CREATE TABLE "shadow_ai_endpoint_counts" (
    "organisation_id" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "detections" BIGINT NOT NULL,

    CONSTRAINT "shadow_ai_endpoint_counts_pkey" PRIMARY KEY ("organisation_id","endpoint")
);

-- CreateTable
CREATE TABLE "shadow_ai_day_counts" (
    "organisation_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "detections" BIGINT NOT NULL,

    CONSTRAINT "shadow_ai_day_counts_pkey" PRIMARY KEY ("organisation_id","day")
);

-- CreateTable
CREATE TABLE "shadow_ai_settings" (
    "organisation_id" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shadow_ai_settings_pkey" PRIMARY KEY ("organisation_id")
);

-- CreateTable
CREATE TABLE "shadow_ai_overrides" (
    "organisation_id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "override" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shadow_ai_overrides_pkey" PRIMARY KEY ("organisation_id","host")
);

-- CreateIndex
CREATE INDEX "log_sources_newest_first" ON "log_sources"("organisation_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "log_sources_name" ON "log_sources"("organisation_id", "name");

-- CreateIndex
CREATE INDEX "log_imports_newest_first" ON "log_imports"("organisation_id", "id" DESC);

-- CreateIndex
CREATE INDEX "log_imports_digest" ON "log_imports"("organisation_id", "digest") WHERE (digest IS NOT NULL);

-- CreateIndex
CREATE INDEX "shadow_ai_seen_records_old" ON "shadow_ai_seen_records"("seen_on");

-- CreateIndex
CREATE INDEX "shadow_ai_client_keys_old" ON "shadow_ai_client_keys"("day");

-- CreateIndex
CREATE INDEX "shadow_ai_uses_changed" ON "shadow_ai_uses"("organisation_id", "changed_at") WHERE (changed_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "shadow_ai_buckets_old" ON "shadow_ai_buckets"("starts_at");

-- CreateIndex
CREATE INDEX "shadow_ai_detections_newest_first" ON "shadow_ai_detections"("organisation_id", "id" DESC);

-- CreateIndex
CREATE INDEX "shadow_ai_detections_by_status" ON "shadow_ai_detections"("organisation_id", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "shadow_ai_detections_by_severity" ON "shadow_ai_detections"("organisation_id", "severity", "id" DESC);

-- CreateIndex
CREATE INDEX "shadow_ai_detections_by_assignee" ON "shadow_ai_detections"("organisation_id", "assigned_to", "id" DESC) WHERE (assigned_to IS NOT NULL);

-- CreateIndex
CREATE INDEX "shadow_ai_detections_by_time" ON "shadow_ai_detections"("organisation_id", "detected_at");

-- CreateIndex
CREATE INDEX "shadow_ai_detections_by_fingerprint" ON "shadow_ai_detections"("organisation_id", "fingerprint", "id" DESC);

-- CreateIndex
CREATE INDEX "shadow_ai_detections_resolved" ON "shadow_ai_detections"("organisation_id", "resolved_at") WHERE (status = 'RESOLVED');

-- CreateIndex
CREATE INDEX "shadow_ai_detections_exceptions" ON "shadow_ai_detections"("exception_expires_at") WHERE (status = 'RESOLVED' AND exception_expires_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "shadow_ai_detections_one_open" ON "shadow_ai_detections"("organisation_id", "fingerprint") WHERE (resolved_at IS NULL AND status <> 'DISMISSED');

-- AddForeignKey
ALTER TABLE "log_sources" ADD CONSTRAINT "log_sources_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "log_imports" ADD CONSTRAINT "log_imports_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "log_imports" ADD CONSTRAINT "log_imports_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "log_sources"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "shadow_ai_uses" ADD CONSTRAINT "shadow_ai_uses_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "shadow_ai_detections" ADD CONSTRAINT "shadow_ai_detections_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "shadow_ai_settings" ADD CONSTRAINT "shadow_ai_settings_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "shadow_ai_overrides" ADD CONSTRAINT "shadow_ai_overrides_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "log_sources"
  ADD CONSTRAINT "log_sources_via" CHECK ("via" IN ('API', 'COMMAND_LINE', 'FOLDER', 'DASHBOARD'));
ALTER TABLE "log_imports"
  ADD CONSTRAINT "log_imports_status" CHECK ("status" IN ('RUNNING', 'DONE', 'FAILED')),
  ADD CONSTRAINT "log_imports_failed" CHECK (("status" = 'FAILED') = ("failure_reason" IS NOT NULL)),
  ADD CONSTRAINT "log_imports_finished" CHECK (("status" = 'RUNNING') = ("finished_at" IS NULL));
ALTER TABLE "shadow_ai_uses"
  ADD CONSTRAINT "shadow_ai_uses_fingerprint" CHECK ("fingerprint" ~ '^[0-9a-f]{64}$');
ALTER TABLE "shadow_ai_detections"
  ADD CONSTRAINT "shadow_ai_detections_status" CHECK ("status" IN ('OPEN', 'INVESTIGATING', 'RESOLVED', 'DISMISSED')),
  ADD CONSTRAINT "shadow_ai_detections_severity" CHECK ("severity" IN ('INFO', 'MEDIUM', 'HIGH', 'CRITICAL')),
  ADD CONSTRAINT "shadow_ai_detections_source"
    CHECK ("source" IN ('NETWORK_TRAFFIC', 'DNS', 'PROXY', 'BEHAVIOURAL_ANALYSIS')),
  ADD CONSTRAINT "shadow_ai_detections_score" CHECK ("score" BETWEEN 0 AND 100),
  ADD CONSTRAINT "shadow_ai_detections_confidence" CHECK ("confidence" BETWEEN 0 AND 1),
  ADD CONSTRAINT "shadow_ai_detections_resolved" CHECK (("status" = 'RESOLVED') = ("resolution" IS NOT NULL)
    AND ("status" = 'RESOLVED') = ("resolved_at" IS NOT NULL)),
  ADD CONSTRAINT "shadow_ai_detections_resolution" CHECK (
    "resolution" IS NULL OR "resolution" IN ('ONBOARDED', 'STOPPED', 'APPROVED_EXCEPTION', 'FALSE_POSITIVE')),
  ADD CONSTRAINT "shadow_ai_detections_onboarded"
    CHECK (("resolution" IS NOT DISTINCT FROM 'ONBOARDED') = ("resolved_model_id" IS NOT NULL)),
  ADD CONSTRAINT "shadow_ai_detections_exception"
    CHECK (("resolution" IS NOT DISTINCT FROM 'APPROVED_EXCEPTION') = ("exception_expires_at" IS NOT NULL)),
  ADD CONSTRAINT "shadow_ai_detections_seen" CHECK ("first_seen_at" <= "last_seen_at");

-- Running figures. Rows are written in the order of their keys; who changes several detections in one transaction holds
-- the organisation's lock (lib/shadow-ai), so that no two transactions wait for each other.
CREATE FUNCTION shadow_ai_keep_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before "shadow_ai_detections"%ROWTYPE;
  after "shadow_ai_detections"%ROWTYPE;
BEGIN
  IF TG_OP <> 'INSERT' THEN before := OLD; END IF;
  IF TG_OP <> 'DELETE' THEN after := NEW; END IF;
  INSERT INTO "shadow_ai_counts" AS c
    ("organisation_id", "provider", "status", "severity", "detections", "registered", "calls", "monthly_cost_cents")
  SELECT organisation_id, provider, status, severity, sum(n), sum(n * r), sum(n * calls), sum(n * cents)
  FROM (
    SELECT after.organisation_id, after.provider, after.status, after.severity, 1 AS n, after.registered::int AS r,
      after.calls AS calls, after.monthly_cost_cents AS cents WHERE after.id IS NOT NULL
    UNION ALL
    SELECT before.organisation_id, before.provider, before.status, before.severity, -1, before.registered::int,
      before.calls, before.monthly_cost_cents WHERE before.id IS NOT NULL
  ) AS changes (organisation_id, provider, status, severity, n, r, calls, cents)
  GROUP BY organisation_id, provider, status, severity
  ORDER BY organisation_id, provider, status, severity
  ON CONFLICT ("organisation_id", "provider", "status", "severity") DO UPDATE SET
    "detections" = c."detections" + EXCLUDED."detections",
    "registered" = c."registered" + EXCLUDED."registered",
    "calls" = c."calls" + EXCLUDED."calls",
    "monthly_cost_cents" = c."monthly_cost_cents" + EXCLUDED."monthly_cost_cents";
  IF TG_OP = 'UPDATE' AND before.endpoint = after.endpoint AND before.detected_at = after.detected_at THEN
    RETURN NULL;
  END IF;
  INSERT INTO "shadow_ai_endpoint_counts" AS c ("organisation_id", "endpoint", "detections")
  SELECT organisation_id, endpoint, sum(n) FROM (
    SELECT after.organisation_id, after.endpoint, 1 WHERE after.id IS NOT NULL
    UNION ALL SELECT before.organisation_id, before.endpoint, -1 WHERE before.id IS NOT NULL
  ) AS changes (organisation_id, endpoint, n)
  GROUP BY organisation_id, endpoint ORDER BY organisation_id, endpoint
  ON CONFLICT ("organisation_id", "endpoint") DO UPDATE SET "detections" = c."detections" + EXCLUDED."detections";
  INSERT INTO "shadow_ai_day_counts" AS c ("organisation_id", "day", "detections")
  SELECT organisation_id, day, sum(n) FROM (
    SELECT after.organisation_id, (after.detected_at AT TIME ZONE 'UTC')::date, 1 WHERE after.id IS NOT NULL
    UNION ALL SELECT before.organisation_id, (before.detected_at AT TIME ZONE 'UTC')::date, -1 WHERE before.id IS NOT NULL
  ) AS changes (organisation_id, day, n)
  GROUP BY organisation_id, day ORDER BY organisation_id, day
  ON CONFLICT ("organisation_id", "day") DO UPDATE SET "detections" = c."detections" + EXCLUDED."detections";
  RETURN NULL;
END $$;

CREATE TRIGGER "shadow_ai_detections_counts"
  AFTER INSERT OR UPDATE OF "provider", "status", "severity", "registered", "calls", "monthly_cost_cents", "endpoint", "detected_at"
    OR DELETE ON "shadow_ai_detections"
  FOR EACH ROW EXECUTE FUNCTION shadow_ai_keep_counts();

GRANT SELECT, INSERT, UPDATE ON "log_sources", "shadow_ai_detections" TO gas_app;
GRANT SELECT, INSERT, UPDATE ON "shadow_ai_counts", "shadow_ai_endpoint_counts", "shadow_ai_day_counts" TO gas_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON "shadow_ai_seen_records", "shadow_ai_client_keys", "shadow_ai_buckets",
  "shadow_ai_days", "shadow_ai_settings", "shadow_ai_overrides", "shadow_ai_uses", "log_imports" TO gas_app;
