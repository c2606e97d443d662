import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type EmbeddedDatabase, startEmbedded } from "./embedded";
import { withConnection } from "./embedded/databases";
import { isSameProcessRunning, type ProcessIdentity, processIdentity } from "./embedded/processes";

let directory: string;
const launchers: ChildProcess[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "embedded-database-"));
});

afterAll(async () => {
  for (const launcher of launchers) launcher.kill("SIGKILL");
  // The last user of a server stops it, also if its launcher was killed.
  for (const name of ["postgres", "killed-at-birth"]) {
    await startEmbedded(directory, { name }).then(async ({ stop }) => await stop());
  }
  await rm(directory, { recursive: true, force: true });
}, 60_000);

describe("a new data directory", () => {
  it("gets a private cluster with an owner, an application role that owns nothing, and a database", async () => {
    const { superuserUrl, applicationUrl, adopted, stop } = await startEmbedded(directory);
    expect(adopted).toBe(false);
    const settings = await withConnection(superuserUrl, async (client) => {
      const { rows } = await client.query(
        `SELECT name, setting FROM pg_settings WHERE name IN ('data_checksums', 'fsync', 'listen_addresses',
           'password_encryption', 'server_encoding', 'synchronous_commit', 'unix_socket_directories')`,
      );
      return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    });
    expect(settings).toEqual({
      data_checksums: "on",
      fsync: "on",
      listen_addresses: "127.0.0.1",
      password_encryption: "scram-sha-256",
      server_encoding: "UTF8",
      synchronous_commit: "on",
      unix_socket_directories: "",
    });
    await withConnection(applicationUrl, async (client) => {
      const { rows } = await client.query(
        `SELECT current_database() AS database, pg_get_userbyid(datdba) AS owner, rolsuper, rolcreaterole, rolcreatedb
         FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
      );
      const rights = { rolsuper: false, rolcreaterole: false, rolcreatedb: false };
      expect(rows).toEqual([{ database: "governance", owner: "gas_owner", ...rights }]);
      await expect(client.query("CREATE TABLE public.mine ()")).rejects.toThrow("permission denied for schema public");
    });
    for (const name of ["postgres-credentials.json", "postgres.log", "postgres"]) {
      expect((await stat(join(directory, name))).mode & 0o077).toBe(0);
    }
    await stop();
  });

  it("recovers from an interrupted initialisation", async () => {
    const launcher = launch("killed-at-birth");
    await vi.waitUntil(
      async () => (await readdir(directory)).some((name) => name.startsWith("killed-at-birth.draft-")),
      { timeout: 30_000, interval: 5 },
    );
    launcher.kill("SIGKILL");
    const { ownerUrl, stop } = await startEmbedded(directory, { name: "killed-at-birth" });
    expect(await count(ownerUrl, "SELECT 1")).toBe(1);
    await stop();
    expect((await readdir(directory)).filter((name) => name.includes(".draft-"))).toEqual([]);
  });
});

describe("processes with the same data directory", () => {
  it("share one server, which stops with the last process, even if another one started it", async () => {
    const [first, second] = await Promise.all([startEmbedded(directory), startEmbedded(directory)]);
    expect([first.adopted, second.adopted].sort()).toEqual([false, true]);
    expect(second.port).toBe(first.port);
    await (first.adopted ? second : first).stop();
    const survivor = first.adopted ? first : second;
    expect(await count(survivor.ownerUrl, "SELECT 1")).toBe(1);
    await survivor.stop();
    await survivor.stop();
    await expect(withConnection(survivor.ownerUrl, async () => undefined)).rejects.toThrow("ECONNREFUSED");
  });

  it("take over the server of a killed launcher and stop it", async () => {
    const launcher = launch("postgres");
    const theirs = await announced(launcher);
    launcher.kill("SIGKILL");
    const ours = await startEmbedded(directory);
    expect(ours).toMatchObject({ adopted: true, port: theirs.port });
    const server = await postmaster();
    await ours.stop();
    expect(isSameProcessRunning(server)).toBe(false);
  });
});

describe("committed data", () => {
  it("survives killing the server", async () => {
    const before = await startEmbedded(directory);
    await withConnection(before.ownerUrl, async (client) => {
      await client.query("CREATE TABLE kept (id int); INSERT INTO kept SELECT generate_series(1, 1000)");
    });
    kill(await postmaster());
    const after = await startEmbedded(directory);
    expect(after.adopted).toBe(false);
    expect(await count(after.ownerUrl, "SELECT count(*)::int FROM kept")).toBe(1000);
    await before.stop();
    expect(await count(after.ownerUrl, "SELECT count(*)::int FROM kept")).toBe(1000);
    await after.stop();
  });

  it("survives killing the server and the launcher, even if another process reuses the server's PID", async () => {
    const launcher = launch("postgres");
    const { ownerUrl } = await announced(launcher);
    await withConnection(ownerUrl, async (client) => {
      await client.query("INSERT INTO kept VALUES (1001)");
    });
    launcher.kill("SIGKILL");
    const dead = await postmaster();
    kill(dead);
    await vi.waitUntil(() => !isSameProcessRunning(dead), { timeout: 30_000, interval: 5 });
    const stranger = await strangerOfSameUser();
    const pidFile = join(directory, "postgres", "postmaster.pid");
    await writeFile(pidFile, (await readFile(pidFile, "utf8")).replace(/^\d+/, String(stranger.pid)));

    const after = await startEmbedded(directory);
    expect(after.adopted).toBe(false);
    expect(await count(after.ownerUrl, "SELECT count(*)::int FROM kept")).toBe(1001);
    await after.stop();
    expect(isSameProcessRunning(stranger)).toBe(true);
  });

  it("is not served without the passwords, and the error names the missing file", async () => {
    const file = join(directory, "postgres-credentials.json");
    const credentials = await readFile(file, "utf8");
    await rm(file);
    await expect(startEmbedded(directory)).rejects.toThrow(/postgres-credentials\.json is missing/);
    await writeFile(file, credentials, { mode: 0o600 });
  });
});

it("the port stays the same between starts, until another program uses it", async () => {
  const first = await startEmbedded(directory);
  await first.stop();
  const second = await startEmbedded(directory);
  expect(second.port).toBe(first.port);
  await second.stop();
  const squatter = await listen(first.port);
  const third = await startEmbedded(directory);
  expect(third.port).not.toBe(first.port);
  await third.stop();
  squatter.close();
});

/** Another process that only starts the database. */
function launch(name: string): ChildProcess {
  const program = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, "embedded.ts"))};
    console.log(JSON.stringify(await startEmbedded(${JSON.stringify(directory)}, { name: ${JSON.stringify(name)} })));
    setInterval(() => undefined, 60_000);`;
  const launcher = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  launchers.push(launcher);
  return launcher;
}

async function announced(launcher: ChildProcess): Promise<EmbeddedDatabase> {
  return await new Promise((resolve, reject) => {
    launcher.stdout?.once("data", (line: Buffer) => resolve(JSON.parse(line.toString())));
    launcher.once("exit", () => reject(new Error("the launcher ended early")));
  });
}

async function postmaster(): Promise<ProcessIdentity> {
  const pid = Number((await readFile(join(directory, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
  const identity = processIdentity(pid);
  if (!identity) throw new Error("the server does not run");
  return identity;
}

function kill(server: ProcessIdentity): void {
  if (isSameProcessRunning(server)) process.kill(server.pid, "SIGKILL");
}

/** A process that is not a server but runs as the server's user. */
async function strangerOfSameUser(): Promise<ProcessIdentity> {
  const { uid, gid } = await stat(join(directory, "postgres"));
  const stranger = spawn("sleep", ["60"], { uid, gid, cwd: "/", stdio: "ignore" });
  launchers.push(stranger);
  await new Promise((resolve) => stranger.once("spawn", resolve));
  const identity = stranger.pid === undefined ? undefined : processIdentity(stranger.pid);
  if (!identity) throw new Error("the stranger does not run");
  return identity;
}

async function listen(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}

async function count(url: string, sql: string): Promise<unknown> {
  return await withConnection(url, async (client) => Object.values((await client.query(sql)).rows[0])[0]);
}
