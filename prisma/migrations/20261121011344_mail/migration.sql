-- CreateTable
CREATE TABLE "mail_messages" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "claimed_until" TIMESTAMPTZ(3),
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mail_messages_newest_first" ON "mail_messages"("organisation_id", "id" DESC);

-- AddForeignKey
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_status"
  CHECK ("status" IN ('QUEUED', 'SENT', 'STORED', 'FAILED'));
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_sent"
  CHECK (("status" = 'SENT') = ("sent_at" IS NOT NULL));
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_failed_says_why"
  CHECK ("status" <> 'FAILED' OR "error" IS NOT NULL);

-- What a mail says and to whom never changes: the application only moves its status.
GRANT SELECT, INSERT ON "mail_messages" TO gas_app;
GRANT UPDATE ("status", "attempts", "claimed_until", "error", "sent_at") ON "mail_messages" TO gas_app;
