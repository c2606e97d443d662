import { countedText } from "@/lib/platform/client/format";

/** Texts that several components use. */
export const common = { scopes: "Scopes", createApiKey: "Create API key" };

export const apiKeyList = {
  createdBy: "Created by",
  serviceOperator: "Service operator",
  lastUsed: "Last used",
  apiKeys: "API keys",
  pageDescription:
    "API keys give applications access to the API. Use a separate key for each application, with only the scopes it needs.",
  empty: { title: "No API keys yet", text: "Create a key for each application that calls the API." },
  replacedExpires: "Replaced, expires",
  rotateNamed: (name: string) => `Rotate ${name}`,
  rotate: "Rotate",
  showScopes: (rest: number) => `Show ${countedText(rest, "more scope")}`,
  showFewer: "Show fewer scopes",
  revoke: "Revoke",
  revokeNamed: (name: string) => `Revoke ${name}`,
  revokeQuestion: (name: string) => `Revoke “${name}”?`,
  revokeBody: (hint: string) => `The key ${hint} will stop working within five seconds. You cannot undo this.`,
  revoked: (name: string) => `API key “${name}” revoked.`,
};

export const keyDialogs = {
  selectScope: "Select at least one scope.",
  selectADate: "Select a date.",
  apiKeyNotCreated: "API key not created",
  saveYourApiKey: "Save your API key",
  key: "key",
  name: { description: "The application that uses the key", placeholder: "Credit scoring API" },
  scopesDescription:
    "You can grant only the scopes that your role includes. The service operator can grant other scopes by running npm run keys:create on the server.",
  expiryDate: "Expiry date",
  apiKeyNotRotated: "API key not rotated",
  cannotRotate: (name: string) => `You cannot rotate “${name}”`,
  missingScopes: "The new key would have the same scopes, but your role does not include these:",
  askForKey: "Ask the service operator for a new key, or create a key with fewer scopes and revoke this one.",
  rotateQuestion: (name: string) => `Rotate “${name}”?`,
  overlap: {
    label: "Keep the old key valid for",
    description: "Allow enough time for your applications to switch to the new key.",
  },
  replaceApplicationsBefore: (hint: string) =>
    `Replace the old key ${hint} in your applications before it expires. The expiry time is shown in the list of API keys.`,
  replaceApplicationsNow: (hint: string) => `The old key ${hint} no longer works. Replace it in your applications now.`,
  rotateIntroduction: (expires: boolean) =>
    `The new key has the same name${expires ? ", scopes and lifetime" : " and scopes"} as the old key.`,
};
