import { sign } from "@/lib/domains/integrations/testing/deliveries";
import type { Given } from "./given";
import { type BadInput, badFields, badQueries, type FieldRow, get, post, row } from "./row";

const rule = (given: Given, more: Record<string, unknown>) => ({
  models: [{ match: "bank/scoring", modelId: given.modelId, ...more }],
});

/** Invalid values, both for a new integration and for an update. */
const both: FieldRow[] = [
  ["an empty name", { name: "" }, ["name"]],
  ["a name of only white space", { name: " \t " }, ["name"]],
  ["models as an object", { models: { "bank/scoring": "mdl_1" } }, ["models"]],
  ["a rule without a match", (given) => rule(given, { match: undefined }), ["models[0].match"]],
  ["a rule with an empty match", (given) => rule(given, { match: " " }), ["models[0].match"]],
  ["a rule with a star in the middle", (given) => rule(given, { match: "bank/*/scoring" }), ["models[0].match"]],
  ["a rule with two stars", (given) => rule(given, { match: "bank/**" }), ["models[0].match"]],
  ["a rule with a match of 201 characters", (given) => rule(given, { match: "x".repeat(201) }), ["models[0].match"]],
  ["a rule without a model", (given) => rule(given, { modelId: undefined }), ["models[0].modelId"]],
  ["a rule with an unknown field", (given) => rule(given, { regex: "a" }), ["models[0].regex"]],
  ["a rule twice", (given) => ({ models: [...rule(given, {}).models, ...rule(given, {}).models] }), ["models"]],
  [
    "201 rules",
    ({ modelId }) => ({ models: Array.from({ length: 201 }, (_, i) => ({ match: `bank/${i}`, modelId })) }),
    ["models"],
  ],
  ["an empty default model", { defaultModelId: "" }, ["defaultModelId"]],
  ["hours that are text", { silentAfterHours: "72" }, ["silentAfterHours"]],
  ["enabled that is text", { enabled: "true" }, ["enabled"]],
  ["a secret set by the caller", { secret: "isec_mine" }, ["secret"]],
  ["a read-only field: status", { status: "CONNECTED" }, ["status"]],
  ["an organisation", { organisationId: "org_1" }, ["organisationId"]],
];

const creating: FieldRow[] = [
  ["an unknown kind", { kind: "GITLAB" }, ["kind"]],
  ["a kind in lower case", { kind: "github" }, ["kind"]],
  ...both,
];

const changing: FieldRow[] = [["another kind", { kind: "JIRA" }, ["kind"]], ...both];

const rotating: FieldRow[] = [
  ["an overlap that is text", { overlapSeconds: "60" }, ["overlapSeconds"]],
  ["a secret set by the caller", { secret: "isec_mine" }, ["secret"]],
];

const missing = "int_01kahbc2g8m9n4q6r1s7t3v5wx";
const at = (id: string, below = "") => `/v1/integrations/${id}${below}`;
const patch = (id: string, body: Record<string, unknown>, headers?: Record<string, string>) => ({
  method: "PATCH",
  path: at(id),
  body,
  ...(headers && { headers }),
});
const valid = { kind: "GITHUB", name: "Models repository" };
const rotate = ({ integrationId }: Given) => ({ method: "POST", path: at(integrationId, "/rotate-secret"), body: {} });
const unregistered: [name: string, model: (given: Given) => string][] = [
  ["that is not registered", () => "mdl_01kahbc2g8m9n4q6r1s7t3v5wx"],
  ["of another organisation", ({ foreignModelId }) => foreignModelId],
];

/** Invalid queries for an integration's deliveries. */
const listing: [query: string, paths: string[]][] = [
  ["limit=0", ["limit"]],
  ["limit=101", ["limit"]],
  ["limit=5&limit=5", ["limit"]],
  ["result=", ["result"]],
  ["result=RECORDED", ["result"]],
  ["result=duplicate", ["result"]],
  ["result=recorded,ignored", ["result"]],
  ["result=recorded&result=ignored", ["result"]],
  ["reason=no_model", ["reason"]],
  ["offset=1", ["offset"]],
];

const list = (id: string, query = "") => get(at(id, `/deliveries${query}`));

/** Invalid requests for the deliveries of an integration. */
const deliveries: BadInput[] = [
  ...listing.map(([query, paths]) =>
    row(
      `GET /integrations/{id}/deliveries?${query}`,
      "validation_failed",
      ({ integrationId }) => list(integrationId, `?${query}`),
      { paths },
    ),
  ),
  row("GET /integrations/{id}/deliveries: an altered cursor", "invalid_cursor", (given) =>
    list(given.integrationId, `?cursor=${given.receivedCursor}00`),
  ),
  row("GET /integrations/{id}/deliveries: a cursor of another list", "invalid_cursor", (given) =>
    list(given.integrationId, `?cursor=${given.cursors["/v1/integrations"]}`),
  ),
  row("GET /integrations/{id}/deliveries: a cursor of the whole list with a filter", "invalid_cursor", (given) =>
    list(given.integrationId, `?result=ignored&cursor=${given.receivedCursor}`),
  ),
  row("GET /integrations/{id}/deliveries: a cursor of another integration", "invalid_cursor", (given) =>
    list(given.otherIntegrationId, `?cursor=${given.receivedCursor}`),
  ),
  row("GET /integrations/{id}/deliveries: an unknown integration", "not_found", () => list(missing)),
  row("GET /integrations/{id}/deliveries: another organisation's integration", "not_found", (given) =>
    list(given.foreignIntegrationId),
  ),
  row("GET /integrations/{id}/deliveries: an id written as SQL", "not_found", () => list("'%20OR%20'1'='1")),
];

/** A delivery as the product sends it, but signed with a wrong secret. */
const forged = (id: string, more: Record<string, string> = {}) => {
  const { headers, body } = sign.GITHUB({ secret: "isec_guess", body: { zen: "Keep it logically awesome." } });
  return post(at(id, "/events"), body, { ...headers, ...more });
};

export const integrations: BadInput[] = [
  ...badFields("POST /integrations", () => ({ method: "POST", path: "/v1/integrations", body: valid }), creating),
  ...badFields("PATCH /integrations/{id}", ({ integrationId }) => patch(integrationId, {}), changing),
  ...badFields("POST /integrations/{id}/rotate-secret", rotate, rotating),
  ...badQueries("/v1/integrations", [
    ["kind=", ["kind"]],
    ["kind=github", ["kind"]],
    ["kind=GITHUB,JIRA", ["kind"]],
    ["kind=GITHUB&kind=JIRA", ["kind"]],
    ["status=CONNECTED", ["status"]],
  ]),
  ...unregistered.flatMap(([name, model]) => [
    row(
      `POST /integrations: a default model ${name}`,
      "model_not_registered",
      (given) => post("/v1/integrations", { ...valid, defaultModelId: model(given) }),
      { paths: ["defaultModelId"] },
    ),
    row(
      `PATCH /integrations/{id}: a rule with a model ${name}`,
      "model_not_registered",
      (given) => patch(given.integrationId, rule(given, { modelId: model(given) })),
      { paths: ["models[0].modelId"] },
    ),
  ]),
  row("PATCH /integrations/{id}: no changes", "validation_failed", (given) => patch(given.integrationId, {}), {
    paths: ["body"],
  }),
  ...['"another"', 'W/"another"', "another", '""'].map((tag) =>
    row(`PATCH /integrations/{id}: If-Match ${tag}`, "precondition_failed", (given) =>
      patch(given.integrationId, { enabled: false }, { "If-Match": tag }),
    ),
  ),
  row("GET /integrations/{id}: an unknown integration", "not_found", () => get(at(missing))),
  row("GET /integrations/{id}: another organisation's integration", "not_found", (given) =>
    get(at(given.foreignIntegrationId)),
  ),
  row("GET /integrations/{id}: an id written as SQL", "not_found", () => get(at("'%20OR%20'1'='1"))),
  row("PATCH /integrations/{id}: an unknown integration", "not_found", () => patch(missing, { name: "x" })),
  row("DELETE /integrations/{id}: an unknown integration", "not_found", () => ({
    method: "DELETE",
    path: at(missing),
  })),
  row("POST /integrations/{id}/rotate-secret: an unknown integration", "not_found", () =>
    post(at(missing, "/rotate-secret"), {}),
  ),
  ...deliveries,
  row(
    "DELETE /integrations/{id}: an unknown query parameter",
    "validation_failed",
    ({ integrationId }) => ({ method: "DELETE", path: `${at(integrationId)}?force=true` }),
    { paths: ["force"] },
  ),
];

/** Invalid requests to the receiver, which accepts neither an API key nor a session. */
export const forgedDeliveries: BadInput[] = [
  row("POST /integrations/{id}/events: a signature of another secret", "unauthorized", ({ integrationId }) =>
    forged(integrationId),
  ),
  row("POST /integrations/{id}/events: no signature", "unauthorized", ({ integrationId }) =>
    post(at(integrationId, "/events"), {}),
  ),
  row("POST /integrations/{id}/events: a signature of zeros", "unauthorized", ({ integrationId }) =>
    forged(integrationId, { "x-hub-signature-256": `sha256=${"0".repeat(64)}` }),
  ),
  row("POST /integrations/{id}/events: another organisation's integration", "unauthorized", (given) =>
    forged(given.foreignIntegrationId),
  ),
  row("POST /integrations/{id}/events: an unknown integration", "unauthorized", () => forged(missing)),
  row("POST /integrations/{id}/events: a form", "unsupported_media_type", ({ integrationId }) =>
    forged(integrationId, { "Content-Type": "application/x-www-form-urlencoded" }),
  ),
  row("POST /integrations/{id}/events: a compressed body", "unsupported_media_type", ({ integrationId }) =>
    forged(integrationId, { "content-encoding": "gzip" }),
  ),
  row("POST /integrations/{id}/events: a body of more than a mebibyte", "payload_too_large", ({ integrationId }) =>
    post(at(integrationId, "/events"), " ".repeat(1024 * 1024 + 1)),
  ),
].map((one) => ({ ...one, uncounted: true }));
