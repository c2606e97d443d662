import { lists } from "./given";
import { type BadInput, badQueries, get, row } from "./row";
import { notTimes } from "./times";

const tags = (count: number) => Array.from({ length: count }, (_, i) => `t${i}`).join(",");

/** Page sizes that are not whole numbers from 1 to 100. */
const notLimits = [
  "0",
  "-1",
  "101",
  "1000000000",
  "1.5",
  "1.0",
  "1e2",
  "0x10",
  "%2B5",
  "%205",
  "5%20",
  "5,5",
  "ten",
  "NaN",
  "Infinity",
  "",
  "null",
].concat([encodeURIComponent("２５"), encodeURIComponent("٢٥"), "9".repeat(400)]);

/** Invalid query parameters for every list. */
const anyList: [query: string, paths: string[]][] = [
  ...notLimits.map((limit): [string, string[]] => [`limit=${limit}`, ["limit"]]),
  ["limit", ["limit"]],
  ["limit=5&limit=5", ["limit"]],
  ["limit=5&cursor=&limit=5", ["limit"]],
  ["limit[]=5", ["limit[]"]],
  ["Limit=5", ["Limit"]],
  ["offset=25", ["offset"]],
  ["page=2", ["page"]],
  ["sort=timestamp", ["sort"]],
  ["organisationId=org_1", ["organisationId"]],
  ["api_key=x", ["api_key"]],
  ["constructor=1", ["constructor"]],
  ["toString=1", ["toString"]],
  ["limit=0&foo=1&bar=2", ["bar", "foo", "limit"]],
];

/** Filters shared by the list of events and its export. */
const filters: [query: string, paths: string[]][] = [
  ["modelId=", ["modelId"]],
  [`modelId=${"m".repeat(129)}`, ["modelId"]],
  ["modelId=a%00b", ["modelId"]],
  ["modelId=a&modelId=b", ["modelId"]],
  ["eventType=", ["eventType"]],
  ["eventType=inference", ["eventType"]],
  ["eventType=INFERENCE,ALERT", ["eventType"]],
  ["eventType=INFERENCE%20", ["eventType"]],
  ["severity=LOW", ["severity"]],
  ["severity=high", ["severity"]],
  ["severity=", ["severity"]],
  ["source=api", ["source"]],
  ["source=SLACK", ["source"]],
  ["tags=", ["tags[0]"]],
  ["tags=a,,b", ["tags[1]"]],
  ["tags=a,", ["tags[1]"]],
  [`tags=${tags(11)}`, ["tags"]],
  [`tags=${"t".repeat(65)}`, ["tags[0]"]],
  ["tags=a&tags=b", ["tags"]],
  ["tags=%00", ["tags"]],
  ["from=2026-01-15T10:00:00+01:00", ["from"]],
  ["from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z", ["from"]],
  ["from=2026-01-01T00:00:00.001Z&to=2026-01-01T00:00:00Z", ["from"]],
  ["from=yesterday&to=tomorrow&severity=LOW", ["from", "severity", "to"]],
  ["q=", ["q"]],
  ["q=%20", ["q"]],
  ["q=%00", ["q"]],
  [`q=${"q".repeat(201)}`, ["q"]],
  ["q=a&q=b", ["q"]],
  ...notTimes.map(([, time]): [string, string[]] => [`to=${encodeURIComponent(time)}`, ["to"]]),
];

export const queries: BadInput[] = [
  ...lists.flatMap((list) => badQueries(list, anyList)),
  ...badQueries("/v1/audit", filters),
  ...badQueries("/v1/audit", [
    ["format=csv", ["format"]],
    ["archived=true", ["archived"]],
  ]),
  ...badQueries("/v1/audit/export", filters.slice(0, 30)),
  ...badQueries("/v1/audit/export", [
    ["format=", ["format"]],
    ["format=csw", ["format"]],
    ["format=xlsx", ["format"]],
    ["format=csv&format=csv", ["format"]],
    ["limit=10", ["limit"]],
    ["cursor=cur_00", ["cursor"]],
  ]),
  ...badQueries("/v1/audit/stream", filters.slice(0, 8)),
  ...badQueries("/v1/audit/stream", [
    ...["-1", "1.5", "1e3", "", "latest", "9".repeat(16), "cur_00"].map((after): [string, string[]] => [
      `after=${after}`,
      ["after"],
    ]),
    ["after=999999999999999", ["after"]],
    ["after=1&after=1", ["after"]],
    ...["0", "-1", "10001", "ten", ""].map((limit): [string, string[]] => [`limit=${limit}`, ["limit"]]),
    ...["-1", "31", "0.5", "1s", ""].map((wait): [string, string[]] => [`wait=${wait}`, ["wait"]]),
    ["minSeverity=LOW", ["minSeverity"]],
    ["minSeverity=high", ["minSeverity"]],
    ["severity=HIGH", ["severity"]],
    ["cursor=cur_00", ["cursor"]],
    ["format=csv", ["format"]],
  ]),
  ...badQueries("/v1/models", [
    ["archived=1", ["archived"]],
    ["archived=TRUE", ["archived"]],
    ["archived=", ["archived"]],
    ["riskTier=high", ["riskTier"]],
    ["riskTier=HIGH&riskTier=LOW", ["riskTier"]],
    ["system=1", ["system"]],
    ["sort=name", ["sort"]],
    ["order=up", ["order"]],
    ["provider=", ["provider"]],
    ["q=", ["q"]],
    ["q=%20", ["q"]],
    [`q=${"q".repeat(201)}`, ["q"]],
    ["q=a%00b", ["q"]],
    ["name=x", ["name"]],
  ]),
  ...badQueries("/v1/webhooks", [
    ["active=1", ["active"]],
    ["active=TRUE", ["active"]],
    ["active=", ["active"]],
    ["active=true&active=false", ["active"]],
    ["events=audit.created", ["events"]],
  ]),
  ...badQueries("/v1/alert-policies", [
    ["enabled=1", ["enabled"]],
    ["enabled=TRUE", ["enabled"]],
    ["enabled=", ["enabled"]],
    ["enabled=true&enabled=false", ["enabled"]],
    ["severity=HIGH", ["severity"]],
  ]),
  row(
    "GET /alert-policies/{id}: a query parameter",
    "validation_failed",
    ({ policyId }) => get(`/v1/alert-policies/${policyId}?include=states`),
    {
      paths: ["include"],
    },
  ),
  row(
    "GET /webhooks/{id}: a query parameter",
    "validation_failed",
    ({ endpointId }) => get(`/v1/webhooks/${endpointId}?include=secret`),
    {
      paths: ["include"],
    },
  ),
  row(
    "GET /audit/{id}: a query parameter",
    "validation_failed",
    ({ eventId }) => get(`/v1/audit/${eventId}?expand=model`),
    {
      paths: ["expand"],
    },
  ),
  row(
    "GET /models/{id}: a query parameter",
    "validation_failed",
    ({ modelId }) => get(`/v1/models/${modelId}?id=mdl_1`),
    {
      paths: ["id"],
    },
  ),
  row(
    "GET /api-keys/{id}: a query parameter",
    "validation_failed",
    ({ keyId }) => get(`/v1/api-keys/${keyId}?a=1&b=2`),
    {
      paths: ["a", "b"],
    },
  ),
  row("GET /openapi.json: a query parameter", "validation_failed", () => get("/v1/openapi.json?format=yaml"), {
    paths: ["format"],
    uncounted: true,
  }),
];
