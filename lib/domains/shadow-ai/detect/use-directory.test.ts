import { expect, test } from "vitest";
import { bestVantage, fingerprintOf } from "@/lib/domains/shadow-ai/detect/use-directory";

const use = {
  organisationId: "org_1",
  providerId: "openai",
  endpoint: "api.openai.com",
  accessKind: "API",
  scope: "Risk",
} as const;

test("a fingerprint is pinned: stored uses are found by it", () => {
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
])("a use with another %o has another", (other) => {
  expect(fingerprintOf({ ...use, ...other })).not.toBe(fingerprintOf(use));
});

test("no two uses run together", () => {
  const one = fingerprintOf({ ...use, endpoint: "a", scope: 'b","c' });
  expect(fingerprintOf({ ...use, endpoint: 'a","b', scope: "c" })).not.toBe(one);
});

test("a proxy tells more than the network, and that more than a resolver", () => {
  expect(bestVantage("NETWORK_TRAFFIC", "PROXY")).toBe("PROXY");
  expect(bestVantage("NETWORK_TRAFFIC", "DNS")).toBe("NETWORK_TRAFFIC");
  expect(bestVantage("DNS", "DNS")).toBe("DNS");
});
