import { expect, test } from "vitest";
import { userPseudonym } from "@/lib/domains/shadow-ai/ingest";
import { readTexts } from "@/lib/domains/shadow-ai/ingest/testing/read-texts";
import { samples } from "@/lib/domains/shadow-ai/ingest/testing/samples";

const key = Buffer.from("a key of users");

test("depends on the key, and has 64 bits", () => {
  expect(userPseudonym("jdoe", key)).toMatch(/^user_[0-9a-f]{16}$/);
  expect(userPseudonym("jdoe", Buffer.from("another key"))).not.toBe(userPseudonym("jdoe", key));
});

test.each([
  ["JDoe", "jdoe"],
  [" jdoe ", "jdoe"],
  ["jdoe%40example.com", "jdoe@example.com"],
  ["EXAMPLE\\\\jdoe", "example\\jdoe"],
  ["100%doe", "100%DOE"],
  ["Zoe\u0308", "zo\u00eb"],
])("%j is the same user as %j", (one, other) => {
  expect(userPseudonym(one, key)).toBe(userPseudonym(other, key));
});

test.each([
  ["jdoe", "EXAMPLE\\jdoe"],
  ["jdoe@example.com", "jdoe@example.org"],
])("%j is another user than %j", (one, other) => {
  expect(userPseudonym(one, key)).not.toBe(userPseudonym(other, key));
});

test.each(["", " ", "-", "None", "N/A", "unknown", "Anonymous", "x".repeat(257)])("%j is not a user", (text) => {
  expect(userPseudonym(text, key)).toBeNull();
});

/** The users of samples by title. The logs of other samples contain none. */
const short = ["jdoe"];
const long = ["jdoe@example.com"];
const expected: Record<string, string[]> = {
  "our own NDJSON": short,
  "Squid, native": short,
  "combined, of Squid and with a virtual host": short,
  FortiGate: short,
  "Blue Coat": short,
  LEEF: short,
  "Elastic Common Schema": short,
  OCSF: short,
  "Splunk HEC, Elasticsearch and Docker": short,
  "CSV with a header in usual words": ["jdoe@example.com", "=cmd|' /C calc'!A0"],
  "Zscaler, default feed": long,
  "Zscaler, name=value and JSON": long,
  "Cloudflare Gateway": long,
  CEF: long,
  "Microsoft 365 and Defender": long,
  "Netskope transaction events": long,
  Netskope: long,
  "Palo Alto Networks": ["corp\\jdoe"],
};

test.each(samples)("$title: the pseudonyms match the users in its lines", async ({ title, format, lines }) => {
  const { records } = await readTexts([lines.join("\n")], { format, userKey: key });
  const found = new Set(records.flatMap(({ user }) => user ?? []));
  expect(found).toEqual(new Set((expected[title] ?? []).map((name) => userPseudonym(name, key))));
});
