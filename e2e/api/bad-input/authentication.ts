import type { Given } from "./given";
import { type BadInput, get, row } from "./row";
import { writers } from "./writers";

const changed = (key: string, at: number) =>
  key.slice(0, at) + (key.at(at) === "a" ? "b" : "a") + (at === -1 ? "" : key.slice(at + 1));

/** Authorization headers that do not identify a caller. */
const authorizations: [name: string, authorization: (given: Given) => string | undefined][] = [
  ["none", () => undefined],
  ["empty", () => ""],
  ["only the word Bearer", () => "Bearer"],
  ["Bearer and a space", () => "Bearer "],
  ["Basic with the key as user", ({ key }) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`],
  ["Basic with the unencoded key", ({ key }) => `Basic ${key}`],
  ["another scheme", ({ key }) => `Token ${key}`],
  ["the key without a scheme", ({ key }) => key],
  ["the scheme without a space", ({ key }) => `Bearer${key}`],
  ["a colon after the scheme", ({ key }) => `Bearer: ${key}`],
  ["the key in quotes", ({ key }) => `Bearer "${key}"`],
  ["two keys", ({ key }) => `Bearer ${key} ${key}`],
  ["two schemes", ({ key }) => `Bearer ${key}, Basic eDp5`],
  ["a JSON web token", () => "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9."],
  ["an unknown key with a valid checksum", ({ badKeys }) => `Bearer ${badKeys.unknown}`],
  ["a key with an invalid checksum", ({ key }) => `Bearer ${changed(key, -1)}`],
  ["a key with a wrong secret", ({ key }) => `Bearer ${changed(key, 12)}`],
  ["a key without its checksum", ({ key }) => `Bearer ${key.slice(0, -7)}`],
  ["a key with an extra character", ({ key }) => `Bearer ${key}0`],
  ["a key in lower case", ({ key }) => `Bearer ${key.toLowerCase()}`],
  ["a key of the other mode", ({ key }) => `Bearer ${key.replace("gas_live_", "gas_test_")}`],
  ["a live key of an organisation that is now a sandbox", ({ badKeys }) => `Bearer ${badKeys.otherMode}`],
  ["an expired key", ({ badKeys }) => `Bearer ${badKeys.expired}`],
  ["a revoked key", ({ badKeys }) => `Bearer ${badKeys.revoked}`],
  ["a key's id", ({ keyId }) => `Bearer ${keyId}`],
  ["a key in latin-1", ({ key }) => `Bearer ${key.slice(0, -1)}é`],
  ["10,000 characters", () => `Bearer ${"a".repeat(10_000)}`],
];

const missing = (given: Given) => ({
  Authorization: undefined,
  "X-Api-Key": given.key,
  Cookie: `session=${given.key}`,
});

/** Requests that fail to authenticate and count against the client's address. */
export const authentication: BadInput[] = [
  ...authorizations.map(([name, authorization]) =>
    row(`GET /audit with an Authorization header: ${name}`, "unauthorized", (given) =>
      get("/v1/audit", { Authorization: authorization(given) }),
    ),
  ),
  row("GET /audit with the key in other headers", "unauthorized", (given) => get("/v1/audit", missing(given))),
  row("GET /audit with the key in the query", "unauthorized", ({ key }) => ({
    ...get(`/v1/audit?api_key=${key}&access_token=${key}`, { Authorization: undefined }),
  })),
  ...writers.map(({ operation, valid }) =>
    row(`${operation} without authentication, whatever else is wrong`, "unauthorized", (given) => ({
      ...valid(given),
      body: "{",
      headers: { Authorization: undefined, "Content-Type": "text/plain" },
    })),
  ),
];
