import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { removeAbandonedDirectories, withTemporaryDirectory } from "@/lib/platform/documents/temporary-directory";

it("the directory is readable only by its owner and is deleted after the job", async () => {
  const path = await withTemporaryDirectory(async (directory) => {
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    writeFileSync(join(directory, "evidence.json"), "secret");
    return directory;
  });
  expect(existsSync(path)).toBe(false);
});

it("removes only directories that a killed process left an hour ago", () => {
  const { pid: dead } = spawnSync(process.execPath, ["--version"]);
  const make = (name: string, ageMinutes: number) => {
    const path = join(tmpdir(), name);
    mkdirSync(path);
    const at = new Date(Date.now() - ageMinutes * 60_000);
    utimesSync(path, at, at);
    return path;
  };
  const abandoned = [
    make(`governance-evidence-${dead}-old`, 61),
    // Of an earlier process with the same ID.
    make(`governance-evidence-${process.pid}-earlier`, 61),
  ];
  const kept = [
    make(`governance-evidence-${dead}-new`, 59),
    make(`governance-evidence-${process.pid}-mine`, 0),
    make(`governance-evidence-${process.ppid}-parent`, 61),
    make(`governance-evidence-${dead}x-other`, 61),
  ];
  try {
    removeAbandonedDirectories();
    expect(abandoned.filter((path) => existsSync(path))).toEqual([]);
    expect(kept.filter((path) => !existsSync(path))).toEqual([]);
  } finally {
    for (const path of kept) rmSync(path, { recursive: true });
  }
});
