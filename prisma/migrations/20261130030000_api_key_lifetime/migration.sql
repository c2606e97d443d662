-- Null in existing rows, so that their sealed states stay valid: their new keys do not expire by default, as before.
ALTER TABLE "organisations" ADD COLUMN     "api_key_lifetime_days" INTEGER;

ALTER TABLE "organisations"
  ADD CONSTRAINT "organisations_api_key_lifetime" CHECK ("api_key_lifetime_days" BETWEEN 1 AND 3650);

ALTER TABLE "notifications"
  DROP CONSTRAINT "notifications_kind",
  ADD CONSTRAINT "notifications_kind" CHECK (
    "kind" IN ('DETECTION_ASSIGNED', 'DETECTION_MENTIONED', 'DETECTION_OVERDUE', 'DELIVERIES_FAILED', 'CHAIN_FINDING', 'API_KEY_EXPIRING')
  );
ALTER TABLE "notification_preferences"
  DROP CONSTRAINT "notification_preferences_kind",
  ADD CONSTRAINT "notification_preferences_kind" CHECK (
    "kind" IN ('DETECTION_ASSIGNED', 'DETECTION_MENTIONED', 'DETECTION_OVERDUE', 'DELIVERIES_FAILED', 'CHAIN_FINDING', 'API_KEY_EXPIRING')
  );
