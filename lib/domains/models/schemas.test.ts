import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { ListModels, RegisterModel, UpdateModel } from "@/lib/domains/models/schemas";
import { ServiceError } from "@/lib/platform/core/errors";
import { validate } from "@/lib/platform/http/validate";

const longLabel = "a".repeat(63);
const longHost = `${`${longLabel}.`.repeat(3)}${"a".repeat(61)}`;

function problems(schema: z.ZodType, value: unknown): string[] {
  try {
    validate(schema, value);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return (error.details ?? []).map(({ path }) => path);
  }
}

function withHost(host: unknown) {
  return { name: "m", allowedEndpoints: [{ host }] };
}

describe("RegisterModel", () => {
  test("accepts all fields, trims texts and lower-cases hosts", () => {
    const given = {
      name: "  Credit scoring ",
      version: "2026.1",
      provider: "openai",
      riskTier: "CRITICAL",
      ownerEmail: "model-risk@example.com",
      description: "Scores.\nConsumers.",
      allowedEndpoints: [
        { host: "API.OpenAI.com", departments: ["Risk"], ipRanges: ["10.20.0.0/16", "2001:db8::/32"] },
        { host: "*.Example.com" },
      ],
    };
    const parsed = validate(RegisterModel, given);
    expect(parsed).toEqual({
      ...given,
      name: "Credit scoring",
      allowedEndpoints: [{ ...given.allowedEndpoints[0], host: "api.openai.com" }, { host: "*.example.com" }],
    });
    expect(validate(RegisterModel, { name: "m" })).toEqual({ name: "m" });
  });

  test("rejects a blank name and reports all problems at once", () => {
    expect(problems(RegisterModel, { name: "  " })).toEqual(["name"]);
    const several = { name: "", riskTier: 1, ownerEmail: "x", foo: 1 };
    expect(problems(RegisterModel, several).sort()).toEqual(["foo", "name", "ownerEmail", "riskTier"]);
  });

  test.each([
    "localhost",
    "a.b",
    "xn--mnchen-3ya.example",
    "1.example",
    `${longLabel}.example`,
    "*.example.com",
    longHost,
  ])("accepts the host %s", (host) => {
    expect(problems(RegisterModel, withHost(host))).toEqual([]);
  });

  const badHosts = `. * *. *.com a*.example.com *.*.example.com a.*.example example.com. .example.com a..b -a.example
    a-.example a_b.example 10.0.0.1 [::1] ::1 example.com:443 https://example.com example.com/path münchen.example
    ${longLabel}a.example a${longHost}`;
  test.each([...badHosts.split(/\s+/), "", "a b.example", 42, null])("rejects the host %j", (host) => {
    expect(problems(RegisterModel, withHost(host))).toContain("allowedEndpoints[0].host");
  });

  test.each(["0.0.0.0/0", "10.0.0.1/32", "::/0", "2001:DB8::/32", "::1/128"])("accepts the range %s", (range) => {
    expect(problems(RegisterModel, { name: "m", allowedEndpoints: [{ host: "a.b", ipRanges: [range] }] })).toEqual([]);
  });

  test.each(["10.0.0.1", "10.0.0.0/33", "256.0.0.0/8", "10.0/8", "::/129", "1::2::3/64", "::1%lo/64", "all", "", 8])(
    "rejects the range %j",
    (range) => {
      const given = { name: "m", allowedEndpoints: [{ host: "a.b", ipRanges: ["10.0.0.0/8", range] }] };
      expect(problems(RegisterModel, given)).toEqual(["allowedEndpoints[0].ipRanges[1]"]);
    },
  );

  test.each([
    ["host", withHost(`${"a-".repeat(500_000)}!`)],
    ["host labels", withHost(`${"a.".repeat(500_000)}!`)],
    ["e-mail", { name: "m", ownerEmail: `${"a.".repeat(500_000)}!@` }],
    ["an e-mail domain", { name: "m", ownerEmail: `a@${"a.".repeat(500_000)}!` }],
  ])("rejects a megabyte of %s quickly", (_, given) => {
    const startedAt = performance.now();
    expect(problems(RegisterModel, given)).not.toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

describe("UpdateModel", () => {
  test.each([
    [{ name: "n" }],
    [{ archived: true }],
    [{ version: null, provider: null, riskTier: null, ownerEmail: null, description: null, allowedEndpoints: null }],
  ])("accepts %j", (given) => {
    expect(validate(UpdateModel, given)).toEqual(given);
  });

  test("rejects an empty change", () => expect(problems(UpdateModel, {})).toEqual(["body"]));
});

describe("ListModels", () => {
  test("parses a query", () => {
    expect(validate(ListModels, { archived: "false", riskTier: "LOW", q: " x ", limit: "5" })).toEqual({
      archived: false,
      riskTier: "LOW",
      q: "x",
      limit: 5,
    });
    expect(validate(ListModels, {})).toEqual({ limit: 25 });
  });
});
