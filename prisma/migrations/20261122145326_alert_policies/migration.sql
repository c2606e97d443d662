-- AlterTable
ALTER TABLE "chain_followers" ADD COLUMN     "gathers" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "alert_policies" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "rule" JSONB NOT NULL,
    "rule_revision" INTEGER NOT NULL DEFAULT 1,
    "active_from" BIGINT NOT NULL DEFAULT 0,
    "severity" TEXT NOT NULL,
    "recipients" TEXT[],
    "cooldown_minutes" INTEGER NOT NULL,
    "muted_until" TIMESTAMPTZ(3),
    "enabled" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_policies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_policy_states" (
    "organisation_id" TEXT NOT NULL,
    "policy_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "rule_revision" INTEGER NOT NULL,
    "hits" BIGINT[],
    "last_fired_at" TIMESTAMPTZ(3),
    "alerts" BIGINT NOT NULL DEFAULT 0,
    "suppressed" BIGINT NOT NULL DEFAULT 0,
    "muted" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "alert_policy_states_pkey" PRIMARY KEY ("policy_id","subject")
);

-- CreateTable
CREATE TABLE "alert_policy_sets" (
    "organisation_id" TEXT NOT NULL,
    "revision" BIGINT NOT NULL,

    CONSTRAINT "alert_policy_sets_pkey" PRIMARY KEY ("organisation_id")
);

-- CreateTable
CREATE TABLE "chain_news" (
    "organisation_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "chain_news_pkey" PRIMARY KEY ("organisation_id","name")
);

-- CreateIndex
CREATE INDEX "alert_policies_newest_first" ON "alert_policies"("organisation_id", "id" DESC) WHERE (deleted_at IS NULL);

-- AddForeignKey
ALTER TABLE "alert_policies" ADD CONSTRAINT "alert_policies_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "alert_policy_states" ADD CONSTRAINT "alert_policy_states_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "alert_policy_states" ADD CONSTRAINT "alert_policy_states_policy_id_fkey" FOREIGN KEY ("policy_id") REFERENCES "alert_policies"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "alert_policy_sets" ADD CONSTRAINT "alert_policy_sets_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "chain_news" ADD CONSTRAINT "chain_news_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "alert_policies"
  ADD CONSTRAINT "alert_policies_severity" CHECK ("severity" IN ('INFO', 'MEDIUM', 'HIGH', 'CRITICAL')),
  ADD CONSTRAINT "alert_policies_cooldown" CHECK ("cooldown_minutes" > 0),
  ADD CONSTRAINT "alert_policies_deleted" CHECK ("deleted_at" IS NULL OR NOT "enabled");

-- Rows that are written over and over.
ALTER TABLE "alert_policy_states" SET (fillfactor = 50);
ALTER TABLE "chain_news" SET (fillfactor = 50);

GRANT SELECT, INSERT, UPDATE ON "alert_policies", "alert_policy_states", "alert_policy_sets" TO gas_app;
-- UPDATE lets a writer hold the rows that it counts on.
GRANT SELECT, INSERT, UPDATE, DELETE ON "chain_news" TO gas_app;
