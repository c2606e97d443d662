-- CreateTable
CREATE TABLE "audit_streams" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "event_types" TEXT[],
    "model_ids" TEXT[],
    "min_severity" TEXT,
    "authorization" TEXT,
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_expires_at" TIMESTAMPTZ(3),
    "max_events" INTEGER NOT NULL,
    "max_bytes" INTEGER NOT NULL,
    "max_delay_seconds" INTEGER NOT NULL,
    "compression" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "disabled_reason" TEXT,
    "position" BIGINT NOT NULL,
    "position_at" TIMESTAMPTZ(3),
    "filter_revision" INTEGER NOT NULL DEFAULT 0,
    "batch_to" BIGINT,
    "batch_limit" INTEGER,
    "lease_id" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "woken" BOOLEAN NOT NULL DEFAULT false,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "next_look_at" TIMESTAMPTZ(3),
    "last_delivered_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "last_status_code" INTEGER,
    "warned_at" TIMESTAMPTZ(3),
    "active_since" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(6),

    CONSTRAINT "audit_streams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_stream_batches" (
    "organisation_id" TEXT NOT NULL,
    "stream_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "batch_id" TEXT NOT NULL,
    "from_position" BIGINT NOT NULL,
    "to_position" BIGINT NOT NULL,
    "events" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "outcome" TEXT,
    "error" TEXT,
    "status_code" INTEGER,
    "duration_ms" INTEGER,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_stream_batches_pkey" PRIMARY KEY ("stream_id","number")
);

-- CreateIndex
CREATE INDEX "audit_streams_newest_first" ON "audit_streams"("organisation_id", "id" DESC) WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "audit_streams_by_change" ON "audit_streams"("organisation_id", "changed_at");

-- AddForeignKey
ALTER TABLE "audit_streams" ADD CONSTRAINT "audit_streams_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "audit_stream_batches" ADD CONSTRAINT "audit_stream_batches_stream_id_fkey" FOREIGN KEY ("stream_id") REFERENCES "audit_streams"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "audit_streams"
  ADD CONSTRAINT "audit_streams_state" CHECK ("state" IN ('ACTIVE', 'PAUSED', 'DISABLED')),
  ADD CONSTRAINT "audit_streams_compression" CHECK ("compression" IN ('gzip', 'none')),
  ADD CONSTRAINT "audit_streams_position" CHECK ("position" >= 0 AND "batch_to" > "position");

CREATE TRIGGER "audit_streams_change" BEFORE INSERT OR UPDATE ON "audit_streams"
  FOR EACH ROW EXECUTE FUNCTION note_change();

-- Attempts behind the newest hundred of a stream are deleted: they say how it goes, and are no evidence.
GRANT SELECT, INSERT, UPDATE ON "audit_streams" TO gas_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON "audit_stream_batches" TO gas_app;
