import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type IntegrationKind, integrationKinds } from "@/lib/domains/integrations/enums";
import { products } from "@/lib/domains/integrations/products";
import { githubExamples } from "@/lib/domains/integrations/testing/github-examples";
import { jiraBodies, mlflowBodies } from "@/lib/domains/integrations/testing/payloads";
import { ServiceError } from "@/lib/platform/core/errors";

const known = new Set(["deployment", "deployment_status", "pull_request", "pull_request_review", "release"]);

/** Real bodies that become events, with their headers. */
const samples: Record<IntegrationKind, [headers: Record<string, string>, body: unknown][]> = {
  GITHUB: githubExamples
    .filter(([event]) => known.has(event))
    .map(([event, body]) => [{ "x-github-event": event }, body]),
  JIRA: Object.values(jiraBodies).map((body) => [{}, body]),
  MLFLOW: Object.values(mlflowBodies).map((body) => [{}, body]),
};

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, "", "\u0000", "\ud800", -1, 1e308, 2 ** 60, [], {}, "x".repeat(5_000)),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constant(JSON.parse('{"__proto__":{"toString":1},"toString":2,"constructor":null}')),
);

/** A body with up to three values replaced or removed. */
function damaged(body: unknown): fc.Arbitrary<unknown> {
  const places: (string | number)[][] = [];
  const walk = (value: unknown, path: (string | number)[]) => {
    if (path.length > 0) places.push(path);
    if (value === null || typeof value !== "object" || path.length > 4) return;
    for (const [name, child] of Object.entries(value)) walk(child, [...path, name]);
  };
  walk(body, []);
  return fc
    .tuple(fc.array(fc.constantFrom(...places), { minLength: 1, maxLength: 3 }), odd, fc.boolean())
    .map(([paths, value, isRemoval]) => {
      const copy = structuredClone(body) as Record<string | number, unknown>;
      for (const path of paths) {
        let place: unknown = copy;
        for (const name of path.slice(0, -1)) place = (place as Record<string | number, unknown> | null)?.[name];
        if (place === null || typeof place !== "object") continue;
        const last = path.at(-1) ?? "";
        if (isRemoval) Reflect.deleteProperty(place, last);
        // A copy, because a value inserted into itself cannot be JSON.
        else Reflect.set(place, last, structuredClone(value));
      }
      return copy;
    });
}

/** Reading must fail with a client error, or return data that can be stored and hashed unchanged. */
function expectSound(kind: IntegrationKind, headers: Record<string, string>, body: unknown): void {
  let reading: ReturnType<(typeof products)[IntegrationKind]["read"]>;
  try {
    reading = products[kind].read(new Headers(headers), body);
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as ServiceError).status).toBe(400);
    return;
  }
  const { translation, ticket } = reading;
  expect(reading.topic).toMatch(/^[a-z0-9_.:]{1,201}$/);
  const text = JSON.stringify([translation, ticket]);
  expect(text.length).toBeLessThan(20_000);
  const check = (value: unknown): void => {
    if (typeof value === "string") expect(value.isWellFormed() && !/\p{Cc}/u.test(value)).toBe(true);
    else if (value !== null && typeof value === "object") Object.values(value).forEach(check);
    else if (typeof value === "number") expect(Number.isSafeInteger(value)).toBe(true);
  };
  check(translation);
  check(ticket);
  if (translation?.occurredAt !== undefined) expect(translation.occurredAt).toMatch(/^\d{4}-.{18}Z$/);
  if (translation) expect(translation.subject).not.toBe("");
}

describe.each(integrationKinds)("deliveries of %s with arbitrary content", (kind) => {
  const events = fc.constantFrom("ping", "deployment", "pull_request", "release", "", "__proto__", "x y");

  test("any JSON object is read or rejected with 400", () => {
    const value = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.object({ maxDepth: 3 }));
    fc.assert(
      fc.property(
        value,
        fc.constantFrom("created", "closed", "jira:issue_updated", 7, null),
        events,
        (body, word, event) => {
          const header = { "x-github-event": event };
          expectSound(kind, header, body);
          expectSound(kind, header, { ...body, action: word, webhookEvent: word, entity: "model_version" });
        },
      ),
      { numRuns: 300 },
    );
  });

  test("a real delivery with altered or missing values is read or rejected with 400", () => {
    const sample = fc.constantFrom(...samples[kind]);
    const delivery = sample.chain(([headers, body]) => fc.tuple(fc.constant(headers), damaged(body)));
    fc.assert(
      fc.property(delivery, ([headers, body]) => expectSound(kind, headers, body)),
      { numRuns: 600 },
    );
  });
});
