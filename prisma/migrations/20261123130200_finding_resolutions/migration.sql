-- A request of one administrator to resolve a finding that turned out to be false, and the decision of another one.
CREATE TABLE "finding_resolutions" (
  "organisation_id" TEXT NOT NULL,
  "event_id" TEXT NOT NULL,
  "code" TEXT NOT NULL,
  "number" INTEGER NOT NULL,
  "status" TEXT NOT NULL,
  "reason" TEXT NOT NULL,
  "requested_by_id" TEXT NOT NULL,
  "requested_by" TEXT NOT NULL,
  "requested_at" TIMESTAMPTZ(3) NOT NULL,
  "requested_event_id" TEXT NOT NULL,
  "decided_by_id" TEXT,
  "decided_by" TEXT,
  "decided_at" TIMESTAMPTZ(3),
  "decided_event_id" TEXT,
  "reopened_at" TIMESTAMPTZ(3),

  CONSTRAINT "finding_resolutions_pkey" PRIMARY KEY ("organisation_id", "event_id", "code", "number")
);
ALTER TABLE "finding_resolutions" ADD CONSTRAINT "finding_resolutions_finding_fkey"
  FOREIGN KEY ("organisation_id", "event_id", "code") REFERENCES "integrity_findings" ("organisation_id", "event_id", "code")
  ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "finding_resolutions"
  ADD CONSTRAINT "finding_resolutions_status" CHECK ("status" IN ('REQUESTED', 'RESOLVED', 'REJECTED', 'REOPENED')),
  ADD CONSTRAINT "finding_resolutions_decided" CHECK (("status" = 'REQUESTED') = ("decided_at" IS NULL)
    AND ("decided_at" IS NULL) = ("decided_by_id" IS NULL) AND ("decided_at" IS NULL) = ("decided_by" IS NULL)),
  ADD CONSTRAINT "finding_resolutions_reopened" CHECK (("status" = 'REOPENED') = ("reopened_at" IS NOT NULL)),
  ADD CONSTRAINT "finding_resolutions_four_eyes"
    CHECK ("status" NOT IN ('RESOLVED', 'REOPENED') OR "decided_by_id" <> "requested_by_id");

-- Of one finding at most one request is pending or in effect.
CREATE UNIQUE INDEX "finding_resolutions_current" ON "finding_resolutions" ("organisation_id", "event_id", "code")
  WHERE ("status" <> 'REJECTED' AND "status" <> 'REOPENED');

GRANT SELECT, INSERT ON "finding_resolutions" TO gas_app;
GRANT UPDATE ("status", "decided_by_id", "decided_by", "decided_at", "decided_event_id", "reopened_at")
  ON "finding_resolutions" TO gas_app;
