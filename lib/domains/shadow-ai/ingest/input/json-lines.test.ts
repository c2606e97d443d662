import { expect, test } from "vitest";
import { JsonLineWriter, linesOfJson } from "@/lib/domains/shadow-ai/ingest/input/json-lines";
import { readLines } from "@/lib/domains/shadow-ai/ingest/input/read-lines";
import { bytesOf } from "@/lib/domains/shadow-ai/testing/logs";

const documents: [string, string[]][] = [
  ['{"a":1}', ['{"a":1}']],
  ['[{"a":1},\n {"b":[{}]}]', ['{"a":1}', '{"b":[{}]}']],
  ['{\n  "a": "}\\"{"\n}\n{"b":2}{"c":3}', ['{   "a": "}\\"{" }', '{"b":2}', '{"c":3}']],
  ["[]", []],
  ['[{"a":1', ['{"a":1']],
  ['x{"a":1} y', ["x", '{"a":1}', "y"]],
  ["{]{}", ["{]", "{}"]],
  ["{}{}{}", ["{}", "{}", "{}"]],
];

test.each(documents)("each object of %j becomes a line", (text, expected) => {
  expect([...linesOfJson(text)]).toEqual(expected);
});

test.each(documents)("%j produces the same lines regardless of chunk boundaries", (text) => {
  const writer = new JsonLineWriter();
  const pieces = Array.from(Buffer.from(text), (byte) => Buffer.from(writer.push(Buffer.from([byte]))));
  expect(Buffer.concat(pieces).toString().split("\n").filter(Boolean)).toEqual([...linesOfJson(text)]);
});

test.each([
  ['[\n{"a":1},{"b":2}]', ['{"a":1}', '{"b":2}']],
  ['{\n"a":1}', ['{ "a":1}']],
  ["[2026-11-20T10:00:00Z] GET\nb", ["[2026-11-20T10:00:00Z] GET", "b"]],
  ["[] GET\nb", ["[] GET", "b"]],
  ['{"Records":[{"a":{}},{"b":2}]}', ['{"a":{}}', '{"b":2}']],
  ['{"records": []}', []],
  ['{"a":1}\n[{"b":2}]', ['{"a":1}', '[{"b":2}]']],
])("only a document is rewritten: %j", async (text, expected) => {
  const lines: string[] = [];
  for await (const batch of readLines(bytesOf(Buffer.from(text)))) lines.push(...batch.lines);
  expect(lines).toEqual(expected);
});
