import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { importLog } from "@/lib/domains/shadow-ai";
import { PendingRecord } from "@/lib/domains/shadow-ai/ingest/assembly";
import { inputOf } from "@/lib/domains/shadow-ai/testing/logs";
import { pruneTraffic } from "@/lib/domains/shadow-ai/uses/traffic-retention";
import type { Context } from "@/lib/platform/core/context";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let clock: TestClock;
let ctx: Context;

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

beforeEach(async () => {
  clock = createTestClock(Date.parse("2026-11-20T12:00:00.000Z"));
  ctx = await createTestContext(clock);
});

const minutes = (count: number) => {
  clock.nowMs += count * 60_000;
};

const addresses = { "id.orig_h": "10.20.30.40", "id.orig_p": 50_000, "id.resp_h": "192.0.2.7", "id.resp_p": 443 };

const ssl = (uid: string, host = "api.openai.com") =>
  JSON.stringify({ _path: "ssl", ts: 1_795_176_000, uid, ...addresses, server_name: host });
const quic = (uid: string) =>
  JSON.stringify({
    ...{ _path: "quic", ts: 1_795_176_000, uid, ...addresses },
    ...{ version: "1", client_protocol: "h3", server_name: "api.openai.com" },
  });
const conn = (uid: string) =>
  JSON.stringify({
    ...{ _path: "conn", ts: 1_795_176_000, uid, ...addresses, proto: "tcp", duration: 9.5 },
    ...{ orig_bytes: 4_000, resp_bytes: 70_000, orig_pkts: 30, resp_pkts: 90 },
  });

const eve = { src_ip: "10.20.30.40", src_port: 50_000, dest_ip: "192.0.2.7", dest_port: 443, proto: "TCP" };
const at = (second: string) => `2026-11-20T11:20:${second}.000000+0000`;
const tls = (flow_id: number) =>
  JSON.stringify({ timestamp: at("00"), flow_id, event_type: "tls", ...eve, tls: { sni: "api.openai.com" } });
const flow = (flow_id: number) => {
  const figures = { bytes_toserver: 5_620, bytes_toclient: 74_860, pkts_toserver: 30, pkts_toclient: 90 };
  const times = { start: at("00"), end: at("09"), state: "closed" };
  return JSON.stringify({ timestamp: at("10"), flow_id, event_type: "flow", ...eve, flow: { ...figures, ...times } });
};

const alert = (flow_id: number) =>
  JSON.stringify({
    ...{ timestamp: at("01"), flow_id, event_type: "alert", ...eve },
    ...{ alert: { action: "allowed" }, tls: { sni: "api.openai.com" } },
  });
const dns = JSON.stringify({
  ...{ _path: "dns", ts: 1_795_176_000, uid: "D1", ...addresses, "id.resp_p": 53, proto: "udp" },
  ...{ query: "api.openai.com", qtype_name: "A", answers: ["192.0.2.7"] },
});
const wrapped = (line: string) => JSON.stringify({ sourcetype: "sensor", event: JSON.parse(line) });

function send(source: string, lines: string[], of: Context = ctx) {
  return importLog(of, { source, via: "API", inputs: [inputOf(lines)], leaveAnalysis: true });
}

/** Calls and bytes of all uses, and the number of connections that wait for their byte counts. */
async function stored(of: Context = ctx) {
  const { rows } = await pool().query(
    `SELECT coalesce(sum((stats->>'calls')::int), 0)::int AS calls, coalesce(sum((stats->>'bytesOut')::int), 0)::int AS out,
       coalesce(sum((stats->>'bytesIn')::int), 0)::int AS in,
       (SELECT count(*)::int FROM shadow_ai_waiting_connections WHERE organisation_id = $1) AS waiting
     FROM shadow_ai_uses WHERE organisation_id = $1`,
    [of.organisation.id],
  );
  return rows[0];
}

test.each([
  ["Zeek", ssl("C1"), conn("C1"), { out: 4_000, in: 70_000 }],
  ["Suricata", tls(1), flow(1), { out: 4_000, in: 70_000 }],
  ["Suricata (alert)", alert(1), flow(1), { out: 4_000, in: 70_000 }],
  ["wrapped Zeek", wrapped(ssl("C1")), wrapped(conn("C1")), { out: 4_000, in: 70_000 }],
  ["wrapped Suricata", wrapped(tls(1)), wrapped(flow(1)), { out: 4_000, in: 70_000 }],
])("joins the name and the figures of a %s connection in two imports", async (_format, name, figures, bytes) => {
  await send("sensor", [name]);
  expect(await stored()).toEqual({ calls: 1, out: 0, in: 0, waiting: 1 });
  minutes(10);
  await send("sensor", [figures]);
  expect(await stored()).toEqual({ calls: 1, ...bytes, waiting: 0 });
  await send("sensor", [figures]);
  await send("sensor", [name, figures]);
  expect(await stored()).toEqual({ calls: 1, ...bytes, waiting: 0 });
});

test.each([
  ["name first", [ssl("C1"), conn("C1")]],
  ["figures first", [conn("C1"), ssl("C1")]],
])("adds the counts if a later import repeats the name, %s", async (_order, lines) => {
  await send("sensor", [ssl("C1")]);
  for (const again of [lines, lines, [conn("C1")]]) {
    await send("sensor", again);
    expect(await stored()).toEqual({ calls: 1, out: 4_000, in: 70_000, waiting: 0 });
  }
});

test.each([
  ["name first", [ssl("C1"), conn("C1")]],
  ["figures first", [conn("C1"), ssl("C1")]],
])("adds the counts once if a later import contains another name, %s", async (_order, lines) => {
  await send("sensor", [quic("C1")]);
  for (const more of [lines, [conn("C1")], lines]) {
    await send("sensor", more);
    expect(await stored()).toEqual({ calls: 1, out: 4_000, in: 70_000, waiting: 0 });
  }
});

test.each([
  ["wrapped Zeek (quic, then ssl)", [wrapped(quic("C1"))], [wrapped(ssl("C1"))]],
  ["Suricata (alert, then tls)", [alert(1)], [tls(1)]],
  ["Suricata (two alerts)", [alert(1)], [alert(1).replace(at("01"), at("02"))]],
])("counts a %s connection once that two imports name", async (_format, first, second) => {
  await send("sensor", first);
  await send("sensor", second);
  expect(await stored()).toMatchObject({ calls: 1 });
});

test("does not count a connection again if its bytes arrive too late and DNS answers name their address", async () => {
  await send("sensor", [ssl("C1")]);
  minutes(40);
  await send("sensor", [dns, conn("C1")]);
  expect(await stored()).toMatchObject({ calls: 1, out: 0 });
  await send("sensor", [dns, conn("C2")]);
  expect(await stored()).toMatchObject({ calls: 2, out: 4_000 });
});

test("counts a connection once if a later import contains only another name", async () => {
  await send("sensor", [quic("C1"), conn("C1")]);
  for (const more of [[ssl("C1")], [ssl("C1"), conn("C1")]]) {
    await send("sensor", more);
    expect(await stored()).toEqual({ calls: 1, out: 4_000, in: 70_000, waiting: 0 });
  }
});

test.each([
  ["Zeek", [ssl("C1")], [ssl("C1"), conn("C1")]],
  ["Suricata", [tls(1)], [tls(1), flow(1)]],
])("does not count a %s connection again that an earlier version identified by its line", async (_, name, lines) => {
  const { earlierHash } = PendingRecord.prototype;
  const hash = vi.spyOn(PendingRecord.prototype, "hash").mockImplementation(function (this: PendingRecord) {
    return earlierHash.call(this) ?? 0n;
  });
  const earlier = vi.spyOn(PendingRecord.prototype, "earlierHash").mockReturnValue(null);
  await send("sensor", name);
  for (const spy of [hash, earlier]) spy.mockRestore();
  for (const again of [name, lines, lines]) await send("sensor", again);
  expect(await stored()).toEqual({ calls: 1, out: 4_000, in: 70_000, waiting: 0 });
});

test("joins only imports of the same source and organisation", async () => {
  await send("sensor", [ssl("C1")]);
  await send("another", [conn("C1")]);
  const other = await createTestContext(clock);
  await send("sensor", [conn("C1")], other);
  expect(await stored()).toEqual({ calls: 1, out: 0, in: 0, waiting: 1 });
  expect(await stored(other)).toEqual({ calls: 0, out: 0, in: 0, waiting: 0 });
});

test("a connection without byte counts keeps its counted call, and waits for half an hour", async () => {
  await send("sensor", [ssl("C1"), ssl("C2")]);
  minutes(31);
  await send("sensor", [conn("C1")]);
  expect(await stored()).toEqual({ calls: 2, out: 0, in: 0, waiting: 0 });
  await send("sensor", [ssl("C3")]);
  minutes(25 * 60);
  await pruneTraffic(clock);
  expect(await stored()).toEqual({ calls: 3, out: 0, in: 0, waiting: 0 });
});

test("waits only for connections to AI services without byte counts in the import", async () => {
  await send("sensor", [ssl("C1"), conn("C1"), ssl("C2", "www.example.org"), ssl("C3")]);
  expect(await stored()).toEqual({ calls: 2, out: 4_000, in: 70_000, waiting: 1 });
});

test("stores the 5,000 newest waiting connections of a source", async () => {
  await send(
    "sensor",
    Array.from({ length: 5_010 }, (_, n) => ssl(`C${n}`)),
  );
  expect(await stored()).toEqual({ calls: 5_010, out: 0, in: 0, waiting: 5_000 });
  minutes(1);
  await send("sensor", [ssl("C5010")]);
  expect(await stored()).toMatchObject({ calls: 5_011, waiting: 5_000 });
  await send("sensor", [conn("C0"), conn("C5010")]);
  expect(await stored()).toMatchObject({ calls: 5_011, out: 4_000, in: 70_000, waiting: 4_999 });
});
