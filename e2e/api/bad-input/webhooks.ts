import type { Given } from "./given";
import { type BadInput, badFields, type FieldRow, get, post, row } from "./row";

const inUrl = (name: string, url: unknown): FieldRow => [name, { url }, ["url"]];

/** URLs that are rejected for their text alone. */
const urls: FieldRow[] = [
  inUrl("an empty URL", ""),
  inUrl("a URL without a scheme", "hooks.example.com/"),
  inUrl("a relative URL", "/hooks"),
  inUrl("an HTTP URL", "http://hooks.example.com/"),
  inUrl("a file URL", "file:///etc/passwd"),
  inUrl("a javascript URL", "javascript:alert(1)"),
  inUrl("a URL without slashes", "https:hooks.example.com"),
  inUrl("a URL without a host", "https:///hooks"),
  inUrl("a URL with white space around", " https://hooks.example.com/ "),
  inUrl("a URL with a line break", "https://hooks.example.com/\r\nX-Injected: yes"),
  inUrl("a URL with a backslash", "https://hooks.example.com\\@10.0.0.1/"),
  inUrl("a URL with a user", "https://user@hooks.example.com/"),
  inUrl("a URL with a user and a password", "https://user:secret@hooks.example.com/"),
  inUrl("a URL with an empty user", "https://@hooks.example.com/"),
  inUrl("a URL with a fragment", "https://hooks.example.com/#top"),
  inUrl("a URL with an empty fragment", "https://hooks.example.com/#"),
  inUrl("a URL with port 0", "https://hooks.example.com:0/"),
  inUrl("a URL with port 22", "https://hooks.example.com:22/"),
  inUrl("a URL with port 80", "https://hooks.example.com:80/"),
  inUrl("a URL with port 1023", "https://hooks.example.com:1023/"),
  inUrl("a URL with port 65536", "https://hooks.example.com:65536/"),
  inUrl("a URL of 2,049 characters", `https://hooks.example.com/${"a".repeat(2_049 - 26)}`),
  inUrl("a URL with an empty label", "https://hooks..example.com/"),
];

/** Hosts of this machine and of private networks, in all notations. */
const privateHosts = [
  ...["localhost", "LOCALHOST.", "a.localhost", "router", "db.internal", "metadata.google.internal", "printer.local"],
  ...[
    "nas.home.arpa",
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "127.0.0.1.",
    "0",
    "127%2e0.0.1",
  ],
  ...["１２７.0.0.1", "10.0.0.1", "10.1", "172.16.0.1", "192.168.0.1", "192.168.257", "0xc0a80001", "169.254.169.254"],
  ...["2852039166", "100.64.0.1", "192.0.0.192", "168.63.129.16", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1"],
  ...["255.255.255.255", "[::1]", "[::]", "[fe80::1]", "[fd00:ec2::254]", "[ff02::1]", "[2001:db8::1]"],
  ...["[::ffff:127.0.0.1]", "[::ffff:a9fe:a9fe]", "[::10.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]"],
  ...["[2001:0:7f00:1::]", "[::ffff:93.184.216.34]"],
].map((host) => inUrl(`a URL of ${host}`, `https://${host}/`));

/** Invalid values, both for a new endpoint and for an update. */
const both: FieldRow[] = [
  ...urls,
  ...privateHosts,
  ["events as text", { events: "audit.created" }, ["events"]],
  ["an unknown event", { events: ["audit.created", "audit.deleted"] }, ["events[1]"]],
  ["a wildcard event", { events: ["*"] }, ["events[0]"]],
  ["an event in upper case", { events: ["AUDIT.CREATED"] }, ["events[0]"]],
  ["an event that is null", { events: [null] }, ["events[0]"]],
  ["an event twice", { events: ["audit.created", "audit.created"] }, ["events"]],
  ["active that is text", { active: "true" }, ["active"]],
  ["a secret set by the caller", { signingSecret: "whsec_mine" }, ["signingSecret"]],
  ["a read-only field: id", { id: "wh_1" }, ["id"]],
  ["a read-only field: disabledReason", { disabledReason: "none" }, ["disabledReason"]],
  ["an organisation", { organisationId: "org_1" }, ["organisationId"]],
  [
    "errors in every field",
    { url: "ftp://x", events: ["x"], description: 1, active: 1, y: 1 },
    ["active", "description", "events[0]", "url", "y"],
  ],
];

const creating: FieldRow[] = [...both];

const rotating: FieldRow[] = [
  ["an overlap that is text", { overlapSeconds: "60" }, ["overlapSeconds"]],
  ["a secret set by the caller", { signingSecret: "whsec_mine" }, ["signingSecret"]],
];

const testing: FieldRow[] = [["an unknown type", { type: "audit.deleted" }, ["type"]]];

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000).toISOString();

const recovering: FieldRow[] = [
  ["a start more than 30 days ago", () => ({ since: daysAgo(30.01) }), ["since"]],
  ["an end before the start", () => ({ since: daysAgo(1), until: daysAgo(2) }), ["until"]],
  ["dryRun that is text", { dryRun: "true" }, ["dryRun"]],
  ["a delivery", { deliveryId: "we_1" }, ["deliveryId"]],
];

/** Invalid queries for an endpoint's deliveries. */
const listing: [query: string, paths: string[]][] = [
  ["limit=0", ["limit"]],
  ["limit=101", ["limit"]],
  ["limit=5&limit=5", ["limit"]],
  ["status=", ["status"]],
  ["status=failed", ["status"]],
  ["status=FAILED,DELIVERED", ["status"]],
  ["status=FAILED&status=DELIVERED", ["status"]],
  ["type=", ["type"]],
  ["type=audit.*", ["type"]],
  ["type=AUDIT.CREATED", ["type"]],
  ["since=2026-01-01T00:00:00Z", ["since"]],
  ["offset=1", ["offset"]],
];

const missingDelivery = "we_01kahbc2g8m9n4q6r1s7t3v5wx";
const missing = "wh_01kahbc2g8m9n4q6r1s7t3v5wx";
const at = (id: string, below = "") => `/v1/webhooks/${id}${below}`;
const patch = (id: string, body: Record<string, unknown>, headers?: Record<string, string>) => ({
  method: "PATCH",
  path: at(id),
  body,
  ...(headers && { headers }),
});
const rotate = ({ endpointId }: Given) => ({ method: "POST", path: at(endpointId, "/rotate-secret"), body: {} });
const sendTest = (id: string) => ({ method: "POST", path: at(id, "/test"), body: {} });
const recover = (id: string) => ({
  method: "POST",
  path: at(id, "/recover"),
  body: { since: daysAgo(1), dryRun: true },
});
const redeliver = (id: string, deliveryId: string) => ({
  method: "POST",
  path: at(id, `/deliveries/${deliveryId}/redeliver`),
});
const list = ({ endpointId }: Given, query: string) => get(at(endpointId, `/deliveries?${query}`));

/** Invalid requests for the deliveries of an endpoint. */
const deliveries: BadInput[] = [
  ...badFields("POST /webhooks/{id}/test", ({ endpointId }) => sendTest(endpointId), testing),
  ...badFields("POST /webhooks/{id}/recover", ({ endpointId }) => recover(endpointId), recovering),
  ...listing.map(([query, paths]) =>
    row(`GET /webhooks/{id}/deliveries?${query}`, "validation_failed", (given) => list(given, query), { paths }),
  ),
  row("GET /webhooks/{id}/deliveries: an altered cursor", "invalid_cursor", (given) =>
    list(given, `cursor=${given.deliveryCursor}00`),
  ),
  row("GET /webhooks/{id}/deliveries: a cursor of another list", "invalid_cursor", (given) =>
    list(given, `cursor=${given.cursors["/v1/webhooks"]}`),
  ),
  row("GET /webhooks/{id}/deliveries: a cursor of the whole list with a filter", "invalid_cursor", (given) =>
    list(given, `status=FAILED&cursor=${given.deliveryCursor}`),
  ),
  row("GET /webhooks/{id}/deliveries: a cursor of another endpoint", "invalid_cursor", (given) =>
    get(at(given.otherEndpointId, `/deliveries?cursor=${given.deliveryCursor}`)),
  ),
  row("GET /webhooks/{id}/deliveries: an unknown endpoint", "not_found", () => get(at(missing, "/deliveries"))),
  ...["test", "recover"].map((action) =>
    row(`POST /webhooks/{id}/${action}: an unknown endpoint`, "not_found", () => ({
      ...(action === "test" ? sendTest(missing) : recover(missing)),
    })),
  ),
  row("POST /webhooks/{id}/test: a disabled endpoint", "conflict", (given) => sendTest(given.disabledEndpointId)),
  row("POST /webhooks/{id}/recover: a disabled endpoint", "conflict", (given) => recover(given.disabledEndpointId)),
  row("POST /webhooks/{id}/deliveries/{deliveryId}/redeliver: a disabled endpoint", "conflict", (given) =>
    redeliver(given.disabledEndpointId, given.deliveryId),
  ),
  ...["GET", "POST"].flatMap((method) => {
    const send = (id: string, deliveryId: string) =>
      method === "GET" ? get(at(id, `/deliveries/${deliveryId}`)) : redeliver(id, deliveryId);
    const name = method === "GET" ? "GET /webhooks/{id}/deliveries/{deliveryId}" : "POST …/redeliver";
    const notFound = (what: string, ids: (given: Given) => [string, string]) =>
      row(`${name}: ${what}`, "not_found", (given) => send(...ids(given)), { paths: [] });
    return [
      notFound("an unknown delivery", ({ endpointId }) => [endpointId, missingDelivery]),
      notFound("a delivery of another endpoint", (given) => [given.otherEndpointId, given.deliveryId]),
      notFound("a delivery of another organisation", (given) => [given.endpointId, given.foreignDeliveryId]),
      notFound("a delivery of no endpoint", ({ deliveryId }) => [missing, deliveryId]),
      notFound("an endpoint ID instead of a delivery ID", ({ endpointId }) => [endpointId, endpointId]),
      notFound("a delivery written as SQL", ({ endpointId }) => [endpointId, "'%20OR%20'1'='1"]),
    ];
  }),
];

export const webhooks: BadInput[] = [
  ...badFields(
    "POST /webhooks",
    () => ({
      method: "POST",
      path: "/v1/webhooks",
      body: { url: "https://hooks.example.com/", events: ["evidence.expired"] },
    }),
    creating,
  ),
  ...badFields("PATCH /webhooks/{id}", ({ endpointId }) => patch(endpointId, {}), both),
  row("PATCH /webhooks/{id}: no changes", "validation_failed", ({ endpointId }) => patch(endpointId, {}), {
    paths: ["body"],
  }),
  ...['"another"', 'W/"another"', "another", '""'].map((tag) =>
    row(`PATCH /webhooks/{id}: If-Match ${tag}`, "precondition_failed", ({ endpointId }) =>
      patch(endpointId, { active: false }, { "If-Match": tag }),
    ),
  ),
  ...badFields("POST /webhooks/{id}/rotate-secret", rotate, rotating),
  row("PATCH /webhooks/{id}: an unknown endpoint", "not_found", () => patch(missing, { active: true })),
  row("DELETE /webhooks/{id}: an unknown endpoint", "not_found", () => ({
    method: "DELETE",
    path: at(missing),
  })),
  row("POST /webhooks/{id}/rotate-secret: an unknown endpoint", "not_found", () =>
    post(at(missing, "/rotate-secret"), {}),
  ),
  ...deliveries,
  row(
    "DELETE /webhooks/{id}: an unknown query parameter",
    "validation_failed",
    ({ endpointId }) => ({ method: "DELETE", path: `${at(endpointId)}?force=true` }),
    { paths: ["force"] },
  ),
];
