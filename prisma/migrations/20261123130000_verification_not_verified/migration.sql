-- A verification that found nothing wrong, and could not judge everything: a checkpoint is signed with a key that the process
-- does not know.
ALTER TABLE "chain_verifications"
  DROP CONSTRAINT "chain_verifications_status",
  ADD CONSTRAINT "chain_verifications_status" CHECK ("status" IN ('running', 'ok', 'failed', 'not_verified', 'interrupted'));
