-- CreateTable
CREATE TABLE "shadow_ai_waiting_connections" (
    "organisation_id" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "connection" BIGINT NOT NULL,
    "record" JSONB NOT NULL,
    "named_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shadow_ai_waiting_connections_pkey" PRIMARY KEY ("organisation_id","source_id","connection")
);

-- CreateIndex
CREATE INDEX "shadow_ai_waiting_connections_newest_first" ON "shadow_ai_waiting_connections"("organisation_id", "source_id", "named_at" DESC);

-- CreateIndex
CREATE INDEX "shadow_ai_waiting_connections_old" ON "shadow_ai_waiting_connections"("named_at");

GRANT SELECT, INSERT, DELETE ON "shadow_ai_waiting_connections" TO gas_app;

CREATE TRIGGER "organisation_writes" BEFORE INSERT OR UPDATE OR DELETE ON "shadow_ai_waiting_connections"
  FOR EACH ROW EXECUTE FUNCTION organisation_writes();
