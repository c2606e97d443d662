import type { Answer } from "../support/api";
import { apiClient } from "../support/api";
import { isFullRun } from "../support/scope";
import { expect, newAddress, test } from "./fixtures";
import { type Call, calls } from "./support/calls";
import { type Operation, readKeyOperations, readOpenApi, schemaChecker } from "./support/openapi";
import { makeStock } from "./support/stock";

type Checker = Awaited<ReturnType<typeof schemaChecker>>;

test("every operation returns a documented response to a request with every documented parameter", async ({
  application,
  organisation,
}) => {
  const operations = await readKeyOperations(application.url);
  expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
  const check = await schemaChecker(application.url);
  const stock = await makeStock(organisation);
  const problems: Record<string, string[]> = {};
  for (const operation of operations) {
    const { path = "", body, headers, findsNothing } = (await calls[operation.name]?.(stock)) ?? ({} as Partial<Call>);
    const answer = await organisation.api.send(operation.method, `/v1${path}`, body, headers);
    const successes = Object.keys(operation.responses).filter((status) => status.startsWith("2"));
    problems[operation.name] = [
      ...(successes.includes(String(answer.status)) ? [] : [`${answer.status} is not one of ${successes.join()}`]),
      ...undocumented(answer, operation, check),
      ...differingParameters(operation, path),
      ...(operation.method === "GET" && path.includes("limit=") && !findsNothing ? emptyList(answer) : []),
    ];
  }
  expect(problems).toEqual(Object.fromEntries(operations.map(({ name }) => [name, []])));
});

test("every operation accepts the example of its request body", async ({ application }) => {
  const check = await schemaChecker(application.url);
  const problems = (await readOpenApi(application.url)).flatMap(({ name, requestBody }) => {
    const { schema, example } = requestBody?.content["application/json"] ?? {};
    return schema ? check(schema, example).map((problem) => `${name}: ${problem}`) : [];
  });
  expect(problems).toEqual([]);
});

/** An invalid call of an operation, and its documented error. */
interface WrongCall {
  status: number;
  error: string;
  of(operation: Operation): boolean;
  call(operation: Operation): { path: string; method?: string; body?: unknown; headers?: Record<string, string> };
  /** 405 depends on paths, not on operations, so no operation documents it. */
  undocumented?: boolean;
}

const none = (path: string) => path.replaceAll(/\{\w+\}/g, "none");
const bodyOf = ({ requestBody }: Operation) => (requestBody ? {} : undefined);

/** Checks the signature of a product's webhook before anything else; the secret alone identifies the integration. */
const isSigned = ({ name }: Operation) => name === "POST /integrations/{id}/events";
/** Reads JSON line by line, so an invalid line does not make the body invalid. */
const isLog = ({ name }: Operation) => name === "POST /sensors/observations";
const takesJson = (operation: Operation) =>
  operation.requestBody?.content["application/json"] !== undefined && !isSigned(operation) && !isLog(operation);
/** Paths on which PUT is allowed. */
const replaced = new Set(["/shadow-ai/settings", "/shadow-ai/catalogue/overrides/{host}", "/user-pseudonyms"]);

/**
 * The server rejects these requests before the operation is known, so one of each method proves the rest. If a request has
 * a key, the response contains its limits, which only the operations that require a key document.
 */
const isSample = ({ path, requiredScope }: Operation) =>
  isFullRun ? requiredScope !== undefined : path.startsWith("/models");

const wrongCalls: Record<string, WrongCall> = {
  "an unknown query parameter": {
    status: 400,
    error: "validation_failed",
    of: () => true,
    call: ({ path }) => ({ path: `${none(path)}?nothing=1` }),
  },
  "a body that is not JSON": {
    status: 400,
    error: "invalid_json",
    of: takesJson,
    call: ({ path }) => ({ path: none(path), body: "{" }),
  },
  "a body of another type": {
    status: 415,
    error: "unsupported_media_type",
    of: ({ requestBody }) => requestBody !== undefined,
    call: ({ path }) => ({ path: none(path), body: "{}", headers: { "Content-Type": "application/xml" } }),
  },
  "a body that is too large": {
    status: 413,
    error: "payload_too_large",
    // The body is rejected before the operation is known, so eight megabytes per operation would prove nothing more.
    of: (operation) => takesJson(operation) && (isFullRun || operation.name.startsWith("POST /audit")),
    call: ({ path }) => ({ path: none(path), body: " ".repeat(8 * 1024 * 1024 + 1) }),
  },
  "a URL that is too long": {
    status: 414,
    error: "uri_too_long",
    of: isSample,
    call: ({ path }) => ({ path: `${none(path)}?x=${"x".repeat(8_192)}` }),
  },
  "headers that are too large": {
    status: 431,
    error: "headers_too_large",
    of: isSample,
    call: ({ path }) => ({ path: none(path), headers: { "X-Filler": "x".repeat(17_000) } }),
  },
  "a method that the path does not have": {
    status: 405,
    error: "method_not_allowed",
    of: () => true,
    call: ({ path }) => ({ path: none(path), method: replaced.has(path) ? "PATCH" : "PUT" }),
    undocumented: true,
  },
};

for (const [name, { status, error, of, call, undocumented: isUndocumented = false }] of Object.entries(wrongCalls)) {
  test(`for ${name}, every operation returns the documented ${status}`, async ({ application, organisation }) => {
    const operations = (await readKeyOperations(application.url)).filter(of);
    const check = await schemaChecker(application.url);
    expect(operations.length).toBeGreaterThan(0);
    for (const operation of operations) {
      const { path, method = operation.method, body = bodyOf(operation), headers } = call(operation);
      const answer = await organisation.api.send(method, `/v1${path}`, isUndocumented ? {} : body, headers);
      expect(answer, operation.name).toMatchObject({ status, body: { error } });
      if (!isUndocumented) expect(undocumented(answer, operation, check), operation.name).toEqual([]);
    }
  });
}

test("every operation returns the documented 404 for an unknown ID", async ({ application, organisation }) => {
  const operations = (await readKeyOperations(application.url)).filter(
    (operation) => operation.path.includes("{") && !isSigned(operation),
  );
  const check = await schemaChecker(application.url);
  const stock = await makeStock(organisation);
  for (const operation of operations) {
    const { body } = (await calls[operation.name]?.(stock)) ?? {};
    const answer = await organisation.api.send(operation.method, `/v1${none(operation.path)}`, body);
    expect(answer, operation.name).toMatchObject({ status: 404, body: { error: "not_found" } });
    expect(undocumented(answer, operation, check), operation.name).toEqual([]);
  }
});

test("the receiver of webhooks returns the same response for an unknown ID and an invalid signature", async ({
  application,
  own: { integration, organisation },
}) => {
  const operation = (await readKeyOperations(application.url)).find(isSigned);
  if (!operation) throw new Error("there is no such operation");
  const check = await schemaChecker(application.url);
  for (const id of ["none", integration.id]) {
    const answer = await organisation.api.post<unknown>(`/v1/integrations/${id}/events`, {});
    expect(answer).toMatchObject({ status: 401, body: { error: "unauthorized" } });
    expect(undocumented(answer, operation, check)).toEqual([]);
  }
});

test("every operation that requires a key returns the documented 401 without one", async ({ application, proxied }) => {
  const operations = await readKeyOperations(application.url);
  const check = await schemaChecker(application.url);
  for (const operation of operations.filter(({ requiredScope }) => requiredScope !== undefined)) {
    const { method, path } = operation;
    const headers = { "X-Forwarded-For": newAddress() };
    const answer = await apiClient(proxied.url).send(method, `/v1${none(path)}`, bodyOf(operation), headers);
    expect(answer, operation.name).toMatchObject({ status: 401, body: { error: "unauthorized" } });
    expect(undocumented(answer, operation, check), operation.name).toEqual([]);
  }
});

const standing = new Set(
  [
    "accept cache-control connection content-encoding content-length content-type date keep-alive transfer-encoding",
    "vary x-content-type-options",
  ].flatMap((names) => names.split(" ")),
);
/** Headers that are documented but not present in every response of their status. */
const occasional = ["Idempotent-Replayed", "Deprecation", "Location", "Sunset"];

/** Differences between a response and its documentation: media type, shape and headers. */
function undocumented({ status, headers, body }: Answer<unknown>, { responses }: Operation, check: Checker): string[] {
  const documented = responses[status];
  if (!documented) return [`${status} is not documented`];
  const type = headers.get("content-type")?.split(";")[0];
  const content = documented.content?.[type ?? ""];
  const names = Object.keys(documented.headers ?? {});
  const unknown = [...headers.keys()].filter(
    (name) => !standing.has(name) && !names.some((known) => known.toLowerCase() === name),
  );
  return [
    ...(type === undefined || content ? [] : [`${type} is not documented`]),
    ...(type === undefined && documented.content ? ["there is no body"] : []),
    ...(content && type === "application/json" ? check(content.schema, body) : []),
    ...names.filter((name) => !occasional.includes(name) && !headers.has(name)).map((name) => `${name} is missing`),
    ...unknown.map((name) => `${name} is not documented`),
  ];
}

/** Differences between the query parameters of a call and the documented ones. Cursors are not compared, because a previous page returns them. */
function differingParameters({ parameters }: Operation, path: string): string[] {
  const given = new Set(new URL(`http://api${path}`).searchParams.keys());
  const documented = parameters.filter((one) => one.in === "query" && one.name !== "cursor").map(({ name }) => name);
  return [
    ...documented.filter((name) => !given.has(name)).map((name) => `the call has no ${name}`),
    ...[...given].filter((name) => !documented.includes(name)).map((name) => `the parameter ${name} is not documented`),
  ];
}

/** An empty result shows no items. */
function emptyList({ body }: Answer<unknown>): string[] {
  return (body as { data: unknown[] }).data.length > 0 ? [] : ["the list is empty"];
}
