import { afterEach, expect, test } from "vitest";
import { pageHeaders } from "@/lib/platform/http/page-headers";

process.env.DATABASE_URL = "postgresql://gas:gas@localhost:5432/gas";

const openId = {
  OIDC_ISSUER: "https://login.example.com/realms/bank",
  OIDC_CLIENT_ID: "c",
  OIDC_CLIENT_SECRET: "s",
  OIDC_ORGANISATION_ID: "org_1",
  OIDC_ROLE_MAP: "risk=ANALYST",
};

function inEnvironment(variables: Record<string, string>): void {
  const registry = Symbol.for("governance-audit-service/singletons");
  (globalThis as unknown as Record<symbol, Map<string, unknown>>)[registry]?.delete("env");
  for (const name of ["PUBLIC_URL", "NODE_ENV", ...Object.keys(openId)]) {
    Reflect.set(process.env, name, variables[name] ?? (name === "NODE_ENV" ? "test" : ""));
  }
}

afterEach(() => inEnvironment({}));

function policy(variables: Record<string, string> = {}): Map<string, string> {
  inEnvironment({ NODE_ENV: "production", ...variables });
  const text = pageHeaders("bm9uY2U=")["Content-Security-Policy"];
  return new Map(text.split("; ").map((part) => [part.split(" ")[0] ?? "", part.slice(part.indexOf(" ") + 1)]));
}

test("a page runs only scripts with its nonce", () => {
  const directives = policy();
  expect(directives.get("default-src")).toBe("'none'");
  expect(directives.get("script-src")).toBe("'self' 'nonce-bm9uY2U=' 'strict-dynamic'");
  expect(directives.get("style-src")).toBe("'self' 'nonce-bm9uY2U='");
  expect(directives.get("connect-src")).toBe("'self'");
  expect(directives.get("frame-ancestors")).toBe("'none'");
  expect(directives.get("base-uri")).toBe("'none'");
  expect([...directives.values()].join()).not.toMatch(/unsafe-eval|https?:/);
});

test("a page's forms can submit to the OpenID provider", () => {
  expect(policy().get("form-action")).toBe("'self'");
  expect(policy(openId).get("form-action")).toBe("'self' https://login.example.com");
});

test("sends Strict-Transport-Security only if the service uses TLS", () => {
  inEnvironment({ PUBLIC_URL: "https://a.example" });
  expect(pageHeaders("x")["Strict-Transport-Security"]).toMatch(/^max-age=\d{8}/);
  inEnvironment({});
  expect(pageHeaders("x")["Strict-Transport-Security"]).toBeUndefined();
  expect(policy().has("upgrade-insecure-requests")).toBe(false);
  expect(policy({ PUBLIC_URL: "https://a.example" }).has("upgrade-insecure-requests")).toBe(true);
});
