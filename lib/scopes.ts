/**
 * What an API key may be allowed to do. `admin` covers keys, members, alert policies, legal holds, erasure
 * and settings, not the other scopes.
 */
export const scopes = [
  "audit:read",
  "audit:write",
  "models:read",
  "models:write",
  "shadow_ai:read",
  "shadow_ai:write",
  "sensors:write",
  "evidence:read",
  "evidence:write",
  "webhooks:read",
  "webhooks:write",
  "reports:read",
  "reports:write",
  "admin",
] as const;

export type Scope = (typeof scopes)[number];
