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
  onError(error: unknown): void;
}

/** For each port, so that one port cannot block another. A quarter of them can be from one address or IPv6 subnet. */
const connectionsMax = 1_000;
/** Time until the first message of a connection. */
const firstMessageMs = 30_000;
const handshakeTimeoutMs = 10_000;
const keepAliveMs = 60_000;
/** Linux reduces it to `net.core.rmem_max`. */
const udpBufferBytes = 8 * 1024 * 1024;
const stopTimeoutMs = 2_000;

/** Receives messages into a spool. While the spool is full, connections wait and datagrams are dropped. */
export async function listen(spool: Spool, counters: Counters, options: ListenOptions) {
  const { host, sourceOf, onError } = options;
  const connections = new Map<Socket, string>();
  const streams = new Set<Socket>();

  const receive = (source: string, message: Buffer, isTruncated: boolean) => {
    const line = toLine(message);
    if (line.length === 0) return;
    counters.received.inc();
    if (isTruncated) counters.truncated.inc();
    spool.append(source, line);
  };

  const checkConnectionLimit = (socket: Socket) => {
    const { localPort, remoteAddress } = socket;
    const [port, sender] = [`${localPort} `, `${localPort} ${networkOf(plainAddress(remoteAddress))}`];
    const others = [...connections.values()];
    const ofPort = others.filter((other) => other.startsWith(port)).length;
    if (ofPort >= connectionsMax || others.filter((other) => other === sender).length >= connectionsMax / 4) {
      socket.destroy();
      counters.refused.inc();
      return;
    }
    connections.set(socket, sender);
    socket.once("close", () => connections.delete(socket));
  };

  const read = (socket: Socket) => {
    const source = sourceOf(plainAddress(socket.remoteAddress), socket.localPort ?? 0);
    const splitter = new FrameSplitter((message, isTruncated) => {
      socket.setTimeout(0);
      receive(source, message, isTruncated);
    });
    streams.add(socket);
    socket.setKeepAlive(true, keepAliveMs);
    socket.setTimeout(firstMessageMs, () => {
      if (spool.isFull) return;
      counters.refused.inc();
      socket.destroy();
    });
    socket.on("error", () => undefined);
    // Only the end that the sender sends completes the last message. After a broken connection, it may be half of one.
    socket.once("end", () => splitter.end());
    socket.once("close", () => {
      streams.delete(socket);
      if (splitter.isIncomplete) counters.truncated.inc();
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
  spool.on("available", () => {
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
    server.prependListener("connection", checkConnectionLimit);
    await once(server.listen(port, host), "listening");
  }

  const sockets = options.udp.map(() =>
    createSocket({ type: host.includes(":") ? "udp6" : "udp4", recvBufferSize: udpBufferBytes }),
  );
  for (const [index, port] of options.udp.entries()) {
    const socket = sockets[index] as ReturnType<typeof createSocket>;
    socket.on("message", (message, { address }) => {
      if (spool.isFullForDatagrams) counters.dropped.inc();
      else receive(sourceOf(plainAddress(address), socket.address().port), message, false);
    });
    socket.on("error", onError);
    socket.bind(port, host);
    await once(socket, "listening");
  }

  const portsOf = (all: { address(): unknown }[]) => all.map((one) => (one.address() as AddressInfo).port);
  const udp = portsOf(sockets);
  let dropsAtStop: number | undefined;
  return {
    ports: { udp, tcp: portsOf(servers.slice(0, options.tcp.length)), tls: portsOf(servers.slice(options.tcp.length)) },
    kernelDrops: () => dropsAtStop ?? kernelDrops(udp),
    /** Reads what connections have already received, for up to two seconds and while the spool is not full. */
    async stop(): Promise<void> {
      dropsAtStop = kernelDrops(udp);
      for (const socket of sockets) socket.close();
      const ended = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      for (const stream of streams) stream.resume().end();
      const timer = setTimeout(() => {
        for (const socket of connections.keys()) socket.destroy();
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

/** An IPv4 address, or the /64 network of an IPv6 address, which one sender usually has. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":");
  const zeros = tail === undefined ? 0 : 8 - groups.length - tail.split(":").length;
  return [...groups, ...Array<string>(Math.max(0, zeros)).fill("0"), ...(tail ?? "").split(":")].slice(0, 4).join(":");
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
