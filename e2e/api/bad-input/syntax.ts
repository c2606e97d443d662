import { type BadInput, row } from "./row";
import { writersOfThisRun } from "./writers";

const bytes = (...values: number[]) => Uint8Array.from(values);
const text = (content: string) => new TextEncoder().encode(content);
const around = (before: string, middle: Uint8Array, after: string) =>
  Buffer.concat([text(before), middle, text(after)]);
const nested = (levels: number) => `{"payload":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;

/**
 * Bodies that are not JSON, or JSON that cannot be stored and hashed without changes. They apply to every operation.
 */
const notJson: [name: string, body: string | Uint8Array][] = [
  ["only white space", " \r\n\t"],
  ["a form", "modelId=mdl_1&eventType=INFERENCE"],
  ["truncated JSON", '{"payload":{"latencyMs":1'],
  ["an unterminated string", '{"payload":"abc}'],
  ["a trailing comma in an object", '{"payload":{},}'],
  ["a trailing comma in an array", '{"tags":["a",]}'],
  ["two JSON values", '{"payload":{}} {"payload":{}}'],
  ["single quotes", "{'payload':{}}"],
  ["an unquoted key", "{payload:{}}"],
  ["a comment", '{"payload":{} /* nothing */}'],
  ["a missing colon", '{"payload" {}}'],
  ["the literal NaN", '{"payload":{"x":NaN}}'],
  ["the literal Infinity", '{"payload":{"x":Infinity}}'],
  ["the literal undefined", '{"payload":undefined}'],
  ["a capitalised literal", '{"payload":True}'],
  ["a number with leading zeros", '{"payload":{"x":007}}'],
  ["a hexadecimal number", '{"payload":{"x":0x10}}'],
  ["a number with a plus sign", '{"payload":{"x":+1}}'],
  ["a number that ends with a decimal point", '{"payload":{"x":1.}}'],
  ["a number that begins with a decimal point", '{"payload":{"x":.5}}'],
  ["an integer beyond 2^53", '{"payload":{"x":9007199254740993}}'],
  ["a duplicate member", '{"payload":{"x":1,"x":2}}'],
  ["a number above the range of doubles", '{"payload":{"x":1e400}}'],
  ["a number below the range of doubles", '{"payload":{"x":-1e400}}'],
  ["a line break in a string", '{"payload":{"x":"a\nb"}}'],
  ["an unknown escape", '{"payload":{"x":"\\x41"}}'],
  ["an incomplete escape", '{"payload":{"x":"\\u00"}}'],
  ["an escaped NUL in a value", '{"payload":{"x":"a\\u0000b"}}'],
  ["an escaped NUL in a key", '{"payload":{"a\\u0000b":1}}'],
  ["a NUL byte in a string", around('{"payload":{"x":"', bytes(0), '"}}')],
  ["a NUL byte after the value", around('{"payload":{}}', bytes(0), "")],
  ["a lone high surrogate", '{"payload":{"x":"\\ud83d"}}'],
  ["a lone low surrogate", '{"payload":{"x":"\\udca9"}}'],
  ["surrogates in the wrong order", '{"payload":{"x":"\\udca9\\ud83d"}}'],
  ["a lone surrogate in a key", '{"payload":{"\\ud83d":1}}'],
  ["a byte that is not UTF-8", around('{"payload":{"x":"', bytes(0xff), '"}}')],
  ["latin-1", Buffer.from('{"payload":{"x":"é"}}', "latin1")],
  ["an overlong encoding", around('{"payload":{"x":"', bytes(0xc0, 0xaf), '"}}')],
  ["a surrogate encoded as UTF-8", around('{"payload":{"x":"', bytes(0xed, 0xa0, 0x80), '"}}')],
  ["a truncated character", around('{"payload":{"x":"', bytes(0xe2, 0x82), '"}}')],
  ["a code point beyond Unicode", around('{"payload":{"x":"', bytes(0xf4, 0x90, 0x80, 0x80), '"}}')],
  ["UTF-16 with a byte order mark", Buffer.from('\ufeff{"payload":{}}', "utf16le")],
  ["UTF-16 without a byte order mark", Buffer.from('{"payload":{}}', "utf16le")],
  ["two byte order marks", '\ufeff\ufeff{"payload":{}}'],
  ["33 levels", nested(33)],
  ["10,000 levels", nested(10_000)],
  ["300,000 unclosed brackets", "[".repeat(300_000)],
  ["60,000 unclosed objects", '{"a":'.repeat(60_000)],
  ["a __proto__ key", '{"__proto__":{"scopes":["admin"]}}'],
  ["a nested __proto__ key", '{"payload":{"x":[{"__proto__":null}]}}'],
  ["an escaped __proto__ key", '{"payload":{"\\u005f_proto__":1}}'],
];

const notObjects: [name: string, body: string][] = [
  ["null", "null"],
  ["an array", "[]"],
  ["an array of objects", '[{"name":"A model"}]'],
  ["a string", '"text"'],
  ["a number", "7"],
  ["a Boolean", "true"],
];

/** The members of their bodies are optional, so the body can be left out. */
const optionalBodies = [
  "POST /audit/verify-chain",
  "POST /shadow-ai/exceptions/{id}/approve",
  "POST /shadow-ai/exceptions/{id}/reject",
  "POST /webhooks/{id}/rotate-secret",
  "POST /webhooks/{id}/test",
  "POST /audit-streams/{id}/rotate-secret",
  "POST /integrations/{id}/rotate-secret",
  "POST /api-keys/{id}/rotate",
];

export const syntax: BadInput[] = writersOfThisRun.flatMap(({ operation, valid }) => [
  ...(optionalBodies.includes(operation) ? notJson : [["nothing", ""] as const, ...notJson]).map(([name, body]) =>
    row(`${operation}: ${name}`, "invalid_json", (given) => ({ ...valid(given), body })),
  ),
  ...notObjects.map(([name, body]) =>
    row(`${operation}: ${name}`, "validation_failed", (given) => ({ ...valid(given), body }), { paths: ["body"] }),
  ),
]);
