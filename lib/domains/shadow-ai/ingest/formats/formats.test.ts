import { expect, test } from "vitest";
import { type CsvMapping, suggestMapping } from "@/lib/domains/shadow-ai/ingest/csv-mapping";
import { recogniseFormat } from "@/lib/domains/shadow-ai/ingest/formats";
import { payloadOf } from "@/lib/domains/shadow-ai/ingest/formats/firewalls";
import { logFormats } from "@/lib/domains/shadow-ai/ingest/log-formats";
import { type Sighting, sampleOf } from "@/lib/domains/shadow-ai/ingest/parser";
import { presentFields, readTexts } from "@/lib/domains/shadow-ai/ingest/testing/read-texts";
import { samples } from "@/lib/domains/shadow-ai/ingest/testing/samples";

test("has a sample of every format", () => {
  expect(new Set(samples.map(({ format }) => format))).toEqual(new Set(logFormats));
});

test.each(samples)("$title: is detected and read", async ({ format, lines, records, skipped: reasons }) => {
  const read = await readTexts([lines.join("\n")]);
  expect(read.formats).toEqual([format]);
  expect(read.bad).toEqual([]);
  expect(read.linesRead).toBe(lines.length);
  const skipped = Object.values(read.skipped).reduce((sum, count) => sum + count, 0);
  expect(read.records.length + skipped).toBe(lines.length);
  const withoutKeys = read.records.map((record) => presentFields({ ...record, clientKey: null }));
  expect(withoutKeys).toEqual(records);
  if (reasons) expect(read.skipped).toEqual(reasons);
  expect((await readTexts([lines.join("\n")], { format })).records).toEqual(read.records);
});

test.each(samples)("$title: each line is detected as its own format or as none", async ({ format, lines }) => {
  const header = lines.find((line) => /^#fields/i.test(line));
  for (const line of lines) {
    const text = header && !line.startsWith("#") ? `${header}\n${line}` : line;
    const detected = recogniseFormat(sampleOf(text.split("\n")), {});
    expect([format, null]).toContain(detected);
  }
});

const json = samples.filter(({ lines }) => lines.every((line) => line.startsWith("{")));
test.each(json)("$title: is read the same with syslog headers", async ({ format, lines, records }) => {
  const headers = ["<134>1 2026-11-22T10:15:00Z host1 program 12 - - ", "Nov 22 10:15:00 host1 program[12]: "];
  const read = await readTexts([lines.map((line, n) => `${headers[n % 2]}${line}`).join("\n")]);
  expect(read).toMatchObject({ formats: [format], bad: [] });
  expect(read.records.length).toBe(records.length);
});

test("Zscaler NSS: JSON is read with syslog headers", async () => {
  const nss = samples.filter(({ format }) => format === "zscaler").flatMap(({ lines }) => lines);
  const lines = nss.filter((line) => line.startsWith("{"));
  const bare = await readTexts([lines.join("\n")]);
  const headed = await readTexts([
    lines.map((line) => `<134>1 2026-11-22T10:15:00Z host1 nss - - - ${line}`).join("\n"),
  ]);
  expect(headed).toMatchObject({ formats: ["zscaler"], bad: [], skipped: bare.skipped });
  expect([headed.records.length, bare.records.length]).toEqual([bare.records.length, expect.toSatisfy((n) => n > 0)]);
});

const request = "1795342500.123 412 10.20.30.40 TCP_TUNNEL/200 9312 CONNECT claude.ai:443 - HIER_DIRECT/192.0.2.1 -";
const event = (sourcetype: string, text: string) => JSON.stringify({ sourcetype, event: text });

test("the format of a source type is detected when its first line is read", async () => {
  const query = "Nov 22 10:15:00 dnsmasq[1]: query[A] example.com from 10.0.0.1";
  const first = Array.from({ length: 60 }, () => event("dns", query));
  const read = await readTexts([[...first, event("proxy", request), event("notes", "hello")].join("\n")]);
  expect(read).toMatchObject({ formats: ["wrapped"], bad: [], skipped: { OTHER_LOG: 1 } });
  expect(read.records.map(({ host }) => host)).toContain("claude.ai");
});

test("the formats of at most 100 source types are detected after the start of a log", async () => {
  const types = [...Array(50).fill("proxy"), ...Array.from({ length: 150 }, (_, n) => `type-${n}`)];
  const read = await readTexts([types.map((type) => event(type, request)).join("\n")]);
  expect(read).toMatchObject({ formats: ["wrapped"], bad: [], skipped: { OTHER_LOG: 50 } });
  expect(read.records.length).toBe(150);
});

const challenge = "10.0.0.1 - - [22/Nov/2026:10:15:00 +0000]";
test.each([
  ["combined", [`${challenge} "CONNECT claude.ai:443 HTTP/1.1" 407 3900 "-" "curl" TCP_DENIED:HIER_NONE`]],
  [
    "w3c",
    ["#Fields: date time c-ip cs-method cs-host sc-status", "2026-11-22 10:15:00 10.0.0.1 CONNECT claude.ai 407"],
  ],
  ["squid", ["1795342500.123 0 10.0.0.1 TCP_DENIED/407 3900 CONNECT claude.ai:443 - HIER_NONE/- text/html"]],
] as const)("%s: a login challenge is not a request", async (format, lines) => {
  const { records, skipped } = await readTexts([lines.join("\n")], { format });
  expect({ records, skipped }).toMatchObject({ records: [], skipped: { NO_REQUEST: 1 } });
});

const seen: Sighting = {
  atMs: 0,
  vantage: "NETWORK_TRAFFIC",
  address: "104.18.7.192",
  transport: "tcp",
  bytesOut: 1_000,
  bytesIn: 50_000,
  packetsOut: 10,
  packetsIn: 100,
};

test.each<[string, Partial<Sighting>, "IP" | "FRAME", number | null, number | null]>([
  ["IP and TCP", {}, "IP", 600, 46_000],
  ["Ethernet, IP and TCP", {}, "FRAME", 460, 44_600],
  ["IP and UDP", { transport: "17" }, "IP", 720, 47_200],
  ["Ethernet, IP and UDP", { transport: "UDP" }, "FRAME", 580, 45_800],
  ["IPv6 and TCP", { address: "2001:db8::1" }, "IP", 400, 44_000],
  ["IPv6 detected by the client address", { address: null, client: "2001:db8::1" }, "IP", 400, 44_000],
  ["an address with a port", { address: "104.18.7.192:443" }, "IP", 600, 46_000],
  ["never less than zero", { bytesOut: 399, packetsIn: 1_000_000 }, "IP", 0, 0],
  ["without packets", { packetsOut: null, packetsIn: undefined }, "IP", 1_000, 50_000],
  ["without bytes", { bytesOut: null, bytesIn: undefined }, "IP", null, null],
  ["a packet count that is not a number", { packetsOut: Number.NaN, packetsIn: -1 }, "IP", 1_000, 50_000],
  ["another transport", { transport: "1" }, "IP", 1_000, 50_000],
])("subtracts headers from bytes: %s", (_, members, counted, bytesOut, bytesIn) => {
  expect(payloadOf({ ...seen, ...members }, counted)).toMatchObject({ bytesOut, bytesIn });
});

const at = Date.UTC(2026, 10, 22, 10, 15, 0);

test.each([
  [
    "timestamp,src_ip,dest_host,bytes_out",
    ",",
    { timestamp: "time", src_ip: "client", dest_host: "host", bytes_out: "bytesOut" },
  ],
  ["Date;Time;Client IP;Domain", ";", { Date: "date", Time: "time", "Client IP": "client", Domain: "host" }],
  [
    "Event Time\tURL\tUser\tUser-Agent",
    "\t",
    { "Event Time": "time", URL: "url", User: "user", "User-Agent": "userAgent" },
  ],
  ['"ts"|"id.resp_h"|"proto"', "|", { ts: "time", "id.resp_h": "address", proto: "transport" }],
])("recognises the columns of %s", (header, delimiter, columns) => {
  expect(suggestMapping(header)).toEqual({ columns, delimiter, header: true });
});

test.each(["", "a", "time,user", "host,user", "2026-11-22 10:15:00,10.20.30.40,api.openai.com", '"time,host'])(
  "does not recognise the columns of %s",
  (header) => {
    expect(suggestMapping(header)).toBeNull();
  },
);

test.each<[string, CsvMapping, string]>([
  [
    "by name",
    { columns: { Wann: "time", Wer: "client", Wohin: "host", Dauer: "durationSeconds" }, delimiter: ";", header: true },
    "Wann;Wer;Unsinn;Wohin;Dauer\n2026-11-22 10:15:00;10.20.30.40;x;claude.ai;1.5",
  ],
  [
    "by number",
    { columns: { "1": "time", "2": "client", "4": "host", "5": "durationSeconds" }, delimiter: "|", header: false },
    "2026-11-22 10:15:00|10.20.30.40|x|claude.ai|1.5",
  ],
])("a mapping identifies columns %s", async (_, mapping, text) => {
  const { records, bad } = await readTexts([text], { mapping });
  expect(bad).toEqual([]);
  expect(records.map((record) => presentFields({ ...record, clientKey: null }))).toEqual([
    {
      atMs: at,
      vantage: "NETWORK_TRAFFIC",
      host: "claude.ai",
      range: "10.20.30.x",
      department: "Risk",
      durationMs: 1500,
      action: "UNKNOWN",
      calls: 1,
    },
  ]);
});

test.each<[string, CsvMapping]>([
  ["a column that the header does not have", { columns: { when: "time" }, delimiter: ",", header: true }],
  ["an invalid number", { columns: { first: "time" }, delimiter: ",", header: false }],
  ["no column", { columns: {}, delimiter: ",", header: true }],
])("rejects a mapping with %s", async (_, mapping) => {
  await expect(readTexts(["time,host\n1,2"], { mapping })).rejects.toMatchObject({ code: "mapping_needed" });
});

test("requires a mapping for a CSV file whose header names are unknown", async () => {
  const reading = readTexts(["wann,wohin\n1795342500,claude.ai"], { format: "csv" });
  await expect(reading).rejects.toMatchObject({ code: "mapping_needed" });
});

test("accepts repeated headers and short lines, and uses the log's time zone", async () => {
  const header = "time,host,action";
  const text = [header, "2026-11-22 11:15:00,claude.ai,Blocked", header, "2026-11-22", '"open', "x,claude.ai,"].join(
    "\n",
  );
  const { records, bad } = await readTexts([text], { zone: "Europe/Berlin" });
  expect(records).toMatchObject([{ atMs: at, host: "claude.ai", action: "BLOCKED" }]);
  expect(bad.map(({ line }) => line)).toEqual([4, 5, 6]);
});
