import { sendRaw, talk } from "../support/raw-http";
import { accepted } from "./bad-input/accepted";
import { alertPolicies } from "./bad-input/alert-policies";
import { apiKeys } from "./bad-input/api-keys";
import { appending } from "./bad-input/append-event";
import { authentication } from "./bad-input/authentication";
import { batches } from "./bad-input/batch";
import { cursors, cursorsOfOtherFilters } from "./bad-input/cursors";
import { evidence } from "./bad-input/evidence";
import { findings } from "./bad-input/findings";
import { makeGiven } from "./bad-input/given";
import { verifying } from "./bad-input/hashes";
import { headers } from "./bad-input/headers";
import { forgedDeliveries, integrations } from "./bad-input/integrations";
import { members, publicPosts } from "./bad-input/members";
import { allowed, methods } from "./bad-input/methods";
import { models } from "./bad-input/models";
import { organisation } from "./bad-input/organisation";
import { paths } from "./bad-input/paths";
import { proofs } from "./bad-input/proofs";
import { queries } from "./bad-input/queries";
import { records } from "./bad-input/records";
import { reports } from "./bad-input/reports";
import { judge, onTheWire, surprises } from "./bad-input/send";
import { sensors } from "./bad-input/sensors";
import { shadowAi } from "./bad-input/shadow-ai";
import { sizes } from "./bad-input/sizes";
import { streams } from "./bad-input/streams";
import { syntax } from "./bad-input/syntax";
import { webhooks } from "./bad-input/webhooks";
import { type BadWire, wires } from "./bad-input/wire";
import { writers } from "./bad-input/writers";
import { expect, newAddress, test } from "./fixtures";
import { expectIntactChain } from "./support/chain";
import { errorStatuses } from "./support/errors";
import { readOpenApi } from "./support/openapi";
import { storedRows } from "./support/stored-rows";

const tables = {
  "bodies that are not JSON": syntax,
  "events that cannot be appended": appending,
  batches,
  "hashes and events to verify": verifying,
  "proofs, chains to verify and keys": proofs,
  "integrity findings": findings,
  models,
  organisation,
  members,
  "invitations and resets, without a key": publicPosts,
  "API keys": apiKeys,
  "webhook endpoints": webhooks,
  "audit streams": streams,
  integrations,
  "deliveries that no product sent": forgedDeliveries,
  "alert policies": alertPolicies,
  "erasures and legal holds": records,
  "evidence packages": evidence,
  "reports and their schedules": reports,
  "shadow AI detections": shadowAi,
  "logs, settings and overrides of shadow AI": sensors,
  queries,
  cursors: [...cursors, ...cursorsOfOtherFilters],
  sizes,
  headers,
  methods,
  paths,
};

// A table has hundreds of requests, sent one after the other. One worker runs all tables, so the fixtures are created only once.
test.describe.configure({ mode: "default", timeout: 90_000 });

for (const [name, rows] of Object.entries(tables)) {
  test(`bad input is rejected with its code and paths, and stores nothing: ${name}`, async ({
    application,
    database,
    given,
  }) => {
    const before = await storedRows(database.owner, given.organisation.id);
    expect(await surprises(application.url, given, rows)).toEqual([]);
    expect(await storedRows(database.owner, given.organisation.id)).toEqual(before);
    await expectIntactChain(given.organisation.api);
  });
}

test("an unauthenticated request is rejected before any other check, with instructions", async ({
  proxied,
  database,
  given,
}) => {
  const before = await storedRows(database.owner, given.organisation.id);
  // An address can fail 60 times a minute.
  for (let from = 0; from < authentication.length; from += 50) {
    const rows = authentication.slice(from, from + 50);
    expect(await surprises(proxied.url, given, rows, { "X-Forwarded-For": newAddress() })).toEqual([]);
  }
  expect(await storedRows(database.owner, given.organisation.id)).toEqual(before);
  await expectIntactChain(given.organisation.api);
});

test("bytes that are not an HTTP request get one response, and the connection is closed", async ({
  application,
  database,
  given,
}) => {
  const before = await storedRows(database.owner, given.organisation.id);
  const verdicts: Record<string, unknown> = {};
  for (const { name, bytes, halfClose = false } of wires) {
    const answers = await talk(application.url, [bytes(given, new URL(application.url).host)], { halfClose });
    verdicts[name] = answers.map((answer) => judge(answer, false));
  }
  const refused = ({ error }: BadWire) => [{ status: errorStatuses[error], error, paths: [], flaws: [] }];
  expect(verdicts).toEqual(Object.fromEntries(wires.map((wire) => [wire.name, refused(wire)])));
  expect(await storedRows(database.owner, given.organisation.id)).toEqual(before);
  await expectIntactChain(given.organisation.api);
});

test("accepts unusual but valid requests", async ({ application, database, makeOrganisation }) => {
  const given = await makeGiven({ makeOrganisation, owner: database.owner });
  const refused: unknown[] = [];
  for (const { name, send, status } of accepted) {
    const request = onTheWire(send(given), { Authorization: `Bearer ${given.key}` });
    const answer = await sendRaw(application.url, request);
    const isServed = answer.status === status && answer.headers.get("x-ratelimit-remaining") !== null;
    if (!isServed) refused.push({ name, status: answer.status, text: answer.text.slice(0, 300) });
  }
  expect(refused).toEqual([]);
  await expectIntactChain(given.organisation.api);
});

test("an error lists at most 1,000 problems and states their total number", async ({ organisation }) => {
  const { api } = organisation;
  const body = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`unknown${i}`, i]));
  const one = await api.post<{ message: string; details: unknown[] }>("/v1/models", body);
  expect(one).toMatchObject({ status: 400, body: { error: "validation_failed" } });
  expect(one.body.message).toContain("50001 problems");
  expect(one.body.details).toHaveLength(1_000);
  const batch = await api.post<{ details: unknown[] }>("/v1/audit/batch", { events: [body, body, body] });
  expect(batch).toMatchObject({ status: 400, body: { error: "validation_failed" } });
  expect(batch.body.details).toHaveLength(1_000);
});

test("there are at least 170 bad inputs with unique names", () => {
  const names = [...Object.values(tables).flat(), ...authentication, ...wires].map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(170);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test("the tables contain every operation with a JSON body that requires a key, and every path with its methods", async ({
  application,
}) => {
  const operations = await readOpenApi(application.url);
  const withBody = operations
    .filter(({ requiredScope, requestBody }) => requiredScope && requestBody?.content["application/json"])
    // Bodies of OTLP and logs have no schema: app/v1/otlp.test.ts and sensors.test.ts have their bad inputs.
    .filter(({ path }) => !path.startsWith("/otlp/") && path !== "/sensors/observations")
    .map(({ name }) => name);
  expect(writers.map(({ operation }) => operation).sort()).toEqual(withBody.sort());

  const documented = new Set(operations.map(({ path }) => path));
  const methodsOf = (path: string) => operations.filter((one) => one.path === path).map(({ method }) => method);
  const known = Object.entries(allowed).map(([path, allow]) => [
    path
      .slice("/v1".length)
      .replace("/we_1", "/{deliveryId}")
      .replace("/op_1", "/{operationId}")
      .replace("/1.pem", "/{file}")
      .replace("/sha256:1", "/{packageHash}")
      .replace("/ai.example.com", "/{host}")
      .replace(/\/[a-z]+_1(?=\/|$)/, "/{id}"),
    allow.split(", ").filter((method) => method !== "HEAD" && method !== "OPTIONS"),
  ]);
  expect(Object.fromEntries(known)).toEqual(Object.fromEntries([...documented].map((path) => [path, methodsOf(path)])));
});
