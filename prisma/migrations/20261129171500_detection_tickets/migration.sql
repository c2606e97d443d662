-- AlterTable
ALTER TABLE "integrations" ADD COLUMN     "authorization" TEXT,
ADD COLUMN     "ticket_settings" JSONB;

-- CreateTable
CREATE TABLE "shadow_ai_tickets" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "detection_id" TEXT NOT NULL,
    "integration_id" TEXT NOT NULL,
    "system" TEXT NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_until" TIMESTAMPTZ(3) NOT NULL,
    "key" TEXT,
    "url" TEXT,
    "created_at" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(6),

    CONSTRAINT "shadow_ai_tickets_pkey" PRIMARY KEY ("id","organisation_id")
);

-- CreateIndex
CREATE INDEX "shadow_ai_tickets_by_change" ON "shadow_ai_tickets"("organisation_id", "changed_at");

-- CreateIndex
CREATE UNIQUE INDEX "shadow_ai_tickets_one" ON "shadow_ai_tickets"("organisation_id", "detection_id", "integration_id");

-- AddForeignKey
ALTER TABLE "shadow_ai_tickets" ADD CONSTRAINT "shadow_ai_tickets_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "integrations"
  ADD CONSTRAINT "integrations_tickets" CHECK ("ticket_settings" IS NULL OR "kind" IN ('GITHUB', 'JIRA'));

ALTER TABLE "shadow_ai_tickets"
  ADD CONSTRAINT "shadow_ai_tickets_created" CHECK (
    ("key" IS NULL) = ("url" IS NULL) AND ("key" IS NULL) = ("created_at" IS NULL)
  );

CREATE TRIGGER "shadow_ai_tickets_change" BEFORE INSERT OR UPDATE ON "shadow_ai_tickets"
  FOR EACH ROW EXECUTE FUNCTION note_change();

CREATE TRIGGER organisation_writes BEFORE INSERT OR UPDATE OR DELETE ON "shadow_ai_tickets"
  FOR EACH ROW EXECUTE FUNCTION organisation_writes();

GRANT SELECT, INSERT, DELETE ON "shadow_ai_tickets" TO gas_app;
GRANT UPDATE ("claimed_until", "key", "url", "created_at") ON "shadow_ai_tickets" TO gas_app;
