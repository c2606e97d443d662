import { type BadInput, badFields, type FieldRow, row } from "./row";

const creating: FieldRow[] = [
  ["a name of only white space", { name: "  " }, ["name"]],
  ["an empty list of scopes", { scopes: [] }, ["scopes"]],
  ["scopes as text", { scopes: "audit:read audit:write" }, ["scopes"]],
  ["an unknown scope", { scopes: ["audit:read", "audit:delete"] }, ["scopes[1]"]],
  ["a wildcard scope", { scopes: ["*"] }, ["scopes[0]"]],
  ["a scope in upper case", { scopes: ["AUDIT:READ"] }, ["scopes[0]"]],
  ["a scope that is null", { scopes: [null] }, ["scopes[0]"]],
  ["a scope twice", { scopes: ["audit:read", "audit:read"] }, ["scopes"]],
  ["an expiry in epoch seconds", { expiresAt: 1_900_000_000 }, ["expiresAt"]],
  ["an expiry in the past", { expiresAt: "2020-01-01T00:00:00Z" }, ["expiresAt"]],
  ["an expiry at the current time", () => ({ expiresAt: new Date().toISOString() }), ["expiresAt"]],
  ["a key set by the caller", { key: "gas_live_mine" }, ["key"]],
  ["an organisation", { organisationId: "org_1" }, ["organisationId"]],
  ["errors in every field", { name: 1, scopes: ["x"], expiresAt: "x", y: 1 }, ["expiresAt", "name", "scopes[0]", "y"]],
];

const rotating: FieldRow[] = [
  ["an overlap that is too large for a timestamp", { overlapSeconds: 1e308 }, ["overlapSeconds"]],
  ["an overlap that is text", { overlapSeconds: "60" }, ["overlapSeconds"]],
  ["scopes", { scopes: ["admin"] }, ["scopes"]],
  ["an unknown field and a wrong one", { overlapSeconds: true, now: true }, ["now", "overlapSeconds"]],
];

const rotate = (id: string) => ({ method: "POST", path: `/v1/api-keys/${id}/rotate`, body: {} });
const missing = "key_01kahbc2g8m9n4q6r1s7t3v5wx";

export const apiKeys: BadInput[] = [
  ...badFields(
    "POST /api-keys",
    () => ({ method: "POST", path: "/v1/api-keys", body: { name: "A key", scopes: ["audit:read"] } }),
    creating,
  ),
  ...badFields("POST /api-keys/{id}/rotate", ({ keyId }) => rotate(keyId), rotating),
  row("POST /api-keys/{id}/rotate: a revoked key", "invalid_transition", ({ revokedKeyId }) => rotate(revokedKeyId)),
  row("POST /api-keys/{id}/rotate: a rotated key", "invalid_transition", ({ rotatedKeyId }) => rotate(rotatedKeyId)),
  row("POST /api-keys/{id}/rotate: an unknown key", "not_found", () => rotate(missing)),
  row("GET /api-keys/{id}: an unknown key", "not_found", () => ({
    method: "GET",
    path: `/v1/api-keys/${missing}`,
  })),
  row("DELETE /api-keys/{id}: an unknown key", "not_found", () => ({
    method: "DELETE",
    path: `/v1/api-keys/${missing}`,
  })),
  row("DELETE /api-keys/{id}: a key instead of its ID", "not_found", ({ key }) => ({
    method: "DELETE",
    path: `/v1/api-keys/${key}`,
  })),
  row(
    "DELETE /api-keys/{id}: an unknown query parameter",
    "validation_failed",
    ({ keyId }) => ({
      method: "DELETE",
      path: `/v1/api-keys/${keyId}?force=true`,
    }),
    { paths: ["force"] },
  ),
];
