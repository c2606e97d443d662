-- An event whose content was erased keeps its row, its header and every hash.
ALTER TABLE "audit_events" ALTER COLUMN "content" DROP NOT NULL;

-- CreateTable
CREATE TABLE "event_erasures" (
    "organisation_id" TEXT NOT NULL,
    "chain_position" BIGINT NOT NULL,
    "event_id" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "recorded_position" BIGINT NOT NULL,
    "recorded_event_id" TEXT NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_erasures_pkey" PRIMARY KEY ("organisation_id","chain_position")
);

-- AddForeignKey
ALTER TABLE "event_erasures" ADD CONSTRAINT "event_erasures_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Events stay append-only, but for one change, which nobody makes by an UPDATE of their own: what writes an erasure down
-- takes the content away. The application's role still has no right to update events.
CREATE FUNCTION audit_events_append_only() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;

DROP TRIGGER "audit_events_append_only" ON "audit_events";
CREATE TRIGGER "audit_events_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_events"
  FOR EACH STATEMENT EXECUTE FUNCTION audit_events_append_only();
ALTER TABLE "audit_events" ENABLE ALWAYS TRIGGER "audit_events_append_only";

-- Whatever UPDATE gets here takes away what an erasure takes away, all of it and nothing else, of an event that has it.
CREATE FUNCTION audit_events_erase_only() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  erased audit_events := OLD;
BEGIN
  erased.content := NULL;
  erased.tags := '{}';
  erased.metadata := NULL;
  erased.request_hash := NULL;
  IF OLD.content IS NULL OR NEW IS DISTINCT FROM erased OR NOT EXISTS (
    SELECT FROM event_erasures WHERE organisation_id = OLD.organisation_id AND chain_position = OLD.chain_position
      AND event_id = OLD.id AND content_hash = OLD.content_hash) THEN
    RAISE EXCEPTION 'event % of % is not to be changed', OLD.chain_position, OLD.organisation_id
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER "audit_events_erase_only" BEFORE UPDATE ON "audit_events"
  FOR EACH ROW EXECUTE FUNCTION audit_events_erase_only();
ALTER TABLE "audit_events" ENABLE ALWAYS TRIGGER "audit_events_erase_only";

-- To write an erasure down is to erase: the row and the change are one statement, and neither is there without an event
-- of the system model, on the same chain and behind the erased one, that says so. With the owner's rights, so that the
-- application's role needs none.
CREATE FUNCTION event_erasures_erase() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM audit_events record
    WHERE record.organisation_id = NEW.organisation_id AND record.chain_position = NEW.recorded_position
      AND record.chain_position > NEW.chain_position AND record.id = NEW.recorded_event_id
      AND record.event_type = 'CONFIG_CHANGE'
      AND EXISTS (SELECT FROM models WHERE organisation_id = record.organisation_id AND id = record.model_id AND system)
      AND record.content::jsonb -> 'payload' @> jsonb_build_object('kind', 'EVENT_CONTENT_ERASED',
            'eventId', NEW.event_id, 'chainPosition', NEW.chain_position, 'contentHash', NEW.content_hash)
  ) THEN
    RAISE EXCEPTION 'no event of % at % records the erasure of event %', NEW.organisation_id, NEW.recorded_position,
      NEW.chain_position USING ERRCODE = 'restrict_violation';
  END IF;
  UPDATE audit_events event SET content = NULL, tags = '{}', metadata = NULL, request_hash = NULL
  WHERE event.organisation_id = NEW.organisation_id AND event.chain_position = NEW.chain_position
    AND event.id = NEW.event_id AND event.content_hash = NEW.content_hash AND event.content IS NOT NULL
    AND NOT EXISTS (SELECT FROM models WHERE organisation_id = event.organisation_id AND id = event.model_id AND system);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'event % of % has no content that can be erased', NEW.chain_position, NEW.organisation_id
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "event_erasures_erase" AFTER INSERT ON "event_erasures"
  FOR EACH ROW EXECUTE FUNCTION event_erasures_erase();
ALTER TABLE "event_erasures" ENABLE ALWAYS TRIGGER "event_erasures_erase";
CREATE TRIGGER "event_erasures_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "event_erasures"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE "event_erasures" ENABLE ALWAYS TRIGGER "event_erasures_append_only";

GRANT SELECT, INSERT ON "event_erasures" TO gas_app;
-- What stands elsewhere and repeats what an erased event said: lib/erasure.
GRANT UPDATE ("body") ON "webhook_messages" TO gas_app;
GRANT DELETE ON "ticket_links" TO gas_app;
