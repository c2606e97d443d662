-- CreateTable
CREATE TABLE "notifications" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" TEXT,
    "facts" JSONB NOT NULL,
    "source_key" TEXT NOT NULL,
    "in_app" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "digested_at" TIMESTAMPTZ(3),

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_preferences" (
    "organisation_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "in_app" BOOLEAN NOT NULL,
    "email" TEXT NOT NULL,

    CONSTRAINT "notification_preferences_pkey" PRIMARY KEY ("member_id","kind")
);

-- CreateIndex
CREATE INDEX "notifications_newest_first" ON "notifications"("member_id", "id" DESC);

-- CreateIndex
CREATE INDEX "notifications_unread" ON "notifications"("member_id", "id" DESC) WHERE (read_at IS NULL);

-- CreateIndex
CREATE INDEX "notifications_digested" ON "notifications"("member_id", "digested_at") WHERE (digested_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "notifications_by_time" ON "notifications"("organisation_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "notifications_source" ON "notifications"("member_id", "source_key");

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "notifications"
  ADD CONSTRAINT "notifications_kind"
    CHECK ("kind" IN ('DETECTION_ASSIGNED', 'DETECTION_OVERDUE', 'DELIVERIES_FAILED', 'CHAIN_FINDING'));
ALTER TABLE "notification_preferences"
  ADD CONSTRAINT "notification_preferences_kind"
    CHECK ("kind" IN ('DETECTION_ASSIGNED', 'DETECTION_OVERDUE', 'DELIVERIES_FAILED', 'CHAIN_FINDING')),
  ADD CONSTRAINT "notification_preferences_email" CHECK ("email" IN ('NONE', 'DAILY'));

GRANT SELECT, INSERT, DELETE ON "notifications" TO gas_app;
GRANT UPDATE ("read_at", "digested_at") ON "notifications" TO gas_app;
GRANT SELECT, INSERT, UPDATE ON "notification_preferences" TO gas_app;
