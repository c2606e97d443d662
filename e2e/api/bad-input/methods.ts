import { type BadInput, row } from "./row";

/** Every path with the methods it takes, as `Allow` says them. */
export const allowed: Record<string, string> = {
  "/v1/audit": "GET, POST, HEAD, OPTIONS",
  "/v1/audit/batch": "POST, OPTIONS",
  "/v1/audit/export": "GET, HEAD, OPTIONS",
  "/v1/audit/verify": "POST, OPTIONS",
  "/v1/audit/evt_1": "GET, HEAD, OPTIONS",
  "/v1/audit/checkpoint": "GET, HEAD, OPTIONS",
  "/v1/audit/evt_1/proof": "GET, HEAD, OPTIONS",
  "/v1/audit/consistency": "GET, HEAD, OPTIONS",
  "/v1/audit/verify-chain": "POST, OPTIONS",
  "/v1/audit/verifications/ver_1": "GET, HEAD, OPTIONS",
  "/v1/evidence": "GET, HEAD, OPTIONS",
  "/v1/evidence/generate": "POST, OPTIONS",
  "/v1/evidence/epkg_1": "GET, HEAD, OPTIONS",
  "/v1/evidence/epkg_1/verify": "POST, OPTIONS",
  "/v1/evidence/epkg_1/download-url": "POST, OPTIONS",
  "/v1/evidence/epkg_1/download": "GET, HEAD, OPTIONS",
  "/v1/shadow-ai/detections": "GET, HEAD, OPTIONS",
  "/v1/shadow-ai/stats": "GET, HEAD, OPTIONS",
  "/v1/shadow-ai/bulk": "POST, OPTIONS",
  "/v1/shadow-ai/settings": "GET, PUT, HEAD, OPTIONS",
  "/v1/shadow-ai/catalogue": "GET, HEAD, OPTIONS",
  "/v1/shadow-ai/catalogue/explain": "GET, HEAD, OPTIONS",
  "/v1/shadow-ai/catalogue/overrides/ai.example.com": "PUT, DELETE, OPTIONS",
  "/v1/sensors/observations": "POST, OPTIONS",
  "/v1/sensors/sources": "GET, HEAD, OPTIONS",
  "/v1/sensors/imports": "GET, HEAD, OPTIONS",
  "/v1/sensors/imports/imp_1": "GET, HEAD, OPTIONS",
  "/v1/shadow-ai/sad_1": "GET, PATCH, HEAD, OPTIONS",
  "/v1/verify/sha256:1": "GET, HEAD, OPTIONS",
  "/v1/verify/keys": "GET, HEAD, OPTIONS",
  "/v1/verify/keys/1.pem": "GET, HEAD, OPTIONS",
  "/v1/models": "GET, POST, HEAD, OPTIONS",
  "/v1/models/mdl_1": "GET, PATCH, HEAD, OPTIONS",
  "/v1/webhooks": "GET, POST, HEAD, OPTIONS",
  "/v1/webhooks/wh_1": "GET, PATCH, DELETE, HEAD, OPTIONS",
  "/v1/webhooks/wh_1/rotate-secret": "POST, OPTIONS",
  "/v1/webhooks/wh_1/test": "POST, OPTIONS",
  "/v1/webhooks/wh_1/recover": "POST, OPTIONS",
  "/v1/webhooks/wh_1/deliveries": "GET, HEAD, OPTIONS",
  "/v1/webhooks/wh_1/deliveries/we_1": "GET, HEAD, OPTIONS",
  "/v1/webhooks/wh_1/deliveries/we_1/redeliver": "POST, OPTIONS",
  "/v1/api-keys": "GET, POST, HEAD, OPTIONS",
  "/v1/api-keys/key_1": "GET, DELETE, HEAD, OPTIONS",
  "/v1/api-keys/key_1/rotate": "POST, OPTIONS",
  "/v1/openapi.json": "GET, HEAD, OPTIONS",
};

/** Methods that no path takes; the last ones are no method at all. */
const strange = ["TRACE", "PROPFIND", "QUERY", "LOCK", "PURGE", "M-SEARCH", "BREW", "get", "GETT"];

export const methods: BadInput[] = [
  ...Object.entries(allowed).flatMap(([path, allow]) =>
    ["GET", "POST", "PUT", "PATCH", "DELETE"]
      .filter((method) => !allow.split(", ").includes(method))
      .map((method) =>
        row(`${method} ${path}`, "method_not_allowed", () => ({ method, path }), { answers: { Allow: allow } }),
      ),
  ),
  ...["/v1/audit", "/v1/models/mdl_1", "/v1/nothing"].flatMap((path) =>
    strange.map((method) =>
      row(`${method} ${path}`, "method_not_allowed", () => ({ method, path }), {
        answers: { Allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" },
        uncounted: true,
      }),
    ),
  ),
];
