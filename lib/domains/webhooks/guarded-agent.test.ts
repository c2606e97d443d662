import type dns from "node:dns";
import net from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createReceiver } from "@/lib/domains/webhooks/testing/receiver";
import { exchange } from "@/lib/platform/outgoing/exchange";
import { type GuardOptions, guardedAgent } from "@/lib/platform/outgoing/guarded-agent";

async function post(url: string, guard: Partial<GuardOptions>) {
  const agent = guardedAgent({ allowPrivateNetwork: false, ...guard });
  onTestFinished(() => agent.destroy());
  const transport = { pooled: agent, fresh: agent };
  return exchange({ url, headers: {}, body: "{}", transport, timeoutMs: 5_000 });
}

/** A name server that returns one answer per look-up, in order, and repeats the last one. */
function nameServer(...answers: string[][]): typeof dns.lookup {
  let asked = 0;
  const lookup = (_name: string, _options: unknown, callback: (error: null, found: dns.LookupAddress[]) => void) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: net.isIP(address) })),
    );
  };
  return lookup as unknown as typeof dns.lookup;
}

/** One example of each kind. `address-guard.test.ts` and `endpoint-url.test.ts` cover all. */
const hosts = `127.0.0.1 2130706433 0x7f.0.0.1 017700000001 %31%32%37.0.0.1 １２７.0.0.1 127.0.0.1. 0 [::1] [::ffff:7f00:1]
  [64:ff9b::7f00:1] [2002:7f00:1::] [fe80::1] [fd00:ec2::254] 10.0.0.1 100.64.0.1 169.254.169.254 224.0.0.1 localhost`;

test.each(hosts.split(/\s+/))("a delivery to https://%s is rejected without a connection", async (host) => {
  const receiver = await createReceiver();
  const record = await post(`https://${host}:${receiver.port}/`, { ca: receiver.ca });
  expect(record).toMatchObject({ outcome: "FAILED", error: "address_refused", statusCode: null });
  expect(receiver.connections).toHaveLength(0);
});

test.each([
  ["loopback", ["127.0.0.1"]],
  ["an IPv6 loopback address", ["::1"]],
  ["an IPv4-mapped loopback address", ["::ffff:127.0.0.1"]],
  ["metadata", ["169.254.169.254"]],
  ["several private addresses", ["10.0.0.1", "127.0.0.1", "fd00::1"]],
])("rejects a name that resolves to %s", async (_, addresses) => {
  const receiver = await createReceiver();
  const url = `https://hooks.example.com:${receiver.port}/`;
  const record = await post(url, { ca: receiver.ca, resolve: nameServer(addresses) });
  expect(record).toMatchObject({ error: "address_refused", statusCode: null });
  expect(receiver.connections).toHaveLength(0);
});

test("connects only to the public addresses of a name", async () => {
  const receiver = await createReceiver();
  const asked: string[] = [];
  const connect = ((options: net.TcpNetConnectOpts) => {
    options.lookup?.("hooks.example.com", { all: true }, (_error, found) => {
      asked.push(...(found as dns.LookupAddress[]).map(({ address }) => address));
    });
    return net.connect(receiver.port, "127.0.0.1");
  }) as typeof net.connect;
  const resolve = nameServer(["127.0.0.1", "93.184.215.14", "10.0.0.1", "2606:4700::1111", "::1"]);
  await post(`https://hooks.example.com:${receiver.port}/`, { ca: receiver.ca, resolve, connect });
  expect(asked).toEqual(["93.184.215.14", "2606:4700::1111"]);
});

test("checks the address that is connected to, even if an earlier look-up returned another", async () => {
  const receiver = await createReceiver();
  const resolve = nameServer(["93.184.215.14"], ["127.0.0.1"]);
  const checked = await new Promise<unknown>((answer) =>
    resolve("hooks.example.com", { all: true }, (_, all) => answer(all)),
  );
  expect(checked).toEqual([{ address: "93.184.215.14", family: 4 }]);
  const record = await post(`https://hooks.example.com:${receiver.port}/`, { ca: receiver.ca, resolve });
  expect(record).toMatchObject({ error: "address_refused" });
  expect(receiver.connections).toHaveLength(0);
});

test("closes a connection to an unexpected address before sending anything", async () => {
  const bytes: Buffer[] = [];
  let closed = 0;
  const server = net.createServer((socket) => {
    socket.on("data", (data) => bytes.push(data));
    socket.on("close", () => closed++);
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as net.AddressInfo;
  const connect = (() => net.connect(port, "127.0.0.1")) as unknown as typeof net.connect;
  const record = await post("https://93.184.215.14/", { connect });
  expect(record).toMatchObject({ error: "address_refused", statusCode: null });
  await expect.poll(() => closed).toBe(1);
  expect(bytes).toEqual([]);
});

test("checks a pooled connection again before reusing it", async () => {
  const receiver = await createReceiver();
  const url = `https://localhost:${receiver.port}/`;
  const open = guardedAgent({ allowPrivateNetwork: true, ca: receiver.ca });
  const strict = guardedAgent({ allowPrivateNetwork: false, ca: receiver.ca });
  const send = (agent: typeof open) =>
    exchange({ url, headers: {}, body: "{}", transport: { pooled: agent, fresh: agent } });
  expect(await send(open)).toMatchObject({ outcome: "SUCCEEDED" });
  await expect.poll(() => Object.keys(open.freeSockets)).toHaveLength(1);
  Object.assign(strict.freeSockets, open.freeSockets);
  expect(await send(strict)).toMatchObject({ outcome: "FAILED", error: "address_refused" });
  expect(receiver.requests).toHaveLength(1);
});

test("allowPrivateNetwork permits private addresses", async () => {
  const receiver = await createReceiver();
  const record = await post(`https://127.1:${receiver.port}/`, { ca: receiver.ca, allowPrivateNetwork: true });
  expect(record).toMatchObject({ outcome: "SUCCEEDED" });
});
