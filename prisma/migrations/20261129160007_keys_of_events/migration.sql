-- Event IDs are unique within their organisation, as every other key of the table.
DROP INDEX "audit_events_id";
ALTER INDEX "audit_events_key" RENAME TO "audit_events_id";

-- Reads the head with the organisation as a parameter, so that a distributed database reads one shard.
CREATE OR REPLACE FUNCTION audit_events_continue_head() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  linked RECORD;
BEGIN
  -- The first event of each organisation, and events that do not continue the event before them.
  FOR linked IN
    SELECT * FROM (
      SELECT organisation_id, chain_position, previous_hash,
             lag(chain_position) OVER chain AS preceding_position,
             lag(block_hash) OVER chain AS preceding_hash
      FROM inserted
      WINDOW chain AS (PARTITION BY organisation_id ORDER BY chain_position)
    ) events
    WHERE preceding_position IS NULL OR chain_position <> preceding_position + 1 OR previous_hash IS DISTINCT FROM preceding_hash
  LOOP
    IF linked.preceding_position IS NOT NULL OR NOT EXISTS (
      SELECT FROM chain_heads WHERE organisation_id = linked.organisation_id
        AND position = linked.chain_position - 1 AND block_hash = linked.previous_hash) THEN
      RAISE EXCEPTION 'event % of % does not continue the head of its chain', linked.chain_position, linked.organisation_id
        USING ERRCODE = 'restrict_violation';
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
