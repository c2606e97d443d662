import { type BadInput, badFields, type FieldRow, post, row } from "./row";

const digits = "a".repeat(64);
const path = "/v1/audit/verify";

export const notHashes: [name: string, hash: unknown][] = [
  ["that is empty", ""],
  ["that is null", null],
  ["that is a number", 0],
  ["that is a list", [`sha256:${digits}`]],
  ["without its prefix", digits],
  ["with a prefix in upper case", `SHA256:${digits}`],
  ["of another kind", `sha512:${digits}`],
  ["with an unknown prefix", `sha-256:${digits}`],
  ["with a missing digit", `sha256:${digits.slice(1)}`],
  ["with an extra digit", `sha256:${digits}a`],
  ["with a character that is not a digit", `sha256:${digits.slice(1)}g`],
  ["with digits of another script", `sha256:${"１".repeat(64)}`],
  ["in base64", "sha256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="],
  ["with white space before", ` sha256:${digits}`],
  ["with a line break after", `sha256:${digits}\n`],
  ["with a space in it", `sha256: ${digits}`],
];

const fields: FieldRow[] = [
  ["no eventId", { eventId: undefined }, ["eventId"]],
  ["an eventId that is null", { eventId: null }, ["eventId"]],
  ["an eventId that is a number", { eventId: 1 }, ["eventId"]],
  ["an empty eventId", { eventId: "" }, ["eventId"]],
  ["an eventId of 513 characters", { eventId: "e".repeat(513) }, ["eventId"]],
  ["an unknown field", { hash: `sha256:${digits}` }, ["hash"]],
  ["errors in every field", { eventId: [], expectedHash: "x", force: true }, ["eventId", "expectedHash", "force"]],
  ...notHashes.map(([name, expectedHash]): FieldRow => [`a hash ${name}`, { expectedHash }, ["expectedHash"]]),
];

export const verifying: BadInput[] = [
  ...badFields("POST /audit/verify", ({ eventId }) => ({ method: "POST", path, body: { eventId } }), fields),
  ...(
    [
      ["an unknown event", "evt_01kahbc2g8m9n4q6r1s7t3v5wx"],
      ["an ID of another type", "mdl_01kahbc2g8m9n4q6r1s7t3v5wx"],
      ["an id that is SQL", "' OR ''='"],
      ["an ID with non-ASCII characters", "evt_é\u{1f4a9}"],
    ] as const
  ).map(([name, eventId]) => row(`POST /audit/verify: ${name}`, "not_found", () => post(path, { eventId }))),
  row("POST /audit/verify: an event of another organisation", "not_found", ({ foreignEventId }) =>
    post(path, { eventId: foreignEventId }),
  ),
];
