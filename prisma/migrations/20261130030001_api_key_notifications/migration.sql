-- Adds API_KEY_EXPIRING to the kinds of notifications.
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
