import type { Given } from "./given";
import { notHashes } from "./hashes";
import { type BadInput, badFields, badQueries, type FieldRow, get, row } from "./row";

const zeros = `sha256:${"0".repeat(64)}`;
const missingEvent = "evt_01kahbc2g8m9n4q6r1s7t3v5wx";

/** Texts that are not positive whole numbers. */
const notSizes = [
  "",
  "0",
  "00",
  "-1",
  "01",
  "1.0",
  "1.5",
  "1e3",
  "0x10",
  "%2B5",
  "%205",
  "5%20",
  "5,6",
  "NaN",
  "Infinity",
  "null",
  "last",
  "9".repeat(16),
  "9".repeat(400),
  encodeURIComponent("５"),
  "%00",
];

const proof = ({ eventId }: Given, query: string) => get(`/v1/audit/${eventId}/proof?${query}`);

const inclusion: BadInput[] = [
  ...[
    ...notSizes.map((size): [string, string[]] => [`size=${size}`, ["size"]]),
    ["size=5&size=5", ["size"]] as const,
    ["size[]=5", ["size[]"]] as const,
    ["Size=5", ["Size"]] as const,
    ["size=0&checkpoint=latest", ["checkpoint", "size"]] as const,
    ["size=1", ["size"]] as const,
    ["size=100000", ["size"]] as const,
    [`size=${"9".repeat(15)}`, ["size"]] as const,
  ].map(([query, paths]) =>
    row(`GET /audit/{id}/proof?${query.slice(0, 40)}`, "validation_failed", (given) => proof(given, query), {
      paths: [...paths],
    }),
  ),
  row("GET /audit/{id}/proof: an unknown event", "not_found", () => get(`/v1/audit/${missingEvent}/proof`)),
  row("GET /audit/{id}/proof: an event of another organisation", "not_found", ({ foreignEventId }) =>
    get(`/v1/audit/${foreignEventId}/proof`),
  ),
  row("GET /audit/{id}/proof: a model", "not_found", ({ modelId }) => get(`/v1/audit/${modelId}/proof`)),
];

const consistency: BadInput[] = [
  ...badQueries("/v1/audit/consistency", [
    ["", ["from"]],
    ["to=2", ["from"]],
    ...notSizes.map((size): [string, string[]] => [`from=${size}`, ["from"]]),
    ...notSizes.map((size): [string, string[]] => [`from=1&to=${size}`, ["to"]]),
    ["from=1&from=1", ["from"]],
    ["from=1&to=2&to=2", ["to"]],
    ["from=1&size=2", ["size"]],
    ["from=3&to=2", ["from"]],
    ["from=100000", ["from"]],
    ["from=1&to=100000", ["to"]],
    ["from=100001&to=100000", ["from", "to"]],
    ["from=0&to=0&x=1", ["from", "to", "x"]],
  ]),
  row(
    "GET /audit/checkpoint: a query parameter",
    "validation_failed",
    () => get("/v1/audit/checkpoint?size=5&format=note"),
    { paths: ["format", "size"] },
  ),
];

const receipt = ({ organisation }: Given) => ({ organisationId: organisation.id, chainPosition: 1, blockHash: zeros });
const checkpoint = ({ organisation }: Given) => ({
  organisationId: organisation.id,
  size: 1,
  headHash: zeros,
  rootHash: zeros,
  issuedAt: "2026-01-15T10:00:00.000Z",
  previousCheckpointHash: zeros,
  keyId: "21fe31dfa154a261",
  signature: "AAAA",
});
const position = (name: string, value: unknown): FieldRow[] => [
  [`from that is ${name}`, { from: value }, ["from"]],
  [`to that is ${name}`, { to: value }, ["to"]],
];
const whole = ["expectedHead"];

/**
 * If the value has the form of a known kind, the error names the invalid member; otherwise it names the whole value.
 */
const head = (
  name: string,
  changes: Record<string, unknown>,
  of: (given: Given) => object = receipt,
  paths = Object.keys(changes).map((field) => `expectedHead.${field}`),
): FieldRow => [`an expectedHead ${name}`, (given) => ({ expectedHead: { ...of(given), ...changes } }), paths];

const verifying: FieldRow[] = [
  ...position("0", 0),
  ...position("below 0", -1),
  ...position("text", "1"),
  ...position("a fraction", 1.5),
  ...position("null", null),
  ...position("a list", [1]),
  ...position("beyond 2^53", 2 ** 53),
  ["from after to", { from: 3, to: 2 }, ["from"]],
  ["from after the end of the chain", { from: 100_000 }, ["from"]],
  ["from in an incremental run", { from: 1, mode: "incremental" }, ["from"]],
  ["to in a continued run", { to: 1, mode: "continued" }, ["to"]],
  ["an unknown mode", { mode: "quick" }, ["mode"]],
  ["a mode in upper case", { mode: "FULL" }, ["mode"]],
  ["an organisationId", { organisationId: "org_1" }, ["organisationId"]],
  ["a publicKey", { publicKey: "AAAA" }, ["publicKey"]],
  ["an expectedHead that is null", { expectedHead: null }, whole],
  ["an expectedHead that is a hash", { expectedHead: zeros }, whole],
  ["an expectedHead that is a list", (given) => ({ expectedHead: [receipt(given)] }), whole],
  ["an expectedHead that is empty", { expectedHead: {} }, whole],
  head("without a hash", { blockHash: undefined }, receipt, whole),
  head("without a position", { chainPosition: undefined }, receipt, whole),
  head("without an organisation", { organisationId: undefined }, receipt, whole),
  head("at position 0", { chainPosition: 0 }),
  head("at a position that is text", { chainPosition: "1" }, receipt, whole),
  head("with an additional field", { id: "evt_1" }),
  ...notHashes.map(([name, blockHash]) =>
    head(`with a hash ${name}`, { blockHash }, receipt, typeof blockHash === "string" ? undefined : whole),
  ),
  head("that is both a receipt and a checkpoint", { chainPosition: 1, blockHash: zeros }, checkpoint, whole),
  head("that is a checkpoint without a signature", { signature: undefined }, checkpoint, whole),
  head("that is a checkpoint of size 0", { size: 0 }, checkpoint),
  head("that is a checkpoint with an invalid time", { issuedAt: "today" }, checkpoint, whole),
  head("that is a checkpoint with a signature of 257 characters", { signature: "A".repeat(257) }, checkpoint),
  head("of an unknown organisation", { organisationId: "org_1" }),
  head("that is a checkpoint of an unknown organisation", { organisationId: "org_1" }, checkpoint),
];

const chains: BadInput[] = [
  ...badFields(
    "POST /audit/verify-chain",
    () => ({ method: "POST", path: "/v1/audit/verify-chain", body: {} }),
    verifying,
  ),
  row(
    "GET /audit/verifications/{id}: a verification of another organisation",
    "not_found",
    ({ foreignVerificationId }) => get(`/v1/audit/verifications/${foreignVerificationId}`),
  ),
  row(
    "GET /audit/verifications/{id}: a query parameter",
    "validation_failed",
    () => get("/v1/audit/verifications/ver_1?wait=true"),
    { paths: ["wait"] },
  ),
];

/** File names that belong to no key. */
const notKeys = [
  "0000000000000000.pem",
  "0000000000000000",
  ".pem",
  "checkpoint-key.pem",
  "..%2Fcheckpoint-key.pem",
  "%2Fetc%2Fpasswd",
  "21FE31DFA154A261.pem",
  "0000000000000000.pem.pem",
  "0000000000000000.pem%0a",
  "__proto__.pem",
  "constructor",
  "%F0%9F%92%A9.pem",
];

const keys: BadInput[] = [
  ...notKeys.map((name) =>
    row(`GET /v1/verify/keys/${name}`, "not_found", () => get(`/v1/verify/keys/${name}`), {
      paths: [],
      uncounted: true,
    }),
  ),
  row("GET /v1/verify/keys/ and 129 characters", "validation_failed", () => get(`/v1/verify/keys/${"a".repeat(129)}`), {
    paths: ["file"],
    uncounted: true,
  }),
  ...["/v1/verify/keys?kid=1", "/v1/verify/keys/1.pem?kid=1"].map((path) =>
    row(`GET ${path}`, "validation_failed", () => get(path), { paths: ["kid"], uncounted: true }),
  ),
];

export const proofs: BadInput[] = [...inclusion, ...consistency, ...chains, ...keys];
