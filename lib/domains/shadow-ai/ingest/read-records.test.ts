import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { InputError } from "@/lib/domains/shadow-ai/ingest/input/log-input";
import { FormatError } from "@/lib/domains/shadow-ai/ingest/parser";
import { readRecords } from "@/lib/domains/shadow-ai/ingest/read-records";
import { inputOf, readOptions, readTexts } from "@/lib/domains/shadow-ai/ingest/testing/read-texts";
import type { LineRecord, ReadBatch } from "@/lib/domains/shadow-ai/ingest/types";

const line = (host: string, second = 0) =>
  `${1_795_342_500 + second}.000 10 10.20.30.40 TCP_TUNNEL/200 99 CONNECT ${host}:443 - HIER_DIRECT/192.0.2.1 -`;
const many = (count: number, host: string) =>
  Array.from({ length: count }, (_, index) => line(`${host}${index}.example`, index));

test("reports a bad line with its number and continues", async () => {
  const text = [line("a.example"), "nonsense", "", `${"x".repeat(200)}`, line("b.example")].join("\n");
  const { records, bad, linesRead } = await readTexts([text], { limits: { lineBytes: 150 } });
  expect(records.map(({ host }) => host)).toEqual(["a.example", "b.example"]);
  expect(bad.map(({ line: number }) => number).sort()).toEqual([2, 4]);
  expect(linesRead).toBe(5);
});

test("hashes equal lines equally and differs for other lines and keys", async () => {
  const hashes = async (texts: string[], hashKey = readOptions.hashKey) =>
    (await readTexts(texts, { hashKey })).lines.map((record) => record.hash());
  const [one, two] = await hashes([[line("a.example"), line("b.example")].join("\n")]);
  expect(await hashes([[line("c.example"), line("a.example")].join("\n")])).toContain(one);
  expect(one).not.toBe(two);
  expect(await hashes([line("a.example")], Buffer.from("another key"))).not.toContain(one);
  expect(BigInt.asIntN(64, one ?? 0n)).toBe(one);
});

test("gives identical lines different hashes, except in formats with identifiers, and repeats them for the same file", async () => {
  const distinct = async (text: string) => {
    const { lines } = await readTexts([text]);
    return [lines.length, new Set(lines.map((record) => record.hash())).size];
  };
  const squid = line("a.example");
  expect(await distinct([squid, line("b.example"), squid, squid].join("\n"))).toEqual([4, 4]);
  const hashes = async () => (await readTexts([`${squid}\n${squid}`])).lines.map((record) => record.hash());
  expect(await hashes()).toEqual(await hashes());
  const query = {
    timestamp: "2026-11-22T10:15:00.000001+0000",
    flow_id: 7,
    event_type: "dns",
    src_ip: "10.20.30.40",
    dest_ip: "192.0.2.53",
    dns: { type: "query", rrname: "a.example", rrtype: "A" },
  };
  const eve = JSON.stringify(query);
  expect(await distinct(`${eve}\n${eve}`)).toEqual([2, 1]);
});

test("gives records of one line different hashes", async () => {
  const span = (model: string) => ({
    startTimeUnixNano: "1795342500000000000",
    attributes: [{ key: "gen_ai.request.model", value: { stringValue: model } }],
  });
  const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span("a"), span("a")] }] }] });
  const { lines } = await readTexts([text]);
  expect(lines.map(({ line: number }) => number)).toEqual([1, 1]);
  expect(new Set(lines.map((record) => record.hash())).size).toBe(2);
});

test("reads several files in order of time and reports the file and line of each record", async () => {
  const inputs = [inputOf(many(3_000, "late").join("\n"), "late"), inputOf(many(3_000, "early").join("\n"), "early")];
  const batches: ReadBatch[] = [];
  for await (const batch of readRecords(inputs, readOptions)) batches.push(batch);
  const order = batches.filter(({ linesRead }) => linesRead > 0).map(({ file }) => file);
  expect(order).toEqual(["late", "early", "late", "early", "late", "early"]);
  for (const { file, records } of batches) {
    expect(records.every(({ record, line: number }) => record.host === `${file}${number - 1}.example`)).toBe(true);
  }
  const bytes = batches.map(({ bytesRead }) => bytesRead);
  expect(bytes).toEqual([...bytes].sort((one, other) => one - other));
});

test("reads files of several formats in one import", async () => {
  const native = '{"at":"2026-11-22T10:15:00Z","host":"claude.ai"}';
  const { formats, records } = await readTexts([line("a.example"), native, ""]);
  expect(formats.sort()).toEqual(["ndjson", "squid"]);
  expect(records).toHaveLength(2);
});

test.each([
  [{ host: "claude.ai" }, "at: is required: an RFC 3339 date-time, or Unix time as a number."],
  [{ at: true, host: "claude.ai" }, "at: must be an RFC 3339 date-time, or Unix time as a number."],
  [{ at: 1_795_342_500 }, "host: is required unless url, address or ai.provider is set."],
  [{ at: 1_795_342_500, host: 5 }, "host: must be a string."],
  [{ at: 1_795_342_500, host: "claude.ai", bytesOut: "many" }, "bytesOut: must be a number."],
  [{ at: 1_795_342_500, host: "claude.ai", action: "DENIED" }, "action: must be one of ALLOWED, BLOCKED, UNKNOWN."],
])("for the NDJSON line %j, states what is required", async (object, message) => {
  const { bad } = await readTexts([JSON.stringify(object)], { format: "ndjson" });
  expect(bad).toEqual([{ line: 1, message }]);
});

test("ignores unrelated first lines", async () => {
  const { formats, bad } = await readTexts([["…end of a line", "-- banner --", ...many(3, "a")].join("\n")]);
  expect(formats).toEqual(["squid"]);
  expect(bad).toHaveLength(2);
});

test.each([
  ["text that is not a log", "Dear all,\nplease find attached\nthe report.\n"],
  ["an HTML page", "<!doctype html>\n<html>\n<body></body></html>\n"],
  ["unrelated JSON", '{"name":"x"}\n{"name":"y"}\n'],
  ["a table without a host", "name,age\nx,7\n"],
  ["binary data", Buffer.from([0, 1, 2, 10, 0, 255, 254, 10])],
])("does not detect a format in %s", async (_, text) => {
  const reading = readRecords([inputOf(text, "a.txt")], readOptions).next();
  await expect(reading).rejects.toMatchObject({ code: "unknown_format", file: "a.txt" });
  await expect(reading).rejects.toBeInstanceOf(FormatError);
});

test.each(["", "\n\n", "\uFEFF"])("returns nothing for a file without text", async (text) => {
  expect(await readTexts([text])).toMatchObject({ records: [], bad: [], linesRead: 0 });
});

test("reads no file if the format of one is unknown", async () => {
  const batches: ReadBatch[] = [];
  const reading = (async () => {
    const inputs = [inputOf(line("a.example")), inputOf("nonsense\n")];
    for await (const batch of readRecords(inputs, readOptions)) batches.push(batch);
  })();
  await expect(reading).rejects.toBeInstanceOf(FormatError);
  expect(batches).toEqual([]);
});

test("returns the complete lines of a damaged file before its error, including waiting lines", async () => {
  const zeek = Array.from({ length: 3_000 }, (_, index) =>
    JSON.stringify({ _path: "ssl", ts: 1_795_342_500 + index, uid: `C${index}`, server_name: `h${index}.example` }),
  );
  const whole = gzipSync(zeek.join("\n"));
  const records: LineRecord[] = [];
  const reading = (async () => {
    const input = inputOf(whole.subarray(0, whole.length / 2), "cut.gz");
    for await (const batch of readRecords([input], readOptions)) records.push(...batch.records);
  })();
  await expect(reading).rejects.toBeInstanceOf(InputError);
  expect(records.length).toBeGreaterThan(100);
});

test("releases waiting lines in batches of a thousand", async () => {
  const zeek = Array.from({ length: 5_500 }, (_, index) =>
    JSON.stringify({ _path: "ssl", ts: 1_795_342_500 + index, uid: `C${index}`, server_name: `h${index}.example` }),
  );
  const sizes: number[] = [];
  const options = { ...readOptions, limits: { pendingJoins: 5_000 } };
  for await (const { records } of readRecords([inputOf(zeek.join("\n"))], options)) sizes.push(records.length);
  expect(Math.max(...sizes)).toBe(1_000);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(5_500);
});

test("closes the inputs if the reader stops early", async () => {
  let ended = 0;
  const endless = (name: string) => ({
    name,
    bytes: (async function* () {
      try {
        for (;;) yield Buffer.from(`${many(100, name).join("\n")}\n`);
      } finally {
        ended++;
      }
    })(),
  });
  for await (const { records } of readRecords([endless("a"), endless("b")], readOptions)) {
    expect(records.length).toBeGreaterThan(0);
    break;
  }
  expect(ended).toBe(2);
});

test.each([
  ["zeek", JSON.stringify({ _path: "ssl", ts: 1_795_342_500, uid: "C1", server_name: "a.example" }), 1],
  ["squid", line("a.example"), 0],
])("lists the connections of earlier imports only if the format joins them: %s", async (_format, text, times) => {
  const waiting = { list: vi.fn(async () => new Set<bigint>()), read: vi.fn(async () => new Map()) };
  await readTexts([text, text], { waiting });
  expect(waiting.list).toHaveBeenCalledTimes(times);
  expect(waiting.read).not.toHaveBeenCalled();
});
