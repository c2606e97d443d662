import { expect, test } from "vitest";
import { logFormats } from "@/lib/shadow-ai/ingest/log-formats";
import { readTexts, told } from "@/lib/shadow-ai/ingest/testing/read-texts";
import { samples, secrets } from "@/lib/shadow-ai/ingest/testing/samples";

test("there is a sample of every format", () => {
  expect(new Set(samples.map(({ format }) => format))).toEqual(new Set(logFormats));
});

test.each(samples)("$title: is recognised and read", async ({ format, lines, records }) => {
  const read = await readTexts([lines.join("\n")]);
  expect(read.formats).toEqual([format]);
  expect(read.bad).toEqual([]);
  expect(read.linesRead).toBe(lines.length);
  const withoutKeys = read.records.map((record) => told({ ...record, clientKey: null }));
  expect(withoutKeys).toEqual(records);
});

test.each(samples)("$title: neither addresses, users nor query strings are kept", async ({ lines }) => {
  const { records } = await readTexts([lines.join("\r\n")]);
  const text = JSON.stringify(records).toLowerCase();
  expect(secrets.filter((secret) => text.includes(secret.toLowerCase()))).toEqual([]);
});

test.each(samples)("$title: a named format reads the same", async ({ format, lines, records }) => {
  const read = await readTexts([lines.join("\n")], { format });
  expect(read.records).toHaveLength(records.length);
});
