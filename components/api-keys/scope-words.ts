import { type Scope, scopes } from "@/lib/roles";

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
