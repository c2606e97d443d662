-- CreateTable
CREATE TABLE "control_assignments" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "framework" TEXT NOT NULL,
    "requirement" TEXT NOT NULL,
    "date_from" TIMESTAMPTZ(3) NOT NULL,
    "date_to" TIMESTAMPTZ(3) NOT NULL,
    "assigned_to" TEXT NOT NULL,
    "due_date" TEXT,
    "note" TEXT,
    "closed_as" TEXT,
    "close_reason" TEXT,
    "closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "control_assignments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "control_assignments_newest_first" ON "control_assignments"("organisation_id", "id" DESC);

-- CreateIndex
CREATE INDEX "control_assignments_of_control" ON "control_assignments"("organisation_id", "model_id", "framework", "requirement", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "control_assignments_open" ON "control_assignments"("organisation_id", "model_id", "framework", "requirement") WHERE (closed_at IS NULL);

-- AddForeignKey
ALTER TABLE "control_assignments" ADD CONSTRAINT "control_assignments_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;


ALTER TABLE "control_assignments"
  ADD CONSTRAINT "control_assignments_period" CHECK ("date_from" <= "date_to"),
  ADD CONSTRAINT "control_assignments_closed" CHECK (
    ("closed_at" IS NULL) = ("closed_as" IS NULL)
    AND ("closed_as" IS NULL OR "closed_as" IN ('EVIDENCED', 'MEMBER'))
    AND ("closed_as" IS NOT DISTINCT FROM 'MEMBER') = ("close_reason" IS NOT NULL));

-- A closed assignment is never changed or reopened: the control is assigned again.
CREATE FUNCTION control_assignments_closed_once() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.closed_at IS NOT NULL THEN
    RAISE EXCEPTION 'the assignment % was closed', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER "control_assignments_closed_once" BEFORE UPDATE ON "control_assignments"
  FOR EACH ROW EXECUTE FUNCTION control_assignments_closed_once();

GRANT SELECT, INSERT ON "control_assignments" TO gas_app;
GRANT UPDATE ("assigned_to", "due_date", "note", "closed_as", "close_reason", "closed_at", "updated_at") ON "control_assignments" TO gas_app;
