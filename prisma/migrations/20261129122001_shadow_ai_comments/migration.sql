-- CreateTable
CREATE TABLE "shadow_ai_comments" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "detection_id" TEXT NOT NULL,
    "text" TEXT,
    "salt" TEXT,
    "author_id" TEXT NOT NULL,
    "author_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(6),

    CONSTRAINT "shadow_ai_comments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "shadow_ai_comments_of_detection" ON "shadow_ai_comments"("organisation_id", "detection_id", "id" DESC);

-- CreateIndex
CREATE INDEX "shadow_ai_comments_by_change" ON "shadow_ai_comments"("organisation_id", "changed_at");

-- AddForeignKey
ALTER TABLE "shadow_ai_comments" ADD CONSTRAINT "shadow_ai_comments_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "shadow_ai_comments"
  ADD CONSTRAINT "shadow_ai_comments_withdrawn" CHECK (
    ("withdrawn_at" IS NULL) = ("text" IS NOT NULL) AND ("withdrawn_at" IS NULL) = ("salt" IS NOT NULL)
  );

-- A comment is never changed, and a withdrawal is never reversed: another comment is added.
CREATE FUNCTION shadow_ai_comments_withdraw_only() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL THEN
    RAISE EXCEPTION 'the comment % can only be withdrawn, once', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER "shadow_ai_comments_withdraw_only" BEFORE UPDATE ON "shadow_ai_comments"
  FOR EACH ROW EXECUTE FUNCTION shadow_ai_comments_withdraw_only();

CREATE TRIGGER "shadow_ai_comments_change" BEFORE INSERT OR UPDATE ON "shadow_ai_comments"
  FOR EACH ROW EXECUTE FUNCTION note_change();

GRANT SELECT, INSERT ON "shadow_ai_comments" TO gas_app;
GRANT UPDATE ("text", "salt", "withdrawn_at") ON "shadow_ai_comments" TO gas_app;
