import { describe, expect, it } from "vitest";
import { type GovernedModel, registrationOf, uncoveredRanges } from "@/lib/domains/shadow-ai/analysis";

const use = { providerId: "openai", endpoint: "api.openai.com", department: "Risk", ranges: ["10.20.30.x"] };

function model(...allowedEndpoints: GovernedModel["allowedEndpoints"]): GovernedModel {
  return { id: "mdl_1", provider: null, allowedEndpoints };
}

function covered(endpoint: GovernedModel["allowedEndpoints"][number], given: Partial<typeof use> = {}): boolean {
  return registrationOf([model(endpoint)], { ...use, ...given }).coveredBy !== null;
}

describe("registrationOf", () => {
  it("finds nothing without registered models", () => {
    expect(registrationOf([], use)).toEqual({ providerRegistered: false, endpointAllowed: false, coveredBy: null });
  });

  it.each([
    ["Open AI", true],
    ["anthropic", false],
  ])("the provider name %s registers the provider: %s", (provider, providerRegistered) => {
    const models = [{ id: "mdl_1", provider, allowedEndpoints: [] }];
    expect(registrationOf(models, use)).toEqual({ providerRegistered, endpointAllowed: false, coveredBy: null });
  });

  it("allows the host even if only other departments may use it", () => {
    expect(registrationOf([model({ host: "api.openai.com", departments: ["Legal"] })], use)).toEqual({
      providerRegistered: true,
      endpointAllowed: true,
      coveredBy: null,
    });
  });

  it("returns the first model that fully covers the use", () => {
    const models = [
      { id: "mdl_1", provider: "openai", allowedEndpoints: [{ host: "api.openai.com", departments: ["Legal"] }] },
      {
        id: "mdl_2",
        provider: null,
        allowedEndpoints: [{ host: "a.example" }, { host: "API.OpenAI.com.", departments: [" risk "] }],
      },
      { id: "mdl_3", provider: null, allowedEndpoints: [{ host: "*.openai.com" }] },
    ];
    expect(registrationOf(models, use)).toEqual({
      providerRegistered: true,
      endpointAllowed: true,
      coveredBy: "mdl_2",
    });
  });

  it("combines endpoints and models that cover different ranges", () => {
    const two = { ...use, ranges: ["10.20.30.x", "10.20.31.x"] };
    const first = model({ host: "api.openai.com", ipRanges: ["10.20.30.0/24"] });
    const second = { ...model({ host: "api.openai.com", ipRanges: ["10.20.31.0/24"] }), id: "mdl_2" };
    expect(registrationOf([first, second], two).coveredBy).toBe("mdl_1");
    expect(registrationOf([first], two).coveredBy).toBeNull();
    expect(uncoveredRanges([first], two)).toEqual(["10.20.31.x"]);
  });

  it("does not combine two partial matches", () => {
    const halves = model(
      { host: "api.openai.com", departments: ["Risk"], ipRanges: ["192.168.0.0/16"] },
      { host: "api.openai.com", departments: ["Legal"], ipRanges: ["10.0.0.0/8"] },
    );
    expect(registrationOf([halves], use).coveredBy).toBeNull();
  });
});

it.each([
  ["api.openai.com", "api.openai.com", true],
  ["*.openai.com", "api.openai.com", true],
  ["*.openai.com", "eu.api.openai.com", true],
  ["*.openai.com", "openai.com", false],
  ["openai.com", "api.openai.com", false],
  ["*.openai.com", "evilopenai.com", false],
  ["*.openai.com", "api.openai.com.evil.example", false],
])("host %s allows %s: %s", (host, endpoint, allowed) => {
  expect(covered({ host }, { endpoint })).toBe(allowed);
});

it.each<[string[] | undefined, string | null, boolean]>([
  [undefined, null, true],
  [undefined, "Risk", true],
  [["Risk"], "risk", true],
  [["RISK", "Legal"], " Risk", true],
  [["Legal"], "Risk", false],
  [["Risk"], null, false],
  [[], "Risk", false],
])("departments %j allow %j: %s", (departments, department, allowed) => {
  const endpoint = { host: "api.openai.com", departments };
  expect(registrationOf([model(endpoint)], { ...use, department }).coveredBy !== null).toBe(allowed);
});

it.each<[string[], string[], boolean]>([
  [["10.20.0.0/16"], ["10.20.30.x"], true],
  [["10.20.30.0/24"], ["10.20.30.x"], true],
  [["0.0.0.0/0"], ["10.20.30.x"], true],
  [["10.20.30.0/25"], ["10.20.30.x"], false],
  [["10.20.30.0/25", "10.20.30.128/25"], ["10.20.30.x"], true],
  [["10.20.30.128/25", "10.20.30.0/25", "10.20.30.0/26"], ["10.20.30.x"], true],
  [["10.20.30.0/25", "10.20.30.192/26"], ["10.20.30.x"], false],
  [["10.20.0.0/16"], ["10.20.30.x", "10.21.0.x"], false],
  [["10.20.0.0/16", "10.21.0.0/16"], ["10.20.30.x", "10.21.0.x"], true],
  [["10.20.0.0/16"], [], false],
  [[], ["10.20.30.x"], false],
  [["2001:db8::/32"], ["2001:db8:1::x"], true],
  [["2001:db8:1::/49"], ["2001:db8:1::x"], false],
  [["2001:db8:1::/49", "2001:db8:1:8000::/49"], ["2001:db8:1::x"], true],
  [["::/0"], ["10.20.30.x"], false],
  [["0.0.0.0/0"], ["2001:db8:1::x"], false],
  [["0.0.0.0/0"], ["10.20.30.40"], false],
  [["0.0.0.0/0"], ["unknown"], false],
  [["not a range", "10.20.30.0/33"], ["10.20.30.x"], false],
])("IP ranges %j cover %j: %s", (ipRanges, ranges, allowed) => {
  expect(covered({ host: "api.openai.com", ipRanges }, { ranges })).toBe(allowed);
});
