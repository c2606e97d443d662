import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

/** Scripts of package.json that need neither a build nor a database, the slowest first. */
const checks = [
  "typecheck",
  "lint",
  "lint:language",
  "lint:imports",
  "unused",
  "check:api",
  "lint:deploy",
  "check:docs",
];

const failed: string[] = [];
const waiting = checks.values();
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, runWaiting));
if (failed.length > 0) console.error(`Failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runWaiting(): Promise<void> {
  for (const check of waiting) {
    const startedAt = performance.now();
    const { ok, output } = await run(check);
    if (!ok) failed.push(check);
    console.log(`${check}: ${ok ? "ok" : "failed"} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    if (!ok) console.log(output);
  }
}

/** Keeps the output of concurrent checks apart. */
function run(check: string): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["run", "--silent", check], { stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() }));
  });
}
