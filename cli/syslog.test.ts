import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { connect as connectTls } from "node:tls";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createCounters, forward, listen, Spool } from "@/lib/domains/syslog";
import { FrameSplitter, messageBytes, toLine } from "@/lib/domains/syslog/frames";
import { makeCertificates } from "@/tools/receiver/certificates";
import { command } from "./syslog";

const long = "x".repeat(messageBytes + 100);
const kept = long.slice(0, messageBytes);

describe("framing", () => {
  test.each<[string, string, (string | [string])[]]>([
    ["lines", "<14>a\n<14>b\r\n\n", ["<14>a", "<14>b"]],
    ["an unterminated last line", "<14>a\n<14>b", ["<14>a", "<14>b"]],
    ["octet counting", "5 <14>a6 <14>bc", ["<14>a", "<14>bc"]],
    ["octet counting with line feeds in and after messages", "8 <14>a\nbc\n5 <14>b", ["<14>a bc", "<14>b"]],
    ["lines that start with a number", "1768471200.123 412 a\n12 b\n", ["1768471200.123 412 a", "12 b"]],
    ["a line with a number of 13 digits", "1768471200123 <b>\n", ["1768471200123 <b>"]],
    ["a long line", `<14>a\n${long}\n<14>b\n`, ["<14>a", [kept], "<14>b"]],
    ["a long counted message", `5 <14>a${long.length} ${long}5 <14>b`, ["<14>a", [kept], "<14>b"]],
    ["a counted message that ends early", "5 <14>a9 <14>b", ["<14>a", ["<14>b"]]],
    ["control characters and invalid UTF-8", "<14>\0a\u0007é\xff\n", ["<14> a \ufffd\ufffd"]],
    ["the starts of JSON documents", '{\n[{"a":1}]\n{"a":1}\n', ["<13>{", '<13>[{"a":1}]', '{"a":1}']],
    ["only a count", "12", ["12"]],
  ])("splits %s", (_, input, expected) => {
    for (const chunkBytes of [1, 7, 65_536, Number.POSITIVE_INFINITY]) {
      const found: (string | [string])[] = [];
      const splitter = new FrameSplitter((message, isTruncated) => {
        const line = toLine(message).toString().replace(/\n$/, "");
        if (line !== "") found.push(isTruncated ? [line] : line);
      });
      const bytes = Buffer.from(input, "latin1");
      for (let at = 0; at < bytes.length; at += chunkBytes) splitter.push(bytes.subarray(at, at + chunkBytes));
      splitter.end();
      expect(found).toEqual(expected);
    }
  });

  test.each(["5 <14>a99999999999 <14>b", "5 <14>a17000000 <14>b", "5 <14>a<14>b\n", "5 <14>a0 b", "5 <14>a5x<14>"])(
    "rejects %s",
    (input) => {
      const splitter = new FrameSplitter(() => undefined);
      expect(() => splitter.push(Buffer.from(input))).toThrow("invalid octet count");
    },
  );

  test("buffers at most one message of an endless line", () => {
    let messages = 0;
    const splitter = new FrameSplitter(() => messages++);
    for (let n = 0; n < 1_000; n++) splitter.push(Buffer.alloc(64 * 1024, "x"));
    splitter.push(Buffer.from("\n<14>a\n"));
    expect(messages).toBe(2);
  });
});

interface Received {
  url: string;
  key: string | undefined;
  lines: string[];
}

let directory: string;
let stops: (() => Promise<unknown> | unknown)[];
let received: Received[];
/** Statuses of the next responses, then 202. */
let statuses: number[];
let answer: string;
let service: Server;
let url: string;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "syslog-"));
  stops = [];
  received = [];
  statuses = [];
  errors = [];
  answer = JSON.stringify({ importId: "imp_1", rejected: 0 });
  service = createServer(async (request, response) => {
    const body = await buffer(request);
    const text = (body[0] === 0x1f ? gunzipSync(body) : body).toString();
    const status = statuses.shift() ?? 202;
    response.writeHead(status, status === 503 ? { "retry-after": "1" } : {}).end(answer);
    if (status !== 202) return;
    const lines = text.split("\n").filter(Boolean);
    received.push({ url: request.url ?? "", key: request.headers.authorization, lines });
  });
  await once(service.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});

afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
  service.closeAllConnections();
  service.close();
  rmSync(directory, { recursive: true });
});

let errors: unknown[];
function openSpool(given: Partial<ConstructorParameters<typeof Spool>[0]> = {}): Spool {
  const onError = (error: unknown) => errors.push(error);
  const spool = new Spool({ directory, limitBytes: 1e9, segmentBytes: 1_000, segmentMs: 1, onError, ...given });
  stops.push(() => spool.close());
  return spool;
}

const countersOf = (spool: Spool) =>
  createCounters(
    () => spool.bytes,
    () => 0,
  );

function send(spool: Spool, counters = countersOf(spool)) {
  const stopping = new AbortController();
  const options = new Map([["edge", "format=squid"]]);
  const reports: Record<string, unknown>[] = [];
  const report = (record: Record<string, unknown>) => reports.push(record);
  const running = forward(spool, counters, { url, apiKey: "k", options, report, signal: stopping.signal });
  stops.push(async () => {
    stopping.abort();
    await running;
  });
  return { counters, reports };
}

const segmentFiles = () => readdirSync(directory).filter((name) => name.includes("~"));
const allLines = () => received.flatMap(({ lines }) => lines).sort();

async function start(spool: Spool, certificate = {}, tls: number[] = []) {
  const counters = countersOf(spool);
  const sourceOf = (address: string) => (address === "127.0.0.1" ? "edge" : "other");
  const listeners = await listen(spool, counters, {
    host: "127.0.0.1",
    udp: [0],
    tcp: [0],
    tls,
    certificate,
    sourceOf,
    onError: (error) => errors.push(error),
  });
  stops.push(() => listeners.stop());
  return { counters, ...listeners };
}

describe("spool", () => {
  test("sends the segments of a killed process and its own, then deletes them", async () => {
    writeFileSync(join(directory, "edge~1-000000000.open"), "one\ntwo\n");
    writeFileSync(join(directory, "other~0-000000000.log"), "three\n");
    const spool = openSpool();
    spool.append("edge", Buffer.from("four\n"));
    const { counters } = send(spool);
    await expect.poll(allLines).toEqual(["four", "one", "three", "two"]);
    expect(received[0]).toEqual({ url: "/v1/sensors/observations?source=other", key: "Bearer k", lines: ["three"] });
    expect(received[1]?.url).toBe("/v1/sensors/observations?format=squid&source=edge");
    await expect.poll(segmentFiles).toEqual([]);
    await expect.poll(() => counters.values()).toMatchObject({ lines_forwarded: 4, lines_rejected: 0, spool_bytes: 0 });
  });

  test("retries after errors of the service, and keeps rejected segments", async () => {
    const spool = openSpool();
    const { counters, reports } = send(spool);
    statuses = [503, 400];
    spool.append("edge", Buffer.from("one\n"));
    await expect.poll(() => readdirSync(join(directory, "rejected")), { timeout: 10_000 }).toHaveLength(1);
    spool.append("edge", Buffer.from("two\n"));
    await expect.poll(allLines, { timeout: 10_000 }).toEqual(["two"]);
    await expect
      .poll(() => counters.values())
      .toMatchObject({ lines_forwarded: 1, lines_rejected: 1, forward_retries: 1 });
    expect(reports.map(({ message }) => message)).toEqual(["segment not sent", "lines rejected"]);
    expect(Number(reports[0]?.retryInMs)).toBeGreaterThanOrEqual(1_000);
  });

  test("retries a rejection that does not come from an import", async () => {
    const spool = openSpool();
    answer = "<html>413 Request Entity Too Large</html>";
    statuses = [413];
    const { counters, reports } = send(spool);
    spool.append("edge", Buffer.from("one\n"));
    await expect.poll(() => reports[0]).toMatchObject({ problem: expect.stringContaining("413") });
    answer = JSON.stringify({ importId: "imp_1" });
    await expect.poll(allLines).toEqual(["one"]);
    await expect.poll(() => counters.values()).toMatchObject({ lines_forwarded: 1, lines_rejected: 0 });
  });

  test.each([
    [1, { lines_forwarded: 1, lines_rejected: 1 }, 0],
    [2, { lines_forwarded: 0, lines_rejected: 2 }, 1],
  ])("counts %d rejected lines of an accepted segment of two", async (rejected, values, kept) => {
    answer = JSON.stringify({ importId: "imp_1", rejected, errors: [{ line: 1, message: "The event is too old." }] });
    const spool = openSpool();
    spool.append("edge", Buffer.from("one\ntwo\n"));
    const { counters, reports } = send(spool);
    await expect.poll(() => counters.values()).toMatchObject(values);
    await expect.poll(segmentFiles).toEqual([]);
    expect(readdirSync(join(directory, "rejected"))).toHaveLength(kept);
    expect(reports).toMatchObject([{ message: "lines rejected", rejected, reason: "The event is too old." }]);
  });

  test("continues after a segment was deleted or cannot be read", async () => {
    mkdirSync(join(directory, "edge~1-000000000.log"));
    writeFileSync(join(directory, "edge~2-000000000.log"), "two\n");
    writeFileSync(join(directory, "edge~3-000000000.log"), "three\n");
    const spool = openSpool();
    rmSync(join(directory, "edge~2-000000000.log"));
    const { reports } = send(spool);
    await expect.poll(allLines).toEqual(["three"]);
    expect(reports.map(({ message }) => message)).toContain("segment was deleted before it was sent");
    expect(reports.map(({ problem }) => String(problem))).toContainEqual(expect.stringContaining("EISDIR"));
  });

  test("a source whose file disappears continues in a new one, and the loss is reported", async () => {
    const spool = openSpool({ segmentMs: 1e6 });
    spool.append("edge", Buffer.from("one\n"));
    await expect.poll(segmentFiles).toHaveLength(1);
    rmSync(join(directory, segmentFiles()[0] ?? ""));
    await spool.close();
    expect(errors.map(String)).toContainEqual(expect.stringContaining("no longer exists"));
    expect(spool.bytes).toBe(0);
  });

  test("keeps one small segment of a source while others wait to be sent", async () => {
    const spool = openSpool();
    spool.append("edge", Buffer.from("one\n"));
    await expect.poll(() => spool.segments.length).toBe(1);
    for (const line of ["two\n", "three\n"]) {
      spool.append("edge", Buffer.from(line));
      await expect.poll(() => segmentFiles().length).toBe(2);
    }
    send(spool);
    await expect.poll(() => received.map(({ lines }) => lines)).toEqual([["one"], ["two", "three"]]);
  });

  test("writes open segments when it closes", async () => {
    const spool = openSpool({ segmentMs: 1e6 });
    spool.append("edge", Buffer.from("one\n"));
    await spool.close();
    const [name = ""] = segmentFiles();
    expect([name, readFileSync(join(directory, name), "utf8")]).toEqual([
      expect.stringMatching(/^edge~.*\.log$/),
      "one\n",
    ]);
  });

  test("reports that it is full while it cannot write, and loses nothing", async () => {
    const spool = openSpool();
    rmSync(directory, { recursive: true });
    spool.append("edge", Buffer.from("one\n"));
    await expect.poll(() => spool.isFull).toBe(true);
    mkdirSync(directory);
    await once(spool, "available");
    send(spool);
    await expect.poll(allLines).toEqual(["one"]);
    expect(errors).toHaveLength(1);
  });
});

describe("listener", () => {
  test("receives UDP, TCP and TLS, and rejects invalid framing", async () => {
    const { authority, key, cert } = await makeCertificates();
    const spool = openSpool();
    const { ports, counters } = await start(spool, { key, cert }, [0]);
    send(spool, counters);
    const udp = createSocket("udp4");
    udp.send("<14>udp", ports.udp[0] ?? 0, "127.0.0.1", () => udp.close());
    connect(ports.tcp[0] ?? 0, "127.0.0.1").end("<14>tcp\n<14>end");
    connectTls({ port: ports.tls[0] ?? 0, host: "localhost", ca: authority }).end("7 <14>tls");
    const hostile = connect(ports.tcp[0] ?? 0, "127.0.0.1").on("error", () => undefined);
    hostile.write("5 <14>a999999999 <14>b");
    connect(ports.tls[0] ?? 0, "127.0.0.1")
      .on("error", () => undefined)
      .write("not a handshake");
    await expect.poll(allLines, { timeout: 10_000 }).toEqual(["<14>a", "<14>end", "<14>tcp", "<14>tls", "<14>udp"]);
    await expect.poll(() => counters.values()).toMatchObject({ messages_received: 5, connections_refused: 2 });
  });

  test("requires a client certificate if an authority is given", async () => {
    const { authority, key, cert } = await makeCertificates();
    const spool = openSpool();
    const mutual = { key, cert, ca: authority, requestCert: true, rejectUnauthorized: true };
    const { ports, counters } = await start(spool, mutual, [0]);
    const given = { port: ports.tls[0] ?? 0, host: "localhost", ca: authority };
    connectTls(given)
      .on("error", () => undefined)
      .end("<14>no\n");
    await expect.poll(() => counters.values()).toMatchObject({ connections_refused: 1 });
    connectTls({ ...given, key, cert }).end("<14>yes\n");
    await expect.poll(() => counters.values()).toMatchObject({ messages_received: 1 });
  });

  test("a broken connection discards a partial message, and a closed one keeps its last line", async () => {
    const spool = openSpool();
    const { ports, counters } = await start(spool);
    send(spool, counters);
    const broken = connect(ports.tcp[0] ?? 0, "127.0.0.1");
    broken.write("<14>whole\n<14>api.openai.co");
    await expect.poll(() => counters.values()).toMatchObject({ messages_received: 1 });
    broken.resetAndDestroy();
    await expect.poll(() => counters.values()).toMatchObject({ messages_truncated: 1 });
    connect(ports.tcp[0] ?? 0, "127.0.0.1").end("<14>last");
    await expect.poll(allLines).toEqual(["<14>last", "<14>whole"]);
  });

  test("datagrams use at most half of the spool", async () => {
    const spool = openSpool({ limitBytes: 1_000 });
    const { ports, counters } = await start(spool);
    spool.append("edge", Buffer.from(`${"x".repeat(600)}\n`));
    const udp = createSocket("udp4");
    udp.send("<14>udp", ports.udp[0] ?? 0, "127.0.0.1", () => udp.close());
    await expect.poll(() => counters.values()).toMatchObject({ messages_dropped: 1 });
    connect(ports.tcp[0] ?? 0, "127.0.0.1").end("<14>tcp\n");
    await expect.poll(() => counters.values()).toMatchObject({ messages_received: 1 });
  });

  test("limits the connections of one address", async () => {
    const { ports, counters } = await start(openSpool());
    const sockets = Array.from({ length: 255 }, () =>
      connect(ports.tcp[0] ?? 0, "127.0.0.1").on("error", () => undefined),
    );
    await expect.poll(() => counters.values()).toMatchObject({ connections_refused: 5 });
    for (const socket of sockets) socket.destroy();
  });

  test("while the spool is full, TCP senders wait and UDP messages are dropped", async () => {
    const spool = openSpool({ limitBytes: 100_000 });
    const { ports, counters } = await start(spool);
    const total = 40_000;
    const sender = connect(ports.tcp[0] ?? 0, "127.0.0.1");
    for (let n = 0; n < total; n++) sender.write(`<14>${String(n).padStart(300, "0")}\n`);
    await expect.poll(() => spool.isFull).toBe(true);
    await expect.poll(() => sender.writableLength).toBeGreaterThan(1_000_000);
    const udp = createSocket("udp4");
    udp.send("<14>udp", ports.udp[0] ?? 0, "127.0.0.1", () => udp.close());
    await expect.poll(() => counters.values()).toMatchObject({ messages_dropped: 1 });
    expect(spool.bytes).toBeLessThan(1_000_000);
    send(spool, counters);
    await expect.poll(() => counters.values(), { timeout: 60_000 }).toMatchObject({ lines_forwarded: total });
    sender.end();
    expect(new Set(allLines()).size).toBe(total);
  });
});

test.each([
  [[], "--url is required"],
  [["--url", "audit.example.com"], "--url must be an http or https URL"],
  [["--url", "https://a"], "Specify --udp, --tcp or --tls"],
  [["--url", "https://a", "--tcp", "70000"], "--tcp must be a whole number"],
  [["--url", "https://a", "--tls", "0"], "--cert is required"],
  [["--url", "https://a", "--tcp", "0", "--source", "a"], "--source must look like"],
  [["--url", "https://a", "--tcp", "0", "--source", "a=host"], "must be an IP address"],
  [["--url", "https://a", "--tcp", "0", "--source", "a=:5514"], "port 5514 is not one of"],
  [["--url", "https://a", "--tcp", "0", "--options", "a=format=squid"], "no --source is named a"],
  [["--url", "https://a", "--tcp", "0", "--options", "syslog=format=cvs"], "--options syslog: format"],
  [["--url", "https://a:b@c", "--tcp", "0"], "must not contain a user name"],
  [["--url", "https://a", "--tcp", "0"], "--spool is required"],
])("%j exits with 2: %s", async (argv, sentence) => {
  vi.stubEnv("GOVERNANCE_API_KEY", "key");
  let err = "";
  const stream = () => new PassThrough().on("data", (chunk) => (err += String(chunk)));
  const program = { onExit: () => undefined };
  const status = await command.execute(argv, { input: stream(), out: stream(), err: stream(), program });
  expect([status, err]).toEqual([2, expect.stringContaining(sentence)]);
});
