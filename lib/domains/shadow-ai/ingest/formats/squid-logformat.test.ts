import { expect, test } from "vitest";
import { CsvMapping } from "@/lib/domains/shadow-ai/ingest/csv-mapping";
import { presentFields, readTexts } from "@/lib/domains/shadow-ai/ingest/testing/read-texts";
import { at, proxy } from "@/lib/domains/shadow-ai/ingest/testing/samples/sample";

const base = { ...proxy, atMs: at, transport: "TCP" } as const;
const full = { ...base, method: "CONNECT", host: "api.openai.com", port: 443, status: 200, bytesIn: 39422 } as const;

test.each<[string, string, object]>([
  ["%ts.%03tu %6tr %>a %Ss/%03>Hs %<st %rm %ru %[un %Sh/%<a %mt", "1795342500.000  61234 10.20.30.40 TCP_TUNNEL/200 39422 CONNECT api.openai.com:443 - HIER_DIRECT/104.18.7.192 -", { ...full, durationMs: 61234 }],
  ["%ts.%03tu %>a %Ss/%03>Hs %<st %>st %rm %ru", "1795342500.000 10.20.30.40 TCP_TUNNEL/200 39422 1200 CONNECT api.openai.com:443", { ...full, bytesOut: 1200 }],
  ['%>a [%tl] "%rm %ru HTTP/%rv" %>Hs %<st "%{User-Agent}>h" %Ss', '10.20.30.40 [22/Nov/2026:11:15:00 +0100] "CONNECT api.openai.com:443 HTTP/1.1" 200 39422 "openai-python/1.2 \\"x\\"" TCP_TUNNEL', { ...full, userAgent: "openai-python/1" }],
  ["%tl %>a:%>p %ssl::>sni %<st %Ss", "22/Nov/2026:10:15:00 +0000 10.20.30.40:50123 api.openai.com 5 TCP_DENIED", { ...base, host: "api.openai.com", bytesIn: 5, action: "BLOCKED" }],
  ["%ts,%>a,%>rd,%>rP,%<st,%%", "1795342500,2001:db8:1::7,claude.ai,443,5,%", { ...base, range: "2001:db8:1::x", department: "Research", host: "claude.ai", port: 443, bytesIn: 5, action: "UNKNOWN" }],
  ["%ts%%%>a %ru", "1795342500%10.20.30.40 https://claude.ai/", { ...base, host: "claude.ai", port: 443, path: "/", action: "UNKNOWN" }],
])("reads %s", async (logformat, line, record) => {
  const mapping = CsvMapping.parse({ logformat });
  const { records, bad, formats } = await readTexts([`${line}\nnonsense`], { mapping });
  expect(formats).toEqual(["squid"]);
  expect(records.map((read) => presentFields({ ...read, clientKey: null }))).toEqual([record]);
  expect(bad).toEqual([{ line: 2, message: "The line does not match the logformat." }]);
}); // biome-ignore format: a table

test.each(["%>a", "%ts %>a", "%ru", "no codes"])("rejects %s, which has no time or no destination", (logformat) => {
  expect(CsvMapping.safeParse({ logformat }).error?.issues[0]?.path).toEqual(["logformat"]);
});

test.each([
  '%ts %Ss:%Sh:%mt:%>a [%tl] "%{User-Agent}>h" %ru',
  "%ts%ru%un%un%un%un Z",
  "%tl,%tl,%tl,%tl,%tl,%ru Z",
  '"%ts "%un "%un %ru Z',
  " %ts%%%un%%%ru Z",
])("reads hostile lines with %s in linear time", async (logformat) => {
  const mapping = CsvMapping.parse({ logformat });
  for (const part of [":", "[", '"', "\\", " ", "1", "1,", '" '])
    for (const length of [8_000, 500_000])
      expect((await readTexts([part.repeat(length)], { mapping })).records).toEqual([]);
});

test.each<[string, object, string]>([
  ["several characters between columns", { columns: { "1": "time", "2": "client", "3": "host" }, delimiter: "||", header: false }, "2026-11-22 10:15:00||10.20.30.40||claude.ai"],
  ["runs of spaces", { columns: { at: "time", who: "client", to: "host" }, delimiter: " " }, 'at   who to\n"2026-11-22 10:15:00"   10.20.30.40 claude.ai'],
  ["members of JSON objects", { columns: { "meta.at": "time", "peer.ip": "client", sni: "host" } }, '{"meta":{"at":"2026-11-22T10:15:00Z"},"peer":{"ip":"10.20.30.40"},"sni":"claude.ai"}'],
])("a mapping reads %s", async (_, given, text) => {
  const { records, bad } = await readTexts([text], { mapping: CsvMapping.parse(given) });
  expect(bad).toEqual([]);
  expect(records).toMatchObject([{ atMs: at, host: "claude.ai", range: "10.20.30.x" }]);
}); // biome-ignore format: a table
