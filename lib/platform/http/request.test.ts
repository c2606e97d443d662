import { afterEach, expect, test } from "vitest";
import { prefers, requireSameOrigin, serviceOrigin } from "@/lib/platform/http/request";

const names = ["PUBLIC_URL", "TRUSTED_PROXY_HOPS"] as const;
process.env.DATABASE_URL = "postgresql://gas:gas@localhost:5432/gas";

/** The environment is read once per process, so each test starts without one. */
function inEnvironment(variables: Partial<Record<(typeof names)[number], string>>): void {
  const registry = Symbol.for("governance-audit-service/singletons");
  (globalThis as unknown as Record<symbol, Map<string, unknown>>)[registry]?.delete("env");
  for (const name of names) process.env[name] = variables[name] ?? "";
}

afterEach(() => inEnvironment({}));

test.each<[string, Parameters<typeof inEnvironment>[0], Record<string, string>, string | undefined]>([
  ["the requested host", {}, { host: "localhost:3000" }, "http://localhost:3000"],
  [
    "PUBLIC_URL, regardless of the requested host",
    { PUBLIC_URL: "https://a.example/x" },
    { host: "b" },
    "https://a.example",
  ],
  [
    "no header without a trusted proxy",
    {},
    { host: "a", "x-forwarded-host": "evil", "x-forwarded-proto": "https" },
    "http://a",
  ],
  [
    "the address seen by the trusted proxy",
    { TRUSTED_PROXY_HOPS: "1" },
    { host: "inner", "x-forwarded-host": "a.example", "x-forwarded-proto": "https" },
    "https://a.example",
  ],
  [
    "the address seen by the outermost trusted proxy",
    { TRUSTED_PROXY_HOPS: "2" },
    { host: "inner", "x-forwarded-host": "evil, a.example, middle", "x-forwarded-proto": "http, https, http" },
    "https://a.example",
  ],
  ["the host if the proxy adds none", { TRUSTED_PROXY_HOPS: "1" }, { host: "a" }, "http://a"],
  ["without the default port", {}, { host: "a:80" }, "http://a"],
  ["empty without a host", {}, {}, undefined],
  ["empty for an invalid host", {}, { host: "a b" }, undefined],
])("the service's origin: %s", (_what, environment, headers, origin) => {
  inEnvironment(environment);
  expect(serviceOrigin(new Headers(headers))).toBe(origin);
});

const own = { host: "a.example", origin: "http://a.example" };

test.each<[string, string, Record<string, string>]>([
  ["reading from anywhere", "GET", { host: "a.example", origin: "https://evil.example" }],
  ["a request for the allowed methods", "OPTIONS", { host: "a.example" }],
  ["a change by the service's page", "POST", own],
])("a session is accepted for %s", (_what, method, headers) => {
  expect(() => requireSameOrigin({ method, headers: new Headers(headers) })).not.toThrow();
});

test.each<[string, Record<string, string>]>([
  ["another site", { ...own, origin: "https://evil.example" }],
  ["another port", { ...own, origin: "http://a.example:8080" }],
  ["another protocol", { ...own, origin: "https://a.example" }],
  ["a subdomain", { ...own, origin: "http://x.a.example" }],
  ["a site whose name starts like the service's", { ...own, origin: "http://a.example.evil.example" }],
  ["a page without an origin", { ...own, origin: "null" }],
  ["a request without a proxy header", { host: "a.example" }],
  ["a header that a page can set", { host: "a.example", referer: "http://a.example/" }],
])("a session is rejected for a change by %s", (_what, headers) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    expect(() => requireSameOrigin({ method, headers: new Headers(headers) })).toThrow(
      expect.objectContaining({ code: "origin_mismatch", status: 403 }),
    );
  }
});

test.each([
  ["text/plain", true],
  ["TEXT/Plain", true],
  ["text/plain; charset=utf-8", true],
  ["text/plain, application/json;q=0.9", true],
  ["application/json;q=0.5, text/plain;q=0.8", true],
  ["text/plain, */*;q=0.1", true],
  ["application/json, text/plain", true],
  ["application/json, text/plain;q=0.9", false],
  ["text/plain;q=0", false],
  ["text/plain;q=x", false],
  ["application/json", false],
  ["text/*", false],
  ["*/*", false],
  ["text/html", false],
  ["", false],
])("%j prefers text: %j", (accept, expected) => {
  expect(prefers(new Request("http://localhost", { headers: { accept } }), "text/plain")).toBe(expected);
});

test("defaults to JSON", () => {
  expect(prefers(new Request("http://localhost"), "text/plain")).toBe(false);
});
