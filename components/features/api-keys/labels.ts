import { countedText } from "@/lib/platform/client/format";
import { type Scope, scopes } from "@/lib/platform/core/roles";

const texts: Record<Scope, string> = {
  "audit:read": "Read, export and verify the audit chain. Read proofs and alert policies.",
  "audit:write": "Append audit events.",
  "models:read": "Read the model registry.",
  "models:write": "Register, update and archive models.",
  "shadow_ai:read": "Read detections, exceptions, imports, sources and the catalogue.",
  "shadow_ai:write": "Triage and resolve detections, approve exceptions and change detection settings.",
  "sensors:write": "Send observations and logs. Sensors need only this scope.",
  "evidence:read": "Read and download evidence packages.",
  "evidence:write": "Generate evidence packages.",
  "reports:read": "Read and download reports, and read report schedules.",
  "reports:write": "Generate reports and manage report schedules.",
  "webhooks:read": "Read webhook endpoints and their deliveries.",
  "webhooks:write": "Create, update, test and delete webhook endpoints.",
  admin:
    "Manage members, API keys, alert policies and settings. An API key with this scope can grant only its own scopes.",
};

const groups: readonly [label: string, prefixes: readonly string[]][] = [
  ["Audit trail", ["audit"]],
  ["Models", ["models"]],
  ["Shadow AI", ["shadow_ai", "sensors"]],
  ["Evidence and reports", ["evidence", "reports"]],
  ["Webhooks", ["webhooks"]],
  ["Administration", ["admin"]],
];

/** All scopes with their descriptions, by area. */
export const scopeGroups = groups.map(([label, prefixes]) => ({
  label,
  choices: scopes
    .filter((scope) => prefixes.includes(scope.split(":")[0] ?? ""))
    .map((value) => ({ value, text: texts[value] })),
}));

/** The scopes that a member can grant: those of their role. */
export function grantableGroups(permissions: readonly string[]) {
  return scopeGroups
    .map(({ label, choices }) => ({ label, choices: choices.filter(({ value }) => permissions.includes(value)) }))
    .filter(({ choices }) => choices.length > 0);
}

const dayMs = 86_400_000;

/**
 * `date` stands for a date that the user chooses, and `default` for the organisation's period: null if keys do not
 * expire, undefined while it is loading.
 */
export const lifetimes = (defaultDays: number | null | undefined) => [
  { value: "default", label: `Default${defaultText(defaultDays)}` },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 1 year" },
  { value: "date", label: "Custom date" },
  { value: "never", label: "Never" },
];

function defaultText(days: number | null | undefined): string {
  if (days === undefined) return "";
  return days === null ? " (never)" : ` (in ${countedText(days, "day")})`;
}

interface Expiry {
  /** A value of `lifetimes`. */
  lifetime: string;
  /** `YYYY-MM-DD`, local: the key is valid until the end of that day. */
  date: string;
}

/** The expiry as ISO 8601; null for `never`, undefined for `default` and for a date that is not chosen yet. */
export function expiryOf({ lifetime, date }: Expiry, now: number): string | null | undefined {
  if (lifetime === "never") return null;
  if (lifetime === "default") return undefined;
  if (lifetime !== "date") return new Date(now + Number(lifetime) * dayMs).toISOString();
  const end = new Date(`${date}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}
