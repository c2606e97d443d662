-- CreateTable
CREATE TABLE "organisation_moves" (
    "organisation_id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "address" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organisation_moves_pkey" PRIMARY KEY ("organisation_id")
);

ALTER TABLE "organisation_moves" ADD CONSTRAINT "organisation_moves_state_check"
  CHECK ("state" IN ('CLOSING', 'STOPPED', 'ARRIVING', 'MOVED') AND ("state" <> 'MOVED' OR "address" IS NOT NULL));

GRANT SELECT, INSERT, UPDATE, DELETE ON "organisation_moves" TO gas_app;

-- Stops all writes for an organisation that moves, in every process. An INSERT fails, and so does an UPDATE of the head of
-- the chain, which every append needs. Other updates and deletions skip the row, so that a statement over all organisations
-- affects the others. After the move, rows can still be deleted: retention would otherwise find them again and again.
--
-- The lock is shared by writers. The command that stops the writes takes it alone, and therefore waits for transactions that
-- have written already. Only the command's sessions, which name the organisation in `gas.moving_organisation`, can write.
CREATE FUNCTION organisation_writes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organisation text;
  move public.organisation_moves%ROWTYPE;
BEGIN
  IF TG_TABLE_NAME = 'organisations' THEN
    organisation := CASE TG_OP WHEN 'DELETE' THEN OLD.id ELSE NEW.id END;
  ELSIF TG_OP = 'DELETE' THEN
    organisation := OLD.organisation_id;
  ELSE
    organisation := NEW.organisation_id;
  END IF;
  PERFORM pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('organisation_moves ' || organisation, 0));
  SELECT * INTO move FROM public.organisation_moves WHERE organisation_id = organisation AND state <> 'CLOSING';
  IF NOT FOUND OR pg_catalog.current_setting('gas.moving_organisation', true) = organisation
     OR (TG_OP = 'DELETE' AND move.state = 'MOVED') THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  ELSIF TG_OP = 'INSERT' OR TG_TABLE_NAME = 'chain_heads' THEN
    RAISE EXCEPTION 'the organisation % is % and cannot be written here', organisation, move.state USING ERRCODE = 'GAM01';
  END IF;
  RETURN NULL;
END
$$;

-- Not on audit_events and audit_event_counts, which are only written together with chain_heads.
DO $$
DECLARE
  named record;
BEGIN
  FOR named IN
    SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND relname NOT IN ('audit_events', 'audit_event_counts', 'organisation_moves')
      AND (relname = 'organisations' OR EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'organisation_id' AND NOT attisdropped))
    ORDER BY relname
  LOOP
    EXECUTE format('CREATE TRIGGER organisation_writes BEFORE INSERT OR UPDATE OR DELETE ON %I
      FOR EACH ROW EXECUTE FUNCTION organisation_writes()', named.relname);
  END LOOP;
END
$$;
