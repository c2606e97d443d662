import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { withLock } from "./lock";
import { type ProcessIdentity, processIdentity } from "./processes";

let directory: string;
const directories: string[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "lock-"));
  directories.push(directory);
});

afterAll(async () => {
  for (const each of directories) await rm(each, { recursive: true, force: true });
});

describe("the lock", () => {
  it("is held by one process at a time", async () => {
    let holders = 0;
    const seen: number[] = [];
    const contend = async () =>
      await withLock(directory, { timeoutMs: 20_000 }, async () => {
        seen.push(++holders);
        await nextTurn();
        holders--;
      });
    await Promise.all(Array.from({ length: 20 }, contend));
    expect(seen).toEqual(Array(20).fill(1));
  });

  it("is held by one process at a time after its holder was killed", async () => {
    const dead = await deadIdentity();
    await writeFile(join(directory, "7"), JSON.stringify(dead));
    let holders = 0;
    let most = 0;
    const contend = async () =>
      await withLock(directory, { timeoutMs: 20_000 }, async () => {
        most = Math.max(most, ++holders);
        await nextTurn();
        holders--;
      });
    await Promise.all(Array.from({ length: 10 }, contend));
    expect(most).toBe(1);
    expect(await readdir(directory)).toEqual(["17"]);
  });

  it("is taken over if the holder's PID belongs to a later process or its file is truncated", async () => {
    const self = processIdentity(process.pid);
    for (const content of [JSON.stringify({ ...self, started: "earlier" }), ""]) {
      await rm(directory, { recursive: true });
      await withLock(directory, { timeoutMs: 0 }, async () => undefined);
      await writeFile(join(directory, "2"), content);
      expect(await withLock(directory, { timeoutMs: 0 }, async () => "mine")).toBe("mine");
    }
  });

  it("is released when the work fails", async () => {
    const work = async () => await Promise.reject(new Error("the work failed"));
    await expect(withLock(directory, { timeoutMs: 0 }, work)).rejects.toThrow("the work failed");
    expect(await withLock(directory, { timeoutMs: 0 }, async () => "mine")).toBe("mine");
  });

  it("names its holder when a wait times out", async () => {
    const waitedFor: number[] = [];
    await withLock(directory, { timeoutMs: 0 }, async () => {
      const impatient = withLock(directory, { timeoutMs: 30, onWait: (pid) => waitedFor.push(pid) }, async () => "");
      await expect(impatient).rejects.toThrow(`Process ${process.pid} holds the lock`);
    });
    expect(waitedFor).toEqual([process.pid]);
  });
});

async function deadIdentity(): Promise<ProcessIdentity | undefined> {
  const child = spawn(process.execPath, ["--eval", ""]);
  const identity = child.pid === undefined ? undefined : processIdentity(child.pid);
  await new Promise((resolve) => child.once("exit", resolve));
  return identity;
}
