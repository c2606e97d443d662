-- CreateTable
CREATE TABLE "evidence_documents" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "framework" TEXT NOT NULL,
    "requirement" TEXT NOT NULL,
    "model_id" TEXT,
    "title" TEXT NOT NULL,
    "version" TEXT,
    "signed_by" TEXT,
    "reference" TEXT,
    "content_hash" TEXT NOT NULL,
    "valid_from" TEXT,
    "valid_until" TEXT,
    "supplied_by" TEXT NOT NULL,
    "supplied_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_by" TEXT,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "evidence_documents_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "evidence_documents_newest_first" ON "evidence_documents"("organisation_id", "id" DESC);

-- CreateIndex
CREATE INDEX "evidence_documents_in_force" ON "evidence_documents"("organisation_id", "framework") WHERE (withdrawn_at IS NULL);

-- AddForeignKey
ALTER TABLE "evidence_documents" ADD CONSTRAINT "evidence_documents_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "evidence_documents"
  ADD CONSTRAINT "evidence_documents_hash" CHECK ("content_hash" ~ '^sha256:[0-9a-f]{64}$'),
  ADD CONSTRAINT "evidence_documents_validity" CHECK ("valid_from" <= "valid_until"),
  ADD CONSTRAINT "evidence_documents_withdrawn" CHECK (("withdrawn_at" IS NULL) = ("withdrawn_by" IS NULL));

-- A document is never changed, and a withdrawal is never reversed: another document is supplied.
CREATE FUNCTION evidence_documents_withdraw_only() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.withdrawn_at IS NOT NULL THEN
    RAISE EXCEPTION 'the document % was withdrawn', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER "evidence_documents_withdraw_only" BEFORE UPDATE ON "evidence_documents"
  FOR EACH ROW EXECUTE FUNCTION evidence_documents_withdraw_only();

GRANT SELECT, INSERT ON "evidence_documents" TO gas_app;
GRANT UPDATE ("withdrawn_by", "withdrawn_at") ON "evidence_documents" TO gas_app;
