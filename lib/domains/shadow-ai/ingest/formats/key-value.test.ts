import { expect, test } from "vitest";
import { readTexts } from "@/lib/domains/shadow-ai/ingest/testing/read-texts";

const start = (type: string, session = 7) =>
  `date=2026-11-22 time=10:15:00 devid="F" tz="+0000" vd="root" type="${type}" srcip=10.20.30.40 srcport=50020 dstip=104.18.7.192 sessionid=${session} proto=6`;
const webFilter = `${start("utm")} dstport=443 subtype="webfilter" hostname="api.openai.com" action="passthrough" url="https://api.openai.com/v1/responses" sentbyte=517 rcvdbyte=0 direction="outgoing" method="domain"`;
const traffic = `${start("traffic")} dstport=8443 subtype="forward" action="close" duration=20 sentbyte=3000 rcvdbyte=41000 sentpkt=25 rcvdpkt=60`;

const session = {
  host: "api.openai.com",
  path: "/v1/responses",
  action: "ALLOWED",
  method: null,
  port: 8443,
  bytesOut: 2_000,
  bytesIn: 38_600,
  packetsOut: 25,
  packetsIn: 60,
  durationMs: 20_000,
};

test.each<[string, string[], { action: string }?]>([
  ["the page first", [webFilter, traffic]],
  ["the session first", [traffic, webFilter]],
  ["several pages", [webFilter, webFilter.replace("/v1/responses", "/v1/files"), traffic]],
  ["a page without a port", [webFilter.replace("dstport=443 ", ""), traffic]],
  ["a blocked page", [webFilter.replace("passthrough", "blocked"), traffic], { action: "BLOCKED" }],
])("FortiGate: combines page and session: %s", async (_, lines, differing) => {
  const { records, bad } = await readTexts([lines.join("\n")]);
  expect(bad).toEqual([]);
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({ ...session, ...differing });
});

test("FortiGate: a page without a session has a port but no byte counts", async () => {
  const none = { bytesOut: null, bytesIn: null, packetsOut: null, packetsIn: null, durationMs: null };
  const { records } = await readTexts([webFilter]);
  expect(records).toMatchObject([{ host: "api.openai.com", port: 443, method: null, ...none }]);
});

test("FortiGate: DNS queries do not prevent a page from being joined to its session", async () => {
  const lookups = Array.from(
    { length: 50 },
    (_, id) => `${start("utm", 8)} xid=${id} dstport=53 qname="h${id}.example"`,
  );
  const { records } = await readTexts([[webFilter, ...lookups, traffic].join("\n")], { limits: { pendingJoins: 20 } });
  expect(records).toHaveLength(51);
  expect(records.filter(({ host }) => host === "api.openai.com")).toMatchObject([session]);
});

test.each([
  ["FortiGate's rating by domain", start("utm"), 'method="domain"', null],
  ["FortiGate's rating by address", start("utm"), 'method="ip"', null],
  ["FortiGate's HTTP method", start("utm"), 'method="domain" httpmethod="POST"', "POST"],
  ["another device's method", "time=2026-11-22T10:15:00Z src=10.20.30.40", 'method="POST"', "POST"],
])("reads the HTTP method: %s", async (_, beginning, pair, method) => {
  const { records } = await readTexts([`${beginning} hostname="claude.ai" ${pair}`], { format: "key-value" });
  expect(records).toMatchObject([{ host: "claude.ai", method }]);
});

const nameless = webFilter.replace(/hostname="[^"]*" |url="[^"]*" /g, "");
const named = `${traffic} dstname="api.mistral.ai"`;

test.each([
  ["dstname", [named], "api.mistral.ai"],
  ["hostname", [`${traffic} hostname="claude.ai"`], "claude.ai"],
  ["hostname before dstname", [`${named} hostname="claude.ai"`], "claude.ai"],
  ["dstname before the address", [nameless, named], "api.mistral.ai"],
  ["dstname before the address, the session first", [named, nameless], "api.mistral.ai"],
  ["the page's host before the session's dstname", [webFilter, named], "api.openai.com"],
  ["the page's host, the session first", [named, webFilter], "api.openai.com"],
  ["an invalid dstname", [nameless, `${traffic} dstname="?"`], "104.18.7.192"],
  ["no name", [traffic], "104.18.7.192"],
])("FortiGate: names the destination: %s", async (_, lines, host) => {
  const { records } = await readTexts([lines.join("\n")]);
  expect(records.map((record) => record.host)).toEqual([host]);
});

const line = (extension: string) =>
  `CEF:0|Vendor|Proxy|1.0|100|Web request|3|rt=1795342500000 src=10.20.30.40 dhost=claude.ai ${extension}`;

test.each([
  ["milliseconds", "start=1795342498750 end=1795342500000", 1_250],
  ["dates", "start=Nov 22 2026 10:14:30 end=Nov 22 2026 10:15:00", 30_000],
  ["dates with fractions and a zone", "start=Nov 22 2026 10:14:58.500 UTC end=Nov 22 2026 11:15:00.250 +0100", 1_750],
  ["a separate duration takes precedence", "start=1795342498750 end=1795342500000 duration=7", 7_000],
  ["an invalid duration", "start=1795342498750 end=1795342500000 duration=-", 1_250],
  ["no start", "end=1795342500000", null],
  ["equal start and end", "start=1795342500000 end=1795342500000", null],
  ["an end before the start", "start=1795342500000 end=1795342498750", null],
])("computes the duration from start and end: %s", async (_, extension, durationMs) => {
  const { records, bad } = await readTexts([line(extension)]);
  expect(bad).toEqual([]);
  expect(records).toMatchObject([{ host: "claude.ai", atMs: 1_795_342_500_000, durationMs }]);
});
