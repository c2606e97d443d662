-- Each key contains the organisation. The indexes of e-mails and notifications are already built; they are locked last.
ALTER TABLE "chain_verifications" DROP CONSTRAINT "chain_verifications_pkey", ADD CONSTRAINT "chain_verifications_pkey" PRIMARY KEY ("id", "organisation_id");
ALTER TABLE "legal_holds" DROP CONSTRAINT "legal_holds_pkey", ADD CONSTRAINT "legal_holds_pkey" PRIMARY KEY ("id", "organisation_id");
ALTER TABLE "credential_changes" DROP CONSTRAINT "credential_changes_pkey", ADD CONSTRAINT "credential_changes_pkey" PRIMARY KEY ("id", "organisation_id");
ALTER TABLE "saved_views" DROP CONSTRAINT "saved_views_pkey", ADD CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id", "organisation_id");
DROP INDEX "saved_views_name";
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" ("member_id", "page", "name", "organisation_id");
ALTER TABLE "mail_messages" DROP CONSTRAINT "mail_messages_pkey", ADD CONSTRAINT "mail_messages_pkey" PRIMARY KEY USING INDEX "mail_messages_key";
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_pkey", ADD CONSTRAINT "notifications_pkey" PRIMARY KEY USING INDEX "notifications_key";
DROP INDEX "notifications_source";
ALTER INDEX "notifications_source_key" RENAME TO "notifications_source";
