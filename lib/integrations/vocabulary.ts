/** Products whose webhooks are received. Each is also the `source` of the events that are made of them. */
export const integrationKinds = ["GITHUB", "JIRA", "MLFLOW"] as const;

export type IntegrationKind = (typeof integrationKinds)[number];

/** What is known of an integration's connection. */
export const integrationStatuses = ["WAITING", "CONNECTED", "DISCONNECTED", "DISABLED"] as const;

export type IntegrationStatus = (typeof integrationStatuses)[number];
