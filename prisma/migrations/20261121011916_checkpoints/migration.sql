-- CreateTable
CREATE TABLE "chain_checkpoints" (
    "organisation_id" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "head_hash" TEXT NOT NULL,
    "root_hash" TEXT NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "previous_checkpoint_hash" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "signature" TEXT NOT NULL,
    "checkpoint_hash" TEXT NOT NULL,

    CONSTRAINT "chain_checkpoints_pkey" PRIMARY KEY ("organisation_id","size")
);

-- CreateTable
CREATE TABLE "chain_tiles" (
    "organisation_id" TEXT NOT NULL,
    "level" SMALLINT NOT NULL,
    "tile_index" BIGINT NOT NULL,
    "hashes" BYTEA NOT NULL,
    "root" BYTEA NOT NULL,

    CONSTRAINT "chain_tiles_pkey" PRIMARY KEY ("organisation_id","level","tile_index")
);

-- CreateIndex
CREATE UNIQUE INDEX "chain_checkpoints_no_fork" ON "chain_checkpoints"("organisation_id", "previous_checkpoint_hash");

-- AddForeignKey
ALTER TABLE "chain_checkpoints" ADD CONSTRAINT "chain_checkpoints_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "chain_tiles" ADD CONSTRAINT "chain_tiles_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Hashes do not compress, and are read whole.
ALTER TABLE "chain_tiles"
  ALTER COLUMN "hashes" SET STORAGE EXTERNAL,
  ADD CONSTRAINT "chain_tiles_full" CHECK (octet_length("hashes") = 8192 AND octet_length("root") = 32);

CREATE TRIGGER "chain_checkpoints_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "chain_checkpoints"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE "chain_checkpoints" ENABLE ALWAYS TRIGGER "chain_checkpoints_append_only";

-- AFTER: of two checkpoints that are made at once, the unique keys turn the second away before it gets here. They also keep
-- one from going between or before others: its predecessor is named already.
CREATE FUNCTION chain_checkpoints_continue() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  preceding text;
BEGIN
  SELECT checkpoint_hash INTO preceding FROM chain_checkpoints
  WHERE organisation_id = NEW.organisation_id AND size < NEW.size ORDER BY size DESC LIMIT 1;
  IF NEW.previous_checkpoint_hash IS DISTINCT FROM coalesce(preceding, 'sha256:' || repeat('0', 64)) THEN
    RAISE EXCEPTION 'the checkpoint of % at % does not continue the one before', NEW.organisation_id, NEW.size
      USING ERRCODE = 'restrict_violation';
  ELSIF NOT EXISTS (SELECT FROM audit_events WHERE organisation_id = NEW.organisation_id
                    AND chain_position = NEW.size AND block_hash = NEW.head_hash) THEN
    RAISE EXCEPTION 'the checkpoint of % at % names no event of its chain', NEW.organisation_id, NEW.size
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "chain_checkpoints_continue" AFTER INSERT ON "chain_checkpoints"
  FOR EACH ROW EXECUTE FUNCTION chain_checkpoints_continue();
ALTER TABLE "chain_checkpoints" ENABLE ALWAYS TRIGGER "chain_checkpoints_continue";

-- Neither is ever changed. Tiles may be deleted by their owner: they are made again from the events.
GRANT SELECT, INSERT ON "chain_checkpoints", "chain_tiles" TO gas_app;
