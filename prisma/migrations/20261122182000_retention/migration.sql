-- AlterTable
ALTER TABLE "organisations" ADD COLUMN     "webhook_retention_days" INTEGER,
ADD COLUMN     "mail_retention_days" INTEGER,
ADD COLUMN     "observation_retention_days" INTEGER NOT NULL DEFAULT 400;

-- CreateIndex
CREATE INDEX "webhook_messages_old" ON "webhook_messages"("organisation_id", "created_at") WHERE (body <> ''::text);

-- Null keeps for ever: an upgrade deletes nothing that was kept before.
ALTER TABLE "organisations"
  ADD CONSTRAINT "organisations_webhook_retention" CHECK ("webhook_retention_days" >= 30),
  ADD CONSTRAINT "organisations_mail_retention" CHECK ("mail_retention_days" >= 30),
  ADD CONSTRAINT "organisations_observation_retention" CHECK ("observation_retention_days" BETWEEN 35 AND 400);

-- Of an envelope the row stays, without what it said: by its source it is told once.
GRANT DELETE ON "webhook_deliveries", "webhook_attempts", "mail_messages" TO gas_app;

-- No setting is shorter than 30 days: whatever asks for it, nothing younger is deleted.
CREATE FUNCTION refuse_early_deletion() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF coalesce((to_jsonb(OLD) ->> TG_ARGV[0])::timestamptz > now() - interval '30 days', true) THEN
    RAISE EXCEPTION 'a row of % is kept for 30 days', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END
$$;

CREATE TRIGGER "webhook_deliveries_kept" BEFORE DELETE ON "webhook_deliveries"
  FOR EACH ROW EXECUTE FUNCTION refuse_early_deletion('finished_at');
CREATE TRIGGER "webhook_attempts_kept" BEFORE DELETE ON "webhook_attempts"
  FOR EACH ROW EXECUTE FUNCTION refuse_early_deletion('started_at');
CREATE TRIGGER "mail_messages_kept" BEFORE DELETE ON "mail_messages"
  FOR EACH ROW EXECUTE FUNCTION refuse_early_deletion('created_at');
