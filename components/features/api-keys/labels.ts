import { type Scope, scopes } from "@/lib/platform/core/roles";

const texts: Record<Scope, string> = {
  "audit:read": "Read, export and verify the chain, see its proofs, and read alert policies.",
  "audit:write": "Append events.",
  "models:read": "Read the registry.",
  "models:write": "Register, change and archive models.",
  "shadow_ai:read": "Read detections, exceptions, imports, sources and the catalogue.",
  "shadow_ai:write": "Triage and resolve detections, approve exceptions, change settings.",
  "sensors:write": "Send observations and logs. All that a sensor needs.",
  "evidence:read": "Read and download packages.",
  "evidence:write": "Have packages generated.",
  "reports:read": "For reports over a period. No operation needs it yet.",
  "reports:write": "For having reports made. No operation needs it yet.",
  "webhooks:read": "Read endpoints and what was sent to them.",
  "webhooks:write": "Create, change, test and delete endpoints.",
  admin: "Manage members, API keys, alert policies and settings. It can create API keys with its own scopes only.",
};

const groups: readonly [label: string, prefixes: readonly string[]][] = [
  ["Audit trail", ["audit"]],
  ["Models", ["models"]],
  ["Shadow AI", ["shadow_ai", "sensors"]],
  ["Evidence and reports", ["evidence", "reports"]],
  ["Webhooks", ["webhooks"]],
  ["Administration", ["admin"]],
];

/** The scopes by what they are about, each with what it allows. */
export const scopeGroups = groups.map(([label, prefixes]) => ({
  label,
  choices: scopes
    .filter((scope) => prefixes.includes(scope.split(":")[0] ?? ""))
    .map((value) => ({ value, text: texts[value] })),
}));

/** The scopes that a member can give to an API key: those that their role has. */
export function grantableGroups(permissions: readonly string[]) {
  return scopeGroups
    .map(({ label, choices }) => ({ label, choices: choices.filter(({ value }) => permissions.includes(value)) }))
    .filter(({ choices }) => choices.length > 0);
}

const dayMs = 86_400_000;

/** How long a new key can live; `date` is until a day of one's own. */
export const lifetimes = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "date", label: "On a day" },
  { value: "never", label: "Never" },
];

interface Expiry {
  /** A value of `lifetimes`. */
  lifetime: string;
  /** `YYYY-MM-DD` where the reader is: the key works to the end of that day. */
  date: string;
}

/** When a key expires, as ISO; undefined for never, and for a day that was not chosen yet. */
export function expiryOf({ lifetime, date }: Expiry, now: number): string | undefined {
  if (lifetime === "never") return undefined;
  if (lifetime !== "date") return new Date(now + Number(lifetime) * dayMs).toISOString();
  const end = new Date(`${date}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}
