/** The paths of the pages whose filters can be saved. */
export const savedViewPages = [
  "audit",
  "shadow-ai",
  "shadow-ai/exceptions",
  "shadow-ai/sources",
  "shadow-ai/catalogue",
  "models",
  "evidence",
  "webhooks",
  "webhooks/deliveries",
  "settings/api-keys",
  "settings/members",
  "settings/mail",
] as const;
export type SavedViewPage = (typeof savedViewPages)[number];
