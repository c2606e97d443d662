import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { rowsOfThisRun } from "@/lib/platform/core/testing";

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** Runs a program's work, as source text with `program` in scope, in its own process. */
function run(
  work: string,
  start: (program: string[]) => ChildProcess = ([file = "", ...rest]) => spawn(file, rest),
): {
  child: ChildProcess;
  said: (text: string) => Promise<void>;
  ended: Promise<{ code: number | null; output: string }>;
} {
  const module = JSON.stringify(join(import.meta.dirname, "program.ts"));
  const source = `const { runProgram } = await import(${module});\nrunProgram(async (program) => {\n${work}\n});`;
  const child = start([process.execPath, "--import", "tsx", "--input-type=module", "--eval", source]);
  children.push(child);
  let output = "";
  const waiting: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += String(chunk);
      for (const check of waiting) check();
    });
  }
  return {
    child,
    said: (text) =>
      new Promise((resolve) => {
        const check = () => output.includes(text) && resolve();
        waiting.push(check);
        check();
      }),
    ended: new Promise((resolve) => child.on("close", (code) => resolve({ code, output }))),
  };
}

it("a plain Error is printed as a message, after the cleanup", async () => {
  const { ended } = run('program.onExit(() => console.log("closed")); throw new Error("The port is taken.");');
  const { code, output } = await ended;
  expect(code).toBe(1);
  expect(output).toContain("closed");
  expect(output).toContain("\nThe port is taken.\n");
  expect(output).not.toContain("    at ");
});

it("a signal after a fatal error does not hide the error's status", async () => {
  const { code } = await run(
    'process.exitCode = 1; process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1_000);',
  ).ended;
  expect(code).toBe(1);
});

it("an unexpected error is printed with its stack", async () => {
  const { code, output } = await run("undefined.property").ended;
  expect(code).toBe(1);
  expect(output).toContain("TypeError");
  expect(output).toContain("    at ");
});

it.each(rowsOfThisRun(["SIGINT", "SIGTERM", "SIGHUP"] as const, (signal) => signal === "SIGTERM"))(
  "%s runs the cleanup in reverse order and exits with 0",
  async (signal) => {
    const { child, said, ended } = run(`
    program.onExit(async () => console.log("first"));
    program.onExit(async () => { await new Promise((done) => setTimeout(done, 20)); console.log("second"); });
    setInterval(() => undefined, 1000);
    console.log("running");`);
    await said("running");
    child.kill(signal);
    await expect(ended).resolves.toEqual({ code: 0, output: "running\nsecond\nfirst\n" });
  },
);

it("a failed cleanup does not prevent others and sets the exit code", { tags: "full" }, async () => {
  const { child, said, ended } = run(`
    program.onExit(() => console.log("done all the same"));
    program.onExit(() => { throw new Error("could not close"); });
    setInterval(() => undefined, 1000);
    console.log("running");`);
  await said("running");
  child.kill("SIGTERM");
  const { code, output } = await ended;
  expect(code).toBe(1);
  expect(output).toContain("could not close");
  expect(output).toContain("done all the same");
});

it("a program exits when its work is done", { tags: "full" }, async () => {
  await expect(run('console.log("that is all")').ended).resolves.toEqual({ code: 0, output: "that is all\n" });
});

it("a program runs its cleanup and exits when npm is killed", async () => {
  const shellInNpmsPlace = (program: string[]) =>
    spawn("sh", ["-c", '"$@"; true', "sh", ...program], { env: { ...process.env, npm_lifecycle_event: "demo" } });
  const work = `
    program.onExit(() => console.log("closed"));
    setInterval(() => undefined, 1000);
    console.log("running");`;
  const { child, said, ended } = run(work, shellInNpmsPlace);
  await said("running");
  child.kill("SIGKILL");
  // The pipe belongs to the program too, so it closes with the program.
  await expect(ended).resolves.toMatchObject({ output: "running\nclosed\n" });
});
