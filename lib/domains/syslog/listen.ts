import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import type { Counters } from "@/lib/domains/syslog/counters";
import { FrameSplitter, toLine } from "@/lib/domains/syslog/frames";
import type { Spool } from "@/lib/domains/syslog/spool";

export interface ListenOptions {
  host: string;
  /** Ports. */
  udp: number[];
  tcp: number[];
  tls: number[];
  /** Certificate and key of the TLS ports. */
  certificate?: TlsOptions;
  /** The source of a sender's messages. */
  sourceOf(address: string, port: number): string;
}

/** A quarter of them can be from one address. */
const connectionsMax = 1_000;
const handshakeTimeoutMs = 10_000;
const keepAliveMs = 60_000;
/** Linux reduces it to `net.core.rmem_max`. */
const udpBufferBytes = 8 * 1024 * 1024;
const stopTimeoutMs = 2_000;

/** Receives messages into a spool. While the spool is full, connections wait and datagrams are dropped. */
export async function listen(spool: Spool, counters: Counters, options: ListenOptions) {
  const { host, sourceOf } = options;
  const connections = new Set<Socket>();
  const streams = new Set<Socket>();

  const receive = (source: string, message: Buffer, isTruncated: boolean) => {
    const line = toLine(message);
    if (line.length === 0) return;
    counters.received.inc();
    if (isTruncated) counters.truncated.inc();
    spool.append(source, line);
  };

  const admit = (socket: Socket) => {
    const { remoteAddress } = socket;
    const same = [...connections].filter((other) => other.remoteAddress === remoteAddress).length;
    if (connections.size >= connectionsMax || same >= connectionsMax / 4) {
      counters.refused.inc();
      socket.destroy();
      return;
    }
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  };

  const read = (socket: Socket) => {
    const source = sourceOf(plainAddress(socket.remoteAddress), socket.localPort ?? 0);
    const splitter = new FrameSplitter((message, isTruncated) => receive(source, message, isTruncated));
    streams.add(socket);
    socket.setKeepAlive(true, keepAliveMs);
    socket.on("error", () => undefined);
    socket.once("close", () => {
      streams.delete(socket);
      splitter.end();
    });
    socket.on("data", (chunk: Buffer) => {
      try {
        splitter.push(chunk);
      } catch {
        counters.refused.inc();
        socket.destroy();
      }
      if (spool.isFull) for (const stream of streams) stream.pause();
    });
    if (spool.isFull) socket.pause();
  };
  spool.on("room", () => {
    for (const stream of streams) stream.resume();
  });

  const servers: Server[] = [
    ...options.tcp.map(() => createServer(read)),
    ...options.tls.map(() =>
      createTlsServer({ ...options.certificate, minVersion: "TLSv1.2", handshakeTimeout: handshakeTimeoutMs }, read).on(
        "tlsClientError",
        () => counters.refused.inc(),
      ),
    ),
  ];
  for (const [index, port] of [...options.tcp, ...options.tls].entries()) {
    const server = servers[index] as Server;
    server.prependListener("connection", admit);
    await once(server.listen(port, host), "listening");
  }

  const sockets = options.udp.map(() =>
    createSocket({ type: host.includes(":") ? "udp6" : "udp4", recvBufferSize: udpBufferBytes }),
  );
  for (const [index, port] of options.udp.entries()) {
    const socket = sockets[index] as ReturnType<typeof createSocket>;
    socket.on("message", (message, { address }) => {
      if (spool.isFull) counters.dropped.inc();
      else receive(sourceOf(plainAddress(address), socket.address().port), message, false);
    });
    socket.bind(port, host);
    await once(socket, "listening");
  }

  const portsOf = (all: { address(): unknown }[]) => all.map((one) => (one.address() as AddressInfo).port);
  const udp = portsOf(sockets);
  return {
    ports: { udp, tcp: portsOf(servers.slice(0, options.tcp.length)), tls: portsOf(servers.slice(options.tcp.length)) },
    kernelDrops: () => kernelDrops(udp),
    /** Reads what the senders have already sent. */
    async stop(): Promise<void> {
      for (const socket of sockets) socket.close();
      const ended = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      for (const stream of streams) stream.resume().end();
      const timer = setTimeout(() => {
        for (const socket of connections) socket.destroy();
      }, stopTimeoutMs);
      await Promise.all(ended);
      clearTimeout(timer);
    },
  };
}

/** An IPv4 address as such, also on a socket for IPv6. */
function plainAddress(address = ""): string {
  return address.replace(/^::ffff:/, "");
}

/** The datagrams that Linux discarded on these ports. */
function kernelDrops(ports: number[]): number {
  const files = ["/proc/net/udp", "/proc/net/udp6"].filter((path) => existsSync(path));
  const rows = files.flatMap((path) => readFileSync(path, "utf8").trim().split("\n").slice(1));
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local = ""]) => ports.includes(Number.parseInt(local.slice(local.indexOf(":") + 1), 16)))
    .reduce((sum, columns) => sum + Number(columns.at(-1)), 0);
}
