-- DropIndex
DROP INDEX "webhook_deliveries_due";

-- CreateIndex
CREATE INDEX "webhook_deliveries_next" ON "webhook_deliveries"("endpoint_id", "next_attempt_at", "message_id") WHERE (next_attempt_at IS NOT NULL);

-- A claimed attempt changes only counters, so that no index entry is written; the end of the attempt sets changed_at.
DROP TRIGGER "webhook_deliveries_change" ON "webhook_deliveries";
CREATE TRIGGER "webhook_deliveries_change" BEFORE INSERT OR UPDATE OF "status", "round", "next_attempt_at" ON "webhook_deliveries"
  FOR EACH ROW EXECUTE FUNCTION note_change();
