import fc from "fast-check";
import { expect, test } from "vitest";
import { AnsweredNames, RecentMap } from "@/lib/domains/shadow-ai/ingest/joins";
import { readTexts } from "@/lib/domains/shadow-ai/ingest/testing/read-texts";
import { propertyRuns } from "@/lib/platform/core/testing";

test("a recent map keeps at least half of its maximum and releases the oldest entries, each once", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 40 }), fc.array(fc.nat(60), { maxLength: 300 }), (max, keys) => {
      const forgotten: string[] = [];
      const set: number[] = [];
      const map = new RecentMap<string>(max, (value) => forgotten.push(value));
      keys.forEach((key, index) => {
        const value = `${key}:${index}`;
        if (index % 5 === 0) map.take(String(key));
        if (map.get(String(key)) !== undefined) return;
        map.set(String(key), value);
        set.push(key);
      });
      const newest = [...new Set(set.slice(-Math.floor(max / 2)))];
      const kept = newest.filter((key) => map.get(String(key)) !== undefined);
      map.clear();
      expect(new Set(forgotten).size).toBe(forgotten.length);
      expect(kept).toEqual(newest);
    }),
    { numRuns: propertyRuns(50) },
  );
});

test("names an address by the client's own look-ups, or by unambiguous look-ups of other clients", () => {
  const names = new AnsweredNames(100);
  names.learn("10.0.0.1", "api.openai.com", ["104.18.7.192"]);
  expect(names.nameOf("10.0.0.2", "104.18.7.192")).toBe("api.openai.com");
  names.learn("10.0.0.2", "shop.example", ["104.18.7.192"]);
  expect(names.nameOf("10.0.0.1", "104.18.7.192")).toBe("api.openai.com");
  expect(names.nameOf("10.0.0.2", "104.18.7.192")).toBe("shop.example");
  expect(names.nameOf("10.0.0.3", "104.18.7.192")).toBeNull();
  expect(names.nameOf(null, "192.0.2.1")).toBeNull();
});

/** A packet with the given payload size. */
const flow = (source: string, sourcePort: number, to: string, port: number, bytes: number, start = 1_795_342_500) =>
  `2 123456789012 eni-1 ${source} ${to} ${sourcePort} ${port} 6 1 ${40 + bytes} ${start} ${start + 5} ACCEPT OK`;
const resolver = JSON.stringify({
  query_timestamp: "2026-11-22T10:14:59Z",
  query_name: "api.openai.com.",
  srcaddr: "10.20.30.40",
  answers: [{ Rdata: "104.18.7.192", Type: "A" }],
});

test("names flows from DNS logs of the same import, in any file order", async () => {
  const flows = flow("10.20.30.40", 50_000, "104.18.7.192", 443, 7);
  for (const texts of [
    [flows, resolver],
    [resolver, flows],
  ]) {
    const { records } = await readTexts(texts);
    expect(records.map(({ vantage, host, bytesOut }) => [vantage, host, bytesOut]).sort()).toEqual([
      ["DNS", "api.openai.com", null],
      ["NETWORK_TRAFFIC", "api.openai.com", 7],
    ]);
  }
});

test("joins the two directions of a flow into one record per window", async () => {
  const { records } = await readTexts(
    [
      [
        flow("10.20.30.40", 50_000, "104.18.7.192", 443, 1),
        flow("104.18.7.192", 443, "10.20.30.40", 50_000, 2),
        flow("104.18.7.192", 443, "10.20.30.40", 50_000, 4, 1_795_342_560),
        flow("10.20.30.40", 50_000, "104.18.7.192", 443, 3, 1_795_342_560),
      ].join("\n"),
    ],
    { format: "aws-vpc-flow" },
  );
  expect(records.map(({ bytesOut, bytesIn }) => [bytesOut, bytesIn])).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test("reads flows with any fields below a header, and identifies the client by flags", async () => {
  const { records, bad } = await readTexts([
    [
      "tcp-flags dstport srcport dstaddr srcaddr protocol bytes packets start end action flow-direction",
      "18 40000 60000 10.20.30.40 10.9.9.9 6 900 9 1795342500 1795342501 ACCEPT ingress",
      "2 60000 40000 10.9.9.9 10.20.30.40 6 50 1 1795342500 1795342501 REJECT egress",
      "2 60000",
    ].join("\n"),
  ]);
  expect(bad.map(({ line }) => line)).toEqual([4]);
  expect(records).toMatchObject([{ host: "10.9.9.x", port: 60000, range: "10.20.30.x", bytesOut: 10, bytesIn: 540 }]);
});

const proxied = (members: object) =>
  JSON.stringify({ ts: 1_795_342_500, uid: "C1", "id.orig_h": "10.20.30.40", "id.resp_p": 3128, ...members });
const connect = proxied({ _path: "http", method: "CONNECT", host: "api.x.ai:443", uri: "api.x.ai:443" });
const toProxy = proxied({ _path: "conn", proto: "tcp", service: "http", orig_bytes: 400 });

test.each([
  ["first", [connect, toProxy]],
  ["last", [toProxy, connect]],
])("ignores the proxy's port for the destination host: the name comes %s", async (_, lines) => {
  const { records } = await readTexts([lines.join("\n")]);
  expect(records).toMatchObject([{ host: "api.x.ai", port: 443, bytesOut: 400 }]);
});

test("releases the oldest connections over the limit, each once", async () => {
  const line = (index: number, members: object) =>
    JSON.stringify({ ts: 1_795_342_500 + index, uid: `C${index}`, "id.orig_h": "10.20.30.40", ...members });
  const ssl = Array.from({ length: 50 }, (_, index) => line(index, { _path: "ssl", server_name: `h${index}.example` }));
  const conn = Array.from({ length: 50 }, (_, index) => line(index, { _path: "conn", orig_bytes: index }));
  const { records } = await readTexts([[...ssl, ...conn].join("\n")], { limits: { pendingJoins: 20 } });
  const names = records.flatMap(({ host }) => host ?? []);
  expect(new Set(names).size).toBe(50);
  expect(names).toHaveLength(50);
  const joined = records.filter(({ bytesOut }) => bytesOut !== null).map(({ host }) => host);
  expect(joined).toContain("h49.example");
  expect(joined).not.toContain("h0.example");
});
