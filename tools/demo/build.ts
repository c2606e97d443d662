import { type ChildProcess, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Program } from "@/cli/support/program";
import type { Note } from "@/cli/support/progress";
import { withLock } from "@/server/database/embedded/lock";
import { hashSources, isBuildFresh, recordBuild } from "./build-record";

const buildTimeoutMs = 15 * 60_000;
const linesShown = 40;

/**
 * Creates the production build if it is missing or older than the sources. Concurrent demos of the same tree take turns.
 *
 * @throws an Error with the end of the build output.
 */
export async function ensureBuild(root: string, program: Program, note: Note): Promise<void> {
  const locks = join(root, ".next", "cache");
  await mkdir(locks, { recursive: true });
  const onWait = (pid: number) => note(`Waiting for the build of process ${pid}.`);
  await withLock(join(locks, "demo-build-lock"), { timeoutMs: buildTimeoutMs, onWait }, async () => {
    if (await isBuildFresh(root)) {
      note("The sources have not changed since the last build.");
      return;
    }
    await runNode(root, [join(root, "tools", "database", "generate.ts")], program, process.execArgv);
    const sources = await hashSources(root);
    await runNode(root, [createRequire(import.meta.url).resolve("next/dist/bin/next"), "build"], program, []);
    await runNode(root, [join(root, "tools", "build-service.ts")], program, process.execArgv);
    await recordBuild(root, sources);
  });
}

/**
 * Ends a child when its parent ends, even by SIGKILL, because the channel between them closes. Next passes its process flags
 * to its workers, which must not have `--eval`.
 */
const endWithParent = `
  process.once("disconnect", () => process.exit(1));
  process.channel?.unref();
  process.execArgv.splice(process.execArgv.indexOf("--eval"), 2);
  import(require("node:url").pathToFileURL(process.argv[1]).href);
`;

async function runNode(root: string, script: string[], program: Program, nodeFlags: string[]): Promise<void> {
  const child = spawn(process.execPath, [...nodeFlags, "--eval", endWithParent, ...script], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1" },
  });
  program.onExit(() => void child.kill("SIGKILL"));
  const { code, output } = await finished(child);
  if (code === 0) return;
  const end = output.trimEnd().split("\n").slice(-linesShown).join("\n");
  throw new Error(`The build failed (${script.at(-1) === "build" ? "next build" : "prisma generate"}):\n\n${end}`);
}

function finished(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
