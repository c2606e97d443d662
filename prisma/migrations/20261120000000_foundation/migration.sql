-- The application's role owns nothing. A deployment may let it log in, or grant it to a role that does.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'gas_app') THEN
    CREATE ROLE gas_app NOLOGIN;
  END IF;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;

CREATE TABLE "organisations" (
  "id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "tier" TEXT NOT NULL,
  "livemode" BOOLEAN NOT NULL,
  "rate_limit_overrides" JSONB NOT NULL DEFAULT '{}',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "organisations_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "organisations_tier" CHECK ("tier" IN ('STARTER', 'PROFESSIONAL', 'ENTERPRISE', 'FOUNDING_PARTNER'))
);

CREATE TABLE "models" (
  "id" TEXT NOT NULL,
  "organisation_id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "version" TEXT,
  "provider" TEXT,
  "risk_tier" TEXT,
  "owner_email" TEXT,
  "description" TEXT,
  "allowed_endpoints" JSONB NOT NULL DEFAULT '[]',
  "archived_at" TIMESTAMPTZ(3),
  "system" BOOLEAN NOT NULL DEFAULT false,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "models_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "models_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "models_newest_first" ON "models" ("organisation_id", "id" DESC);
CREATE UNIQUE INDEX "models_one_system_model" ON "models" ("organisation_id") WHERE (system);

CREATE TABLE "api_keys" (
  "id" TEXT NOT NULL,
  "organisation_id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "key_hash" TEXT NOT NULL,
  "hint" TEXT NOT NULL,
  "scopes" TEXT[],
  "expires_at" TIMESTAMPTZ(3),
  "revoked_at" TIMESTAMPTZ(3),
  "last_used_at" TIMESTAMPTZ(3),
  "replaced_by_id" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "api_keys_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE UNIQUE INDEX "api_keys_key_hash" ON "api_keys" ("key_hash");
CREATE INDEX "api_keys_newest_first" ON "api_keys" ("organisation_id", "id" DESC);

CREATE TABLE "idempotency_keys" (
  "organisation_id" TEXT NOT NULL,
  "operation" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "request_hash" TEXT NOT NULL,
  "status" INTEGER NOT NULL,
  "response" TEXT NOT NULL,
  "headers" JSONB NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("organisation_id", "operation", "key"),
  CONSTRAINT "idempotency_keys_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "idempotency_keys_expiry" ON "idempotency_keys" ("organisation_id", "expires_at");

CREATE TABLE "chain_heads" (
  "organisation_id" TEXT NOT NULL,
  "position" BIGINT NOT NULL,
  "block_hash" TEXT NOT NULL,
  "recorded_at" TIMESTAMPTZ(3),
  CONSTRAINT "chain_heads_pkey" PRIMARY KEY ("organisation_id"),
  CONSTRAINT "chain_heads_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
) WITH (fillfactor = 50);

CREATE TABLE "audit_events" (
  "organisation_id" TEXT NOT NULL,
  "chain_position" BIGINT NOT NULL,
  "id" TEXT NOT NULL,
  "block_hash" TEXT NOT NULL,
  "previous_hash" TEXT NOT NULL,
  "previous_model_hash" TEXT NOT NULL,
  "timestamp" TIMESTAMPTZ(3) NOT NULL,
  "recorded_at" TIMESTAMPTZ(3) NOT NULL,
  "event_type" TEXT NOT NULL,
  "severity" TEXT NOT NULL,
  "model_id" TEXT NOT NULL,
  "source" TEXT NOT NULL,
  "content_hash" TEXT NOT NULL,
  "content" TEXT NOT NULL,
  "tags" TEXT[],
  "metadata" TEXT,
  "idempotency_key" TEXT,
  "request_hash" TEXT,
  CONSTRAINT "audit_events_pkey" PRIMARY KEY ("organisation_id", "chain_position")
);
CREATE UNIQUE INDEX "audit_events_id" ON "audit_events" ("id");
CREATE UNIQUE INDEX "audit_events_no_fork" ON "audit_events" ("organisation_id", "previous_hash");
CREATE UNIQUE INDEX "audit_events_idempotency" ON "audit_events" ("organisation_id", "idempotency_key") WHERE (idempotency_key IS NOT NULL);
CREATE INDEX "audit_events_by_model" ON "audit_events" ("organisation_id", "model_id", "chain_position");
CREATE INDEX "audit_events_by_time" ON "audit_events" ("organisation_id", "timestamp");
CREATE INDEX "audit_events_by_rare_type" ON "audit_events" ("organisation_id", "event_type", "chain_position") WHERE (event_type <> 'INFERENCE');
CREATE INDEX "audit_events_by_rare_severity" ON "audit_events" ("organisation_id", "severity", "chain_position") WHERE (severity <> 'INFO');
CREATE INDEX "audit_events_by_rare_source" ON "audit_events" ("organisation_id", "source", "chain_position") WHERE (source <> 'API');
CREATE INDEX "audit_events_by_tag" ON "audit_events" USING GIN ("tags") WHERE (tags <> '{}'::text[]);

CREATE TABLE "audit_event_counts" (
  "organisation_id" TEXT NOT NULL,
  "model_id" TEXT NOT NULL,
  "event_type" TEXT NOT NULL,
  "severity" TEXT NOT NULL,
  "source" TEXT NOT NULL,
  "events" BIGINT NOT NULL,
  CONSTRAINT "audit_event_counts_pkey" PRIMARY KEY ("organisation_id", "model_id", "event_type", "severity", "source"),
  CONSTRAINT "audit_event_counts_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
) WITH (fillfactor = 50);

CREATE TABLE "integrity_findings" (
  "organisation_id" TEXT NOT NULL,
  "event_id" TEXT NOT NULL,
  "code" TEXT NOT NULL,
  "chain_position" BIGINT NOT NULL,
  "stored_hash" TEXT NOT NULL,
  "computed_hash" TEXT NOT NULL,
  "detected_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "integrity_findings_pkey" PRIMARY KEY ("organisation_id", "event_id", "code"),
  CONSTRAINT "integrity_findings_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);

-- Guards. They prevent accidents; whoever owns the database can switch them off, and verification is what notices that.
-- ENABLE ALWAYS: session_replication_role does not switch them off. A search_path of their own: a temporary table cannot
-- stand in for the head.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER "audit_events_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_events"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE "audit_events" ENABLE ALWAYS TRIGGER "audit_events_append_only";

CREATE FUNCTION audit_events_continue_head() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  refused RECORD;
BEGIN
  SELECT linked.organisation_id, linked.chain_position INTO refused
  FROM (
    SELECT organisation_id, chain_position, previous_hash,
           lag(chain_position) OVER chain AS preceding_position,
           lag(block_hash) OVER chain AS preceding_hash
    FROM inserted
    WINDOW chain AS (PARTITION BY organisation_id ORDER BY chain_position)
  ) linked
  LEFT JOIN chain_heads head USING (organisation_id)
  WHERE linked.chain_position IS DISTINCT FROM coalesce(linked.preceding_position, head.position) + 1
     OR linked.previous_hash IS DISTINCT FROM coalesce(linked.preceding_hash, head.block_hash)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'event % of % does not continue the head of its chain', refused.chain_position, refused.organisation_id
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "audit_events_continue_head" AFTER INSERT ON "audit_events"
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION audit_events_continue_head();
ALTER TABLE "audit_events" ENABLE ALWAYS TRIGGER "audit_events_continue_head";

CREATE FUNCTION chain_heads_move_forward() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.position <> 0 OR NEW.block_hash <> 'sha256:' || repeat('0', 64)
       OR EXISTS (SELECT FROM audit_events WHERE organisation_id = NEW.organisation_id) THEN
      RAISE EXCEPTION 'the chain of % must begin empty', NEW.organisation_id USING ERRCODE = 'restrict_violation';
    END IF;
  ELSIF NEW.organisation_id <> OLD.organisation_id OR NEW.position <= OLD.position
     OR NOT EXISTS (SELECT FROM audit_events WHERE organisation_id = NEW.organisation_id
                    AND chain_position = NEW.position AND block_hash = NEW.block_hash) THEN
    RAISE EXCEPTION 'the head of % only moves forward, to an event of its chain', OLD.organisation_id
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER "chain_heads_move_forward" BEFORE INSERT OR UPDATE ON "chain_heads"
  FOR EACH ROW EXECUTE FUNCTION chain_heads_move_forward();
ALTER TABLE "chain_heads" ENABLE ALWAYS TRIGGER "chain_heads_move_forward";
CREATE TRIGGER "chain_heads_never_deleted" BEFORE DELETE OR TRUNCATE ON "chain_heads"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE "chain_heads" ENABLE ALWAYS TRIGGER "chain_heads_never_deleted";

-- Rights of the application's role, table by table.
GRANT USAGE ON SCHEMA public TO gas_app;
GRANT SELECT, INSERT, UPDATE ON "organisations", "models", "api_keys" TO gas_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON "idempotency_keys" TO gas_app;
GRANT SELECT, INSERT ON "audit_events", "integrity_findings" TO gas_app;
GRANT SELECT, INSERT, UPDATE ON "chain_heads", "audit_event_counts" TO gas_app;

-- The application tells whether it fits its database. The table is the migration engine's own, and absent in shadow databases.
DO $$
BEGIN
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    GRANT SELECT ON "_prisma_migrations" TO gas_app;
  END IF;
END
$$;
