-- Words in events, for search. Derived from audit_events: no proof relies on them.
CREATE TABLE "event_words" (
    "organisation_id" TEXT NOT NULL,
    "chain_position" BIGINT NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "event_words_pkey" PRIMARY KEY ("organisation_id", "chain_position")
);

CREATE INDEX "event_words_by_word" ON "event_words" USING GIN ("words");

CREATE TABLE "event_search_positions" (
    "organisation_id" TEXT NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "event_search_positions_pkey" PRIMARY KEY ("organisation_id")
);

ALTER TABLE "event_words" ADD CONSTRAINT "event_words_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "event_search_positions" ADD CONSTRAINT "event_search_positions_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Each value also has a word for its organisation, so that the index finds no events of others. Altered content may be
-- no JSON, or have too many words: then only the type can be found.
CREATE FUNCTION event_words(organisation_id text, event_type text, content text) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  header tsvector := to_tsvector('simple', event_type) || array_to_tsvector(ARRAY['in:' || organisation_id]);
BEGIN
  RETURN strip(header || coalesce(jsonb_to_tsvector('simple', content::jsonb, '["all"]'), ''));
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
  RETURN strip(header);
END
$$;

-- NULL without a word to search for. The words of a phrase are searched for in any order.
CREATE FUNCTION event_words_query(organisation_id text, search text) RETURNS tsquery
  LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE WHEN numnode(query) > 0 THEN quote_literal('in:' || organisation_id)::tsquery && query END
  FROM (SELECT replace(websearch_to_tsquery('simple', search)::text, '<->', '&')::tsquery AS query) AS parsed
$$;

-- Removes the content from the search, also if a process of an earlier version erases it, and keeps an indexing that
-- has read it from adding it.
CREATE FUNCTION event_erasures_forget_words() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO event_words (organisation_id, chain_position, words) VALUES (NEW.organisation_id, NEW.chain_position, '')
  ON CONFLICT (organisation_id, chain_position) DO UPDATE SET words = '';
  RETURN NULL;
END
$$;
CREATE TRIGGER "event_erasures_forget_words" AFTER INSERT ON "event_erasures"
  FOR EACH ROW EXECUTE FUNCTION event_erasures_forget_words();
ALTER TABLE "event_erasures" ENABLE ALWAYS TRIGGER "event_erasures_forget_words";

GRANT SELECT, INSERT ON "event_words", "event_search_positions" TO gas_app;
-- An erasure removes the words of its event.
GRANT UPDATE ("words") ON "event_words" TO gas_app;
GRANT UPDATE ("position") ON "event_search_positions" TO gas_app;
