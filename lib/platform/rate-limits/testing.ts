import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";

/** A Redis server for one test, empty at every start, on a free loopback port. */
export interface TestRedis {
  url: string;
  /** For inspecting stored data. */
  client: Redis;
  /** Resolves when the server responds. */
  start(): Promise<void>;
  /** Kills the server (SIGKILL). */
  kill(): Promise<void>;
  /** SIGSTOP freezes the server with its connections open; SIGCONT resumes it. */
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  dispose(): Promise<void>;
}

/** Does not start the server yet. */
export async function prepareRedis(): Promise<TestRedis> {
  const directory = await mkdtemp(join(tmpdir(), "redis-"));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => 50, maxRetriesPerRequest: null });
  client.on("error", () => undefined);
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    server = spawn(
      "redis-server",
      ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", directory],
      { stdio: "ignore" },
    );
    const spawned = once(server, "spawn").catch((cause: unknown) => {
      throw new Error("this test needs redis-server (Debian: apt-get install redis-server)", { cause });
    });
    await spawned;
    await client.ping();
  }

  async function kill(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, "exit");
    server.kill("SIGKILL");
    await gone;
  }

  return {
    url,
    client,
    start,
    kill,
    signal: (name) => server?.kill(name),
    async dispose() {
      client.disconnect();
      await kill();
      await rm(directory, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("the operating system gave no port");
  return address.port;
}
