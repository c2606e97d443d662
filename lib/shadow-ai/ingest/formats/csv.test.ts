import { expect, test } from "vitest";
import { type CsvMapping, suggestMapping } from "@/lib/shadow-ai/ingest/csv-mapping";
import { readTexts, told } from "@/lib/shadow-ai/ingest/testing/read-texts";

const at = Date.UTC(2026, 10, 22, 10, 15, 0);

test.each([
  [
    "timestamp,src_ip,dest_host,bytes_out",
    ",",
    { timestamp: "time", src_ip: "client", dest_host: "host", bytes_out: "bytesOut" },
  ],
  ["Date;Time;Client IP;Domain", ";", { Date: "date", Time: "time", "Client IP": "client", Domain: "host" }],
  ["Event Time\tURL\tUser\tUser-Agent", "\t", { "Event Time": "time", URL: "url", "User-Agent": "userAgent" }],
  ['"ts"|"id.resp_h"|"proto"', "|", { ts: "time", "id.resp_h": "address", proto: "transport" }],
])("the columns of %s are known", (header, delimiter, columns) => {
  expect(suggestMapping(header)).toEqual({ columns, delimiter, header: true });
});

test.each(["", "a", "time,user", "host,user", "2026-11-22 10:15:00,10.20.30.40,api.openai.com", '"time,host'])(
  "the columns of %s are not",
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
])("a mapping tells the columns, %s", async (_, mapping, text) => {
  const { records, bad } = await readTexts([text], { mapping });
  expect(bad).toEqual([]);
  expect(records.map((record) => told({ ...record, clientKey: null }))).toEqual([
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
  ["a number that is none", { columns: { first: "time" }, delimiter: ",", header: false }],
  ["no column", { columns: {}, delimiter: ",", header: true }],
])("a mapping with %s is refused", async (_, mapping) => {
  await expect(readTexts(["time,host\n1,2"], { mapping })).rejects.toMatchObject({ code: "mapping_needed" });
});

test("a table that was named as one needs a mapping where its header tells nothing", async () => {
  const reading = readTexts(["wann,wohin\n1795342500,claude.ai"], { format: "csv" });
  await expect(reading).rejects.toMatchObject({ code: "mapping_needed" });
});

test("the header may come again, lines may be too short, and the zone of the log counts", async () => {
  const header = "time,host,action";
  const text = [header, "2026-11-22 11:15:00,claude.ai,Blocked", header, "2026-11-22", '"open', "x,claude.ai,"].join(
    "\n",
  );
  const { records, bad } = await readTexts([text], { zone: "Europe/Berlin" });
  expect(records).toMatchObject([{ atMs: at, host: "claude.ai", action: "BLOCKED" }]);
  expect(bad.map(({ line }) => line)).toEqual([4, 5, 6]);
});
