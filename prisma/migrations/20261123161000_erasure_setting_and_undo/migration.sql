-- AlterTable
ALTER TABLE "organisations" ADD COLUMN     "content_erasure" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "assign_to_members_only" BOOLEAN NOT NULL DEFAULT false;

-- Who has erased content keeps the right to.
UPDATE "organisations" SET "content_erasure" = true
WHERE "id" IN (SELECT "organisation_id" FROM "event_erasures");

-- CreateTable
CREATE TABLE "shadow_ai_triage_steps" (
    "organisation_id" TEXT NOT NULL,
    "detection_id" TEXT NOT NULL,
    "operation_id" TEXT NOT NULL,
    "before" JSONB NOT NULL,
    "after_tag" TEXT NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shadow_ai_triage_steps_pkey" PRIMARY KEY ("organisation_id","detection_id")
);

-- CreateIndex
CREATE INDEX "shadow_ai_triage_steps_of_operation" ON "shadow_ai_triage_steps"("organisation_id", "operation_id");

-- CreateIndex
CREATE INDEX "shadow_ai_triage_steps_old" ON "shadow_ai_triage_steps"("organisation_id", "taken_at");

-- AddForeignKey
ALTER TABLE "shadow_ai_triage_steps" ADD CONSTRAINT "shadow_ai_triage_steps_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- The last step of a detection only, for as long as it can be undone.
GRANT SELECT, INSERT, UPDATE, DELETE ON "shadow_ai_triage_steps" TO gas_app;
