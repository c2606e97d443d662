/** Products whose webhooks are received. Each is also the `source` of the events recorded from them. */
export const integrationKinds = ["GITHUB", "JIRA", "MLFLOW"] as const;

export type IntegrationKind = (typeof integrationKinds)[number];

/** Connection status of an integration. */
export const integrationStatuses = ["WAITING", "CONNECTED", "DISCONNECTED", "DISABLED"] as const;

export type IntegrationStatus = (typeof integrationStatuses)[number];

/** Results of a genuine delivery that was not received before. */
export const deliveryResults = ["recorded", "ignored"] as const;

export type DeliveryResult = (typeof deliveryResults)[number];

/** Why no event was recorded for a genuine delivery. */
export const ignoredReasons = ["no_event", "no_model"] as const;

export type IgnoredReason = (typeof ignoredReasons)[number];
