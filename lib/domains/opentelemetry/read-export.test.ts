import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { describe, expect, test } from "vitest";
import { readExport } from "@/lib/domains/opentelemetry/read-export";
import { chat, encodeSpans, recordSpans } from "@/lib/domains/opentelemetry/testing/spans";

const json = (signal: "traces" | "logs", body: unknown) =>
  readExport(signal, Buffer.from(JSON.stringify(body)), "application/json");
const protobuf = (bytes: Uint8Array) => readExport("traces", bytes, "application/x-protobuf");
const attribute = (value: unknown) => ({ key: "a", value });
const spans = (...given: unknown[]) => ({ resourceSpans: [{ scopeSpans: [{ spans: given }] }] });

test("the exporters' protobuf and JSON encodings describe the same spans", () => {
  const recorded = recordSpans("support-bot", [{ ...chat, ratio: 0.5, seed: -7, stream: true }, chat]);
  const read = protobuf(encodeSpans(recorded));
  expect(read).toEqual(readExport("traces", encodeSpans(recorded, "json"), "application/json"));
  const [parent, child] = recorded.map((span) => span.spanContext());
  expect(read).toMatchObject([
    { ...ids(parent), parentSpanId: "", service: "support-bot", attributes: { ratio: 0.5, seed: -7, stream: true } },
    { ...ids(child), parentSpanId: parent?.spanId, attributes: { "gen_ai.response.finish_reasons": ["stop"] } },
  ]);
  expect(read[0]?.endMs).toBeCloseTo((read[0]?.startMs ?? 0) + 250, 3);
});

const ids = (context: { traceId: string; spanId: string } | undefined) => ({
  traceId: context?.traceId,
  spanId: context?.spanId,
});

describe("JSON", () => {
  test.each<[string, unknown, unknown]>([
    ["a text", { stringValue: "x" }, "x"],
    ["an integer as text", { intValue: "42" }, 42],
    ["an integer beyond a double", { intValue: "9223372036854775807" }, "9223372036854775807"],
    ["a number that is not finite", { doubleValue: "NaN" }, "NaN"],
    ["a list", { arrayValue: { values: [{ boolValue: true }, {}] } }, [true, null]],
    ["an object", { kvlistValue: { values: [{ key: "b", value: { doubleValue: 1.5 } }] } }, { b: 1.5 }],
    ["bytes", { bytesValue: "AQI=" }, "AQI="],
    ["NUL and a lone surrogate", { stringValue: "a\0b\ud800" }, "ab\ufffd"],
    ["NUL in bytes", { bytesValue: "a\0b" }, "ab"],
    ["an unset integer", { intValue: null, doubleValue: null }, null],
    ["an integer that is not a number", { intValue: "a\0b" }, null],
    ["an object as a number", { intValue: { toString: 1, valueOf: 1 } }, null],
    ["a list as a number", { doubleValue: [[1]] }, null],
    ["nothing", undefined, null],
  ])("%s is an attribute", (_, value, expected) => {
    expect(json("traces", spans({ attributes: [attribute(value)] }))[0]?.attributes).toEqual({ a: expected });
  });

  test("unknown members, null and missing lists are accepted", () => {
    expect(json("traces", {})).toEqual([]);
    expect(json("traces", { resourceSpans: [{ resource: null, scopeSpans: [{ spans: null, extra: 1 }] }] })).toEqual(
      [],
    );
  });

  test("invalid and empty IDs are left empty, and hexadecimal IDs are converted to lower case", () => {
    const [upper, bad] = json(
      "traces",
      spans({ traceId: "A".repeat(32), spanId: "B".repeat(16) }, { traceId: "0".repeat(32), spanId: "xyz" }),
    );
    expect(upper).toMatchObject({ traceId: "a".repeat(32), spanId: "b".repeat(16) });
    expect(bad).toMatchObject({ traceId: "", spanId: "" });
  });

  test.each<[string, unknown, string]>([
    ["a list that is a text", { resourceSpans: "x" }, "resourceSpans"],
    [
      "a time that is not a number",
      spans({ startTimeUnixNano: "now" }),
      "resourceSpans[0].scopeSpans[0].spans[0].startTimeUnixNano",
    ],
    [
      "a time beyond 64 bits",
      spans({}, { endTimeUnixNano: 1e30 }),
      "resourceSpans[0].scopeSpans[0].spans[1].endTimeUnixNano",
    ],
    ["a span that is not an object", spans(...Array(100_000).fill(1)), "resourceSpans[0].scopeSpans[0].spans[0]"],
    ["an event that is not an object", spans({ events: [1] }), "resourceSpans[0].scopeSpans[0].spans[0].events[0]"],
    [
      "a key that is not a text",
      spans({ attributes: [{ key: 1 }] }),
      "resourceSpans[0].scopeSpans[0].spans[0].attributes[0].key",
    ],
    [
      "a nested key that is not a text",
      spans({ attributes: [attribute({ kvlistValue: { values: [{ key: {} }] } })] }),
      "kvlistValue.key",
    ],
    ["an array", [], "body"],
  ])("%s is rejected with its path", (_, body, path) => {
    expect(() => json("traces", body)).toThrow(
      expect.objectContaining({ code: "validation_failed", details: [expect.objectContaining({ path })] }),
    );
  });

  test("deeply nested attributes are rejected", () => {
    let value: unknown = { stringValue: "x" };
    for (let i = 0; i < 30; i++) value = { arrayValue: { values: [value] } };
    expect(() => json("traces", spans({ attributes: [attribute(value)] }))).toThrow("nested deeper than 24 levels");
  });
});

describe("protobuf", () => {
  const bytes = encodeSpans(recordSpans("support-bot", [chat]));

  test("a request that is truncated anywhere is rejected or has fewer spans, and never causes another error", () => {
    for (let length = 1; length < bytes.length; length++) {
      expect(() => protobuf(bytes.subarray(0, length)), String(length)).toThrow(
        "is not a protobuf-encoded ExportTraceServiceRequest",
      );
    }
  });

  test.each<[string, Uint8Array]>([
    ["a text", Buffer.from("hello")],
    ["JSON", Buffer.from("{}")],
    ["a length beyond the end", Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f])],
    ["groups without an end", Buffer.alloc(1_000, 0x0b)],
  ])("%s is rejected", (_, given) => {
    expect(() => protobuf(given)).toThrow(expect.objectContaining({ code: "validation_failed" }));
  });

  test("an empty request has no spans", () => {
    expect(protobuf(new Uint8Array())).toEqual([]);
  });
});

describe("limits", () => {
  /** Spans without members, which take two or three bytes each. */
  const emptySpans = (count: number) => {
    const spansOnly = Buffer.from("1200".repeat(count), "hex");
    const message = (tag: number, bytes: Uint8Array) =>
      new BinaryWriter().tag(tag, WireType.LengthDelimited).bytes(bytes).finish();
    return message(1, message(2, spansOnly));
  };
  const emptyJsonSpans = (count: number) =>
    Buffer.from(`{"resourceSpans":[{"scopeSpans":[{"spans":[${"{},".repeat(count - 1)}{}]}]}]}`);
  const tooMany = "spans must have at most 10000 entries in total";
  const tooLarge = "more than 1000000 values";

  test.each<[string, string, Uint8Array, string]>([
    ["10,001 spans in JSON", "application/json", emptyJsonSpans(10_001), tooMany],
    ["10,001 spans in protobuf", "application/x-protobuf", emptySpans(10_001), tooMany],
    ["1,000,000 spans in JSON", "application/json", emptyJsonSpans(1_000_000), tooLarge],
    ["1,000,000 spans in protobuf", "application/x-protobuf", emptySpans(1_000_000), tooLarge],
    ["a million numbers", "application/json", Buffer.from(`{"resourceSpans":[${"1,".repeat(1_000_000)}1]}`), tooLarge],
  ])("%s are rejected", (_, type, bytes, message) => {
    expect(() => readExport("traces", bytes, type)).toThrow(
      expect.objectContaining({ code: "payload_too_large", message: expect.stringContaining(message) }),
    );
  });

  test("10,000 spans, 200,000 events of a span and texts with many commas and escapes are accepted", () => {
    expect(protobuf(emptySpans(10_000))).toHaveLength(10_000);
    expect(json("traces", spans({ events: Array(200_000).fill({ name: "gen_ai.x" }) }))).toHaveLength(1);
    const text = '\\",[{'.repeat(500_000);
    expect(json("traces", spans({ attributes: [attribute({ stringValue: text })] }))[0]?.attributes).toEqual({
      a: text,
    });
  });
});

test("events of a span that are messages become the lists of its input and output", () => {
  const content = (text: string) => [{ key: "content", value: { stringValue: text } }];
  const events = [
    { name: "gen_ai.system.message", attributes: content("Be brief") },
    { name: "gen_ai.user.message", attributes: content("Hello") },
    { name: "gen_ai.choice", attributes: content("Hi") },
    { name: "gen_ai.content.prompt", attributes: [{ key: "gen_ai.prompt", value: { stringValue: "Hello" } }] },
    { name: "exception", attributes: content("secret") },
  ];
  const [record] = json("traces", spans({ events, attributes: [attribute({ intValue: 1 })] }));
  expect(record?.attributes).toEqual({
    "gen_ai.prompt": "Hello",
    "gen_ai.input.events": [
      { name: "gen_ai.system.message", attributes: { content: "Be brief" } },
      { name: "gen_ai.user.message", attributes: { content: "Hello" } },
    ],
    "gen_ai.output.events": [{ name: "gen_ai.choice", attributes: { content: "Hi" } }],
    a: 1,
  });
});

test("an event name that is not a text describes no model call", () => {
  const name = { kvlistValue: { values: [{ key: "toString", value: { stringValue: "x" } }] } };
  const logRecords = [{ attributes: [{ key: "event.name", value: name }] }];
  expect(json("logs", { resourceLogs: [{ scopeLogs: [{ logRecords }] }] })).toMatchObject([{ event: "" }]);
});

test("only log records about model calls are read: details and messages", () => {
  const attributes = [{ key: "gen_ai.operation.name", value: { stringValue: "chat" } }];
  const error = { key: "error.type", value: { stringValue: "timeout" } };
  const body = { kvlistValue: { values: [{ key: "content", value: { stringValue: "Hi" } }] } };
  const details = "gen_ai.client.inference.operation.details";
  const logRecords = [
    { eventName: details, timeUnixNano: "1768471200000000000", attributes },
    { eventName: details, attributes: [...attributes, error] },
    { eventName: "gen_ai.user.message", body },
    { attributes: [{ key: "event.name", value: { stringValue: "gen_ai.choice" } }], body },
    { eventName: "gen_ai.user.message", attributes },
    { eventName: "app.started", attributes, body },
  ];
  expect(json("logs", { resourceLogs: [{ scopeLogs: [{ logRecords }] }] })).toMatchObject([
    { event: details, startMs: 1_768_471_200_000, attributes: { "gen_ai.operation.name": "chat" }, isFailed: false },
    { event: details, isFailed: true },
    { event: "gen_ai.user.message", attributes: { "gen_ai.input.events": { content: "Hi" } } },
    { event: "gen_ai.choice", attributes: { "gen_ai.output.events": { content: "Hi" } } },
    { event: "", attributes: {} },
    { event: "", attributes: {} },
  ]);
});
