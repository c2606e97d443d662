import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface LoadBalancer {
  /** The address that accepts connections. */
  url: string;
  /** Sets the targets of new connections, used in turn. A target that refuses a connection is skipped. */
  balance(urls: string[]): void;
  close(): Promise<void>;
}

/** A load balancer of connections (layer 4) on a free port of this machine, for several processes. */
export async function startLoadBalancer(): Promise<LoadBalancer> {
  const sockets = new Set<Socket>();
  let ports: number[] = [];
  let turn = 0;

  const server = createServer((client) => {
    keep(client);
    turn += 1;
    handOver(client, [...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)]);
  });

  function handOver(client: Socket, [port, ...others]: number[]): void {
    if (port === undefined) {
      client.destroy();
      return;
    }
    const process = keep(connect(port, "127.0.0.1"));
    const next = () => handOver(client, others);
    process.once("error", next);
    process.once("connect", () => {
      process.off("error", next);
      process.on("error", () => client.destroy());
      client.once("close", () => process.destroy());
      process.once("close", () => client.destroy());
      client.pipe(process).pipe(client);
    });
  }

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
    return socket;
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    balance(urls) {
      ports = urls.map((url) => Number(new URL(url).port));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
