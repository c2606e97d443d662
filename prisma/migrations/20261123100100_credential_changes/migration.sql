-- CreateTable
CREATE TABLE "credential_changes" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "role" TEXT,
    "previous_role" TEXT,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "credential_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "credential_changes_of_account" ON "credential_changes"("organisation_id", "account_id", "occurred_at");

-- CreateIndex
CREATE INDEX "credential_changes_by_time" ON "credential_changes"("organisation_id", "occurred_at");

-- AddForeignKey
ALTER TABLE "credential_changes" ADD CONSTRAINT "credential_changes_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "credential_changes"
  ADD CONSTRAINT "credential_changes_kind" CHECK ("kind" IN ('MEMBER_CREATED', 'INVITATION_RENEWED', 'MEMBER_JOINED',
    'ROLE_CHANGED', 'ACCESS_REMOVED', 'ACCESS_RESTORED', 'PASSWORD_RESET_REQUESTED', 'PASSWORD_CHANGED',
    'SECOND_FACTOR_ENABLED', 'SECOND_FACTOR_DISABLED', 'SECOND_FACTOR_RESET', 'RECOVERY_CODE_USED', 'OPENID_LINKED',
    'API_KEY_CREATED')),
  ADD CONSTRAINT "credential_changes_actor_kind" CHECK ("actor_kind" IN ('user', 'api-key', 'integration', 'system'));

-- Four eyes depends on these rows: no role changes or deletes one.
GRANT SELECT, INSERT ON "credential_changes" TO gas_app;
CREATE TRIGGER "credential_changes_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "credential_changes"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE "credential_changes" ENABLE ALWAYS TRIGGER "credential_changes_append_only";

-- The changes before this migration are on the chain: those of members that still count, and who created each API key.
-- An event that cannot be read is skipped: verification reports it, and it must not stop the migration.
DO $$
DECLARE
  event RECORD;
  content jsonb;
  payload jsonb;
BEGIN
  FOR event IN
    SELECT e.id, e.organisation_id, e.content, e.recorded_at
    FROM models m JOIN audit_events e ON e.organisation_id = m.organisation_id AND e.model_id = m.id
    WHERE m.system AND e.event_type = 'CONFIG_CHANGE' AND e.content IS NOT NULL
      AND (strpos(e.content, '"API_KEY_') > 0
        OR (strpos(e.content, '"MEMBER_') > 0 AND e.recorded_at > now() - interval '30 days'))
  LOOP
    BEGIN
      content := event.content::jsonb;
      payload := content -> 'payload';
      INSERT INTO credential_changes
        (id, organisation_id, account_id, kind, role, previous_role, actor_kind, actor_id, occurred_at)
      SELECT 'cch_' || substr(event.id, 5), event.organisation_id,
        coalesce(payload ->> 'memberId', payload ->> 'replacedById', payload ->> 'keyId'), kind,
        CASE WHEN kind IN ('MEMBER_CREATED', 'MEMBER_JOINED') THEN payload ->> 'role'
          WHEN kind IN ('ROLE_CHANGED', 'ACCESS_RESTORED', 'ACCESS_REMOVED') THEN payload -> 'after' ->> 'role' END,
        CASE WHEN kind = 'ROLE_CHANGED' THEN payload -> 'before' ->> 'role' END,
        CASE content -> 'actor' ->> 'type' WHEN 'USER' THEN 'user' WHEN 'SERVICE' THEN 'api-key' ELSE 'system' END,
        content -> 'actor' ->> 'id', event.recorded_at
      FROM (SELECT CASE payload ->> 'kind'
          WHEN 'API_KEY_CREATED' THEN 'API_KEY_CREATED'
          WHEN 'API_KEY_ROTATED' THEN 'API_KEY_CREATED'
          WHEN 'MEMBER_INVITED' THEN 'MEMBER_CREATED'
          WHEN 'MEMBER_INVITATION_RENEWED' THEN 'INVITATION_RENEWED'
          WHEN 'MEMBER_JOINED' THEN 'MEMBER_JOINED'
          WHEN 'MEMBER_ENABLED' THEN 'ACCESS_RESTORED'
          WHEN 'MEMBER_DISABLED' THEN 'ACCESS_REMOVED'
          WHEN 'MEMBER_LINKED_TO_OPENID' THEN 'OPENID_LINKED'
          WHEN 'MEMBER_PASSWORD_CHANGED' THEN 'PASSWORD_CHANGED'
          WHEN 'MEMBER_SECOND_FACTOR_ENABLED' THEN 'SECOND_FACTOR_ENABLED'
          WHEN 'MEMBER_SECOND_FACTOR_DISABLED' THEN 'SECOND_FACTOR_DISABLED'
          WHEN 'MEMBER_SECOND_FACTOR_RESET' THEN 'SECOND_FACTOR_RESET'
          WHEN 'MEMBER_RECOVERY_CODE_USED' THEN 'RECOVERY_CODE_USED'
          WHEN 'MEMBER_CHANGED' THEN
            CASE WHEN payload -> 'before' ->> 'role' <> payload -> 'after' ->> 'role' THEN 'ROLE_CHANGED' END
        END AS kind) AS mapped
      WHERE kind IS NOT NULL;
    EXCEPTION WHEN OTHERS THEN
      RAISE NOTICE 'event % was skipped: %', event.id, SQLERRM;
    END;
  END LOOP;
END
$$;
