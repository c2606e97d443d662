import { expect, test } from "vitest";
import { bestVantage, fingerprintOf } from "@/lib/domains/shadow-ai/detect/use-directory";

const use = {
  organisationId: "org_1",
  providerId: "openai",
  endpoint: "api.openai.com",
  accessKind: "API",
  scope: "Risk",
} as const;

test("fingerprints are pinned, because stored uses are found by them", () => {
  expect(fingerprintOf(use)).toMatchInlineSnapshot(
    `"72d7f7fe636f24367f133640f5f3825bb215b87e43c4de06e65f311ef232b0eb"`,
  );
});

test.each([
  { organisationId: "org_2" },
  { providerId: "openai2" },
  { endpoint: "eu.api.openai.com" },
  { accessKind: "WEB" as const },
  { scope: "Legal" },
])("a different %o gives a different fingerprint", (other) => {
  expect(fingerprintOf({ ...use, ...other })).not.toBe(fingerprintOf(use));
});

test("values cannot run together", () => {
  const one = fingerprintOf({ ...use, endpoint: "a", scope: 'b","c' });
  expect(fingerprintOf({ ...use, endpoint: 'a","b', scope: "c" })).not.toBe(one);
});

test("a proxy log ranks above a network log, which ranks above a DNS log", () => {
  expect(bestVantage("NETWORK_TRAFFIC", "PROXY")).toBe("PROXY");
  expect(bestVantage("NETWORK_TRAFFIC", "DNS")).toBe("NETWORK_TRAFFIC");
  expect(bestVantage("DNS", "DNS")).toBe("DNS");
});
