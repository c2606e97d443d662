-- CreateTable
CREATE TABLE "checkpoint_cosignatures" (
    "organisation_id" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "witness" TEXT NOT NULL,
    "cosignature" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "checkpoint_cosignatures_pkey" PRIMARY KEY ("organisation_id","size","witness")
);

-- CreateTable
CREATE TABLE "checkpoint_timestamps" (
    "organisation_id" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "token" BYTEA NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "checkpoint_timestamps_pkey" PRIMARY KEY ("organisation_id","size")
);

-- CreateTable
CREATE TABLE "checkpoint_submissions" (
    "organisation_id" TEXT NOT NULL,
    "witness" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "submitted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "checkpoint_submissions_pkey" PRIMARY KEY ("organisation_id","witness")
);

-- AddForeignKey
ALTER TABLE "checkpoint_cosignatures" ADD CONSTRAINT "checkpoint_cosignatures_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "checkpoint_timestamps" ADD CONSTRAINT "checkpoint_timestamps_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "checkpoint_submissions" ADD CONSTRAINT "checkpoint_submissions_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Cosignatures and timestamps are statements of others about checkpoints: like those, they are never changed.
CREATE TRIGGER "checkpoint_cosignatures_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "checkpoint_cosignatures"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE "checkpoint_cosignatures" ENABLE ALWAYS TRIGGER "checkpoint_cosignatures_append_only";

CREATE TRIGGER "checkpoint_timestamps_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "checkpoint_timestamps"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE "checkpoint_timestamps" ENABLE ALWAYS TRIGGER "checkpoint_timestamps_append_only";

GRANT SELECT, INSERT ON "checkpoint_cosignatures", "checkpoint_timestamps" TO gas_app;
GRANT SELECT, INSERT, UPDATE ON "checkpoint_submissions" TO gas_app;
