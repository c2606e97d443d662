-- An effect that was put into the job queue and is not done yet. A sweep queues it again when the job server has lost it.
CREATE TABLE "pending_effects" (
  "key" TEXT NOT NULL,
  "event" TEXT NOT NULL,
  "due_at" TIMESTAMPTZ(3) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "pending_effects_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "pending_effects_by_due" ON "pending_effects" ("due_at");
GRANT SELECT, INSERT, UPDATE, DELETE ON "pending_effects" TO gas_app;

-- Mails that wait at this moment have no row yet.
INSERT INTO "pending_effects" ("key", "event", "due_at")
SELECT 'mail/message.queued {"mailId":"' || "id" || '"}',
       '{"name":"mail/message.queued","data":{"mailId":"' || "id" || '"}}', now() + interval '1 minute'
FROM "mail_messages" WHERE "status" = 'QUEUED';
