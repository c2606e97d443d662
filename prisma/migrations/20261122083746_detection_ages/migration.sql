-- DropIndex
DROP INDEX "shadow_ai_detections_by_age";

-- CreateTable
CREATE TABLE "shadow_ai_age_counts" (
    "organisation_id" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "detections" BIGINT NOT NULL,

    CONSTRAINT "shadow_ai_age_counts_pkey" PRIMARY KEY ("organisation_id","severity","day")
);

-- CreateTable
CREATE TABLE "shadow_ai_closing_counts" (
    "organisation_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "detections" BIGINT NOT NULL,

    CONSTRAINT "shadow_ai_closing_counts_pkey" PRIMARY KEY ("organisation_id","day")
);

-- Kept by the rules of shadow_ai_keep_counts, beside it: these change only with a decision, not with traffic.
CREATE FUNCTION shadow_ai_keep_ages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before "shadow_ai_detections"%ROWTYPE;
  after "shadow_ai_detections"%ROWTYPE;
BEGIN
  IF TG_OP <> 'INSERT' THEN before := OLD; END IF;
  IF TG_OP <> 'DELETE' THEN after := NEW; END IF;
  IF TG_OP = 'UPDATE' AND before.severity = after.severity AND before.detected_at = after.detected_at
    AND before.closed_at IS NOT DISTINCT FROM after.closed_at THEN
    RETURN NULL;
  END IF;
  INSERT INTO "shadow_ai_age_counts" AS c ("organisation_id", "severity", "day", "detections")
  SELECT organisation_id, severity, (detected_at AT TIME ZONE 'UTC')::date, sum(n)
  FROM (
    SELECT after.organisation_id, after.severity, after.detected_at, 1
      WHERE after.id IS NOT NULL AND after.closed_at IS NULL
    UNION ALL
    SELECT before.organisation_id, before.severity, before.detected_at, -1
      WHERE before.id IS NOT NULL AND before.closed_at IS NULL
  ) AS changes (organisation_id, severity, detected_at, n)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT ("organisation_id", "severity", "day") DO UPDATE SET "detections" = c."detections" + EXCLUDED."detections";
  INSERT INTO "shadow_ai_closing_counts" AS c ("organisation_id", "day", "detections")
  SELECT organisation_id, (closed_at AT TIME ZONE 'UTC')::date, sum(n)
  FROM (
    SELECT after.organisation_id, after.closed_at, 1 WHERE after.closed_at IS NOT NULL
    UNION ALL
    SELECT before.organisation_id, before.closed_at, -1 WHERE before.closed_at IS NOT NULL
  ) AS changes (organisation_id, closed_at, n)
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT ("organisation_id", "day") DO UPDATE SET "detections" = c."detections" + EXCLUDED."detections";
  RETURN NULL;
END $$;

INSERT INTO "shadow_ai_age_counts"
  SELECT organisation_id, severity, (detected_at AT TIME ZONE 'UTC')::date, count(*)
  FROM "shadow_ai_detections" WHERE closed_at IS NULL GROUP BY 1, 2, 3;
INSERT INTO "shadow_ai_closing_counts"
  SELECT organisation_id, (closed_at AT TIME ZONE 'UTC')::date, count(*)
  FROM "shadow_ai_detections" WHERE closed_at IS NOT NULL GROUP BY 1, 2;

CREATE TRIGGER "shadow_ai_detections_ages"
  AFTER INSERT OR UPDATE OF "status", "severity", "detected_at" OR DELETE ON "shadow_ai_detections"
  FOR EACH ROW EXECUTE FUNCTION shadow_ai_keep_ages();

GRANT SELECT, INSERT, UPDATE ON "shadow_ai_age_counts", "shadow_ai_closing_counts" TO gas_app;
