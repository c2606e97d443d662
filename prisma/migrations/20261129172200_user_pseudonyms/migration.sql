-- CreateTable
CREATE TABLE "shadow_ai_user_keys" (
    "organisation_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "enabled_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shadow_ai_user_keys_pkey" PRIMARY KEY ("organisation_id")
);

-- CreateTable
CREATE TABLE "shadow_ai_user_days" (
    "organisation_id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "user_key" TEXT NOT NULL,
    "requests" BIGINT NOT NULL,
    "bytes_out" BIGINT NOT NULL,
    "bytes_in" BIGINT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shadow_ai_user_days_pkey" PRIMARY KEY ("organisation_id","fingerprint","day","user_key")
);

-- CreateTable
CREATE TABLE "shadow_ai_identifications" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "detection_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "user_key" TEXT,
    "user_hash" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "requested_by_id" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "requester_role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by_id" TEXT,
    "decided_by" TEXT,
    "decider_role" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "decision_note" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(6),

    CONSTRAINT "shadow_ai_identifications_pkey" PRIMARY KEY ("id","organisation_id")
);

-- CreateIndex
CREATE INDEX "shadow_ai_identifications_newest_first" ON "shadow_ai_identifications"("organisation_id", "id" DESC);

-- CreateIndex
CREATE INDEX "shadow_ai_identifications_of_detection" ON "shadow_ai_identifications"("organisation_id", "detection_id", "id" DESC);

-- CreateIndex
CREATE INDEX "shadow_ai_identifications_by_change" ON "shadow_ai_identifications"("organisation_id", "changed_at");

-- CreateIndex
CREATE UNIQUE INDEX "shadow_ai_identifications_one_pending" ON "shadow_ai_identifications"("organisation_id", "detection_id", "user_key") WHERE (status = 'PENDING');

-- AddForeignKey
ALTER TABLE "shadow_ai_user_keys" ADD CONSTRAINT "shadow_ai_user_keys_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "shadow_ai_identifications" ADD CONSTRAINT "shadow_ai_identifications_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "shadow_ai_identifications"
  ADD CONSTRAINT "shadow_ai_identifications_status" CHECK ("status" IN ('PENDING', 'APPROVED', 'REJECTED')),
  ADD CONSTRAINT "shadow_ai_identifications_decided" CHECK (
    ("status" = 'PENDING') = ("decided_by_id" IS NULL) AND ("status" = 'PENDING') = ("decider_role" IS NULL)
    AND ("status" = 'PENDING') = ("decided_at" IS NULL) AND ("status" = 'APPROVED') = ("expires_at" IS NOT NULL)),
  ADD CONSTRAINT "shadow_ai_identifications_four_eyes" CHECK (
    "decided_by_id" <> "requested_by_id" AND "decider_role" <> "requester_role");

-- A decision is final, and a pseudonym can only be deleted.
CREATE FUNCTION shadow_ai_identifications_decided_once() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.user_key IS NOT NULL AND NEW.user_key IS DISTINCT FROM OLD.user_key THEN
    RAISE EXCEPTION 'the pseudonym of % can only be deleted', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.status <> 'PENDING' AND (NEW.status, NEW.decided_by_id, NEW.expires_at) IS DISTINCT FROM
     (OLD.status, OLD.decided_by_id, OLD.expires_at) THEN
    RAISE EXCEPTION 'the request % was decided', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER "shadow_ai_identifications_decided_once" BEFORE UPDATE ON "shadow_ai_identifications"
  FOR EACH ROW EXECUTE FUNCTION shadow_ai_identifications_decided_once();

CREATE TRIGGER "shadow_ai_identifications_change" BEFORE INSERT OR UPDATE ON "shadow_ai_identifications"
  FOR EACH ROW EXECUTE FUNCTION note_change();

CREATE TRIGGER organisation_writes BEFORE INSERT OR UPDATE OR DELETE ON "shadow_ai_user_keys"
  FOR EACH ROW EXECUTE FUNCTION organisation_writes();
CREATE TRIGGER organisation_writes BEFORE INSERT OR UPDATE OR DELETE ON "shadow_ai_user_days"
  FOR EACH ROW EXECUTE FUNCTION organisation_writes();
CREATE TRIGGER organisation_writes BEFORE INSERT OR UPDATE OR DELETE ON "shadow_ai_identifications"
  FOR EACH ROW EXECUTE FUNCTION organisation_writes();

GRANT SELECT, INSERT, DELETE ON "shadow_ai_user_keys" TO gas_app;
GRANT UPDATE ("key") ON "shadow_ai_user_keys" TO gas_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON "shadow_ai_user_days" TO gas_app;
GRANT SELECT, INSERT ON "shadow_ai_identifications" TO gas_app;
GRANT UPDATE ("status", "user_key", "decided_by_id", "decided_by", "decider_role", "decided_at", "decision_note", "expires_at")
  ON "shadow_ai_identifications" TO gas_app;
