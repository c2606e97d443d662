-- CreateTable
CREATE TABLE "legal_holds" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "reference" TEXT,
    "model_ids" TEXT[],
    "date_from" TIMESTAMPTZ(3),
    "date_to" TIMESTAMPTZ(3),
    "placed_by" TEXT NOT NULL,
    "placed_at" TIMESTAMPTZ(3) NOT NULL,
    "released_by" TEXT,
    "released_at" TIMESTAMPTZ(3),
    "release_reason" TEXT,

    CONSTRAINT "legal_holds_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "legal_holds_newest_first" ON "legal_holds"("organisation_id", "id" DESC);

-- CreateIndex
CREATE INDEX "legal_holds_active" ON "legal_holds"("organisation_id") WHERE (released_at IS NULL);

-- AddForeignKey
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "legal_holds"
  ADD CONSTRAINT "legal_holds_period" CHECK ("date_from" <= "date_to"),
  ADD CONSTRAINT "legal_holds_released" CHECK (("released_at" IS NULL) = ("released_by" IS NULL));

-- What a hold covers is never changed and a release never taken back: another hold is placed.
CREATE FUNCTION legal_holds_release_only() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.released_at IS NOT NULL THEN
    RAISE EXCEPTION 'the hold % was released', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER "legal_holds_release_only" BEFORE UPDATE ON "legal_holds"
  FOR EACH ROW EXECUTE FUNCTION legal_holds_release_only();

GRANT SELECT, INSERT ON "legal_holds" TO gas_app;
GRANT UPDATE ("released_by", "released_at", "release_reason") ON "legal_holds" TO gas_app;
