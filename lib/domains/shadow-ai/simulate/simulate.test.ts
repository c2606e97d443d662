import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type LogPiece,
  makePlan,
  type SimulatedFormatName,
  type Simulation,
  simulatedFormatNames,
  simulatedFormats,
  simulateFlows,
  TruthRecorder,
  writeLog,
  writeLogs,
} from "@/lib/domains/shadow-ai/simulate";
import { isPrivateAddress } from "@/lib/domains/shadow-ai/simulate/firm";
import { type Flow, useKinds } from "@/lib/domains/shadow-ai/simulate/flow";

const small: Simulation = { seed: 42, startDay: "2026-11-16", days: 1, scale: 0.05 };

function eventsOf(simulation: Simulation) {
  return simulateFlows(simulation, makePlan(simulation.seed, simulation.scale));
}

function digestOf(pieces: Iterable<LogPiece>): string {
  const hash = createHash("sha256");
  for (const { file, text } of pieces) hash.update(`${file}\n${text}`);
  return hash.digest("hex");
}

/** From nine to noon. */
const morning = [...eventsOf(small)].filter((event) => {
  const atMs = (event.what === "flow" ? event.flow.startMs : event.lookup.atMs) % 86_400_000;
  return atMs >= 9 * 3_600_000 && atMs < 12 * 3_600_000;
});
const flows = morning.flatMap((event) => (event.what === "flow" ? [event.flow] : []));
const lookups = morning.flatMap((event) => (event.what === "lookup" ? [event.lookup] : []));

/** What a format has a line for, counted without its writer. */
const web = flows.filter(
  ({ protocol, server }) => /^(?:TLS|HTTP|QUIC)$/.test(protocol) && !isPrivateAddress(server.address),
);
const requests = count(web, ({ exchanges }) => exchanges.length);
const named = count(flows, ({ protocol }) => (protocol === "TLS" || protocol === "QUIC" ? 1 : 0));
const clear = flows.filter(({ protocol }) => protocol === "HTTP");
const clearRequests = count(clear, ({ exchanges }) => exchanges.length);
const edge = flows.filter(({ server }) => !isPrivateAddress(server.address));
const edgeWeb = edge.filter(({ protocol }) => protocol !== "TCP" && protocol !== "UDP");
const expectedLines: Record<SimulatedFormatName, number> = {
  ndjson: flows.length,
  zeek: flows.length + named + clearRequests + 2 * lookups.length,
  "zeek-json": flows.length + named + clearRequests + 2 * lookups.length,
  suricata: flows.length + named + clearRequests + lookups.length,
  squid: count(web, ({ protocol, exchanges }) => (protocol === "HTTP" ? exchanges.length : 1)),
  combined: requests,
  csv: requests,
  "key-value": edge.length + edgeWeb.length,
  cef: requests,
  dnsmasq: count(lookups, ({ answers }) => 2 + Math.max(1, answers.length)),
  bind: lookups.length,
  unbound: lookups.length,
  route53: lookups.length,
  zscaler: requests,
  "palo-alto": edge.length + edgeWeb.length,
  "cloudflare-gateway": requests,
  "aws-vpc-flow": lookups.length + count(flows, vpcLines),
  otel: count(flows, ({ instrumented, exchanges }) =>
    instrumented ? exchanges.filter(({ model }) => model).length : 0,
  ),
};

function count<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0);
}

/** Each minute of a connection has a line in each direction that has packets. */
function vpcLines({ durationMs, packetsOut, packetsIn }: Flow): number {
  const minutes = Math.max(1, Math.ceil(durationMs / 60_000));
  return Math.min(minutes, packetsOut) + Math.min(minutes, packetsIn);
}

describe.each(simulatedFormatNames)("%s", (format) => {
  const pieces = [...writeLogs(morning, [format], small.seed)];

  test("the same events give the same bytes", { tags: "full" }, () => {
    expect(digestOf(writeLogs(morning, [format], small.seed))).toBe(digestOf(pieces));
  });

  test("has a line for everything that it can tell of, and says how many", () => {
    const texts = new Map<string, string>();
    let lines = 0;
    for (const piece of pieces) {
      expect(piece.text.endsWith("\n")).toBe(true);
      texts.set(piece.file, (texts.get(piece.file) ?? "") + piece.text);
      lines += piece.lines;
    }
    const heads = simulatedFormats[format].writer(small.seed).heads ?? {};
    const written = [...texts].map(([file, text]) => text.slice((heads[file] ?? "").length).split("\n").length - 1);
    expect(lines).toBe(expectedLines[format]);
    expect(written.reduce((sum, one) => sum + one, 0)).toBe(lines);
    expect([...texts.keys()].sort()).toEqual([...simulatedFormats[format].files].sort());
  });
});

test("the same seed gives the same bytes, another one others", { tags: "full" }, () => {
  const bytes = digestOf(writeLog(small, "zeek"));
  expect(digestOf(writeLog(small, "zeek"))).toBe(bytes);
  expect(digestOf(writeLog({ ...small, seed: 43 }, "zeek"))).not.toBe(bytes);
});

test("logs hold what the service must not keep: whole addresses, login names and query strings", () => {
  const text = [...writeLogs(morning, ["csv"], small.seed)].map((piece) => piece.text).join("");
  const person = web.find(({ client }) => client.user !== null)?.client;
  expect(text).toContain(`,${person?.address},${person?.user},`);
  expect(text).toMatch(/\?[a-z]+=/);
});

test("connections come in the order of their starts, and a name is asked for before it is connected to", () => {
  const asked = new Set<string>();
  let lastMs = 0;
  for (const event of eventsOf(small)) {
    if (event.what === "lookup") {
      asked.add(`${event.lookup.client.address} ${event.lookup.host}`);
      continue;
    }
    const { client, server, startMs, kind } = event.flow;
    if (startMs < lastMs || !asked.has(`${client.address} ${server.host}`)) expect.fail(`${kind} ${server.host}`);
    lastMs = startMs;
  }
  expect(asked.size).toBeGreaterThan(1_000);
});

test("bytes, packets and times of a connection are possible", () => {
  expect(flows.filter((flow) => !isPossible(flow))).toEqual([]);
});

function isPossible({ exchanges, startMs, durationMs, blocked, ...flow }: Flow): boolean {
  const { bytesOut, bytesIn, packetsOut, packetsIn } = flow;
  if (![bytesOut, bytesIn, packetsOut, packetsIn, startMs].every(Number.isSafeInteger) || durationMs <= 0) return false;
  if (bytesOut > packetsOut * 1_500 || bytesIn > packetsIn * 1_500) return false;
  const endMs = startMs + durationMs + 1;
  return blocked || exchanges.every((one) => one.startMs >= startMs && one.startMs + one.durationMs <= endMs);
}

test("memory does not grow with the days: what is made is written soon", { tags: "full" }, () => {
  let made = 0;
  let written = 0;
  let mostHeld = 0;
  function* counted() {
    for (const event of eventsOf({ ...small, days: 3 })) {
      if (event.what === "flow") made += 1;
      yield event;
    }
  }
  for (const piece of writeLogs(counted(), ["ndjson"], small.seed)) {
    written += piece.lines;
    mostHeld = Math.max(mostHeld, made - written);
  }
  expect(written).toBeGreaterThan(20_000);
  expect(mostHeld).toBeLessThan(1_500);
});

describe("the truth", () => {
  const plan = makePlan(small.seed, 0.3);
  const recorder = new TruthRecorder(plan);
  for (const _ of recorder.watch(simulateFlows({ ...small, scale: 0.3 }, plan)));
  const truth = recorder.truth();

  test("every kind of use happens, each on a host and in a department of its own", () => {
    expect(new Set(truth.uses.map(({ kind }) => kind))).toEqual(new Set(Object.keys(useKinds)));
    expect(new Set(truth.uses.map(({ host, scope }) => `${host} ${scope}`)).size).toBe(truth.uses.length);
  });

  test("what a use did is counted", () => {
    for (const use of truth.uses.filter(({ kind }) => kind !== "casual_visit")) {
      expect(use.connections, JSON.stringify(use)).toBeGreaterThan(0);
      expect(use.requests).toBeGreaterThanOrEqual(use.connections ?? 1);
    }
  });

  test("a host that is used without AI is none of the hosts of AI", () => {
    const hosts = new Set(truth.uses.flatMap(({ host, alsoHosts }) => [host, ...alsoHosts]));
    expect(Object.keys(truth.otherHosts).filter((host) => hosts.has(host))).toEqual([]);
  });

  test("people without a department are known by their range, masked", () => {
    const names = new Set(truth.departments.map(({ department }) => department));
    const uses = [1, 2, 3].flatMap((seed) => makePlan(seed, 1).uses);
    const ranges = new Set(uses.map(({ scope }) => scope).filter((scope) => !names.has(scope)));
    expect([...ranges].sort()).toEqual(["10.60.0.x", "172.16.9.x"]);
  });
});
