import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

test("a command writes only its result to standard output, and logs to standard error", async () => {
  const [command, log] = ["cli/support/command.ts", "lib/platform/telemetry/log.ts"].map((path) =>
    JSON.stringify(join(root, path)),
  );
  const source = `const { defineCommand, runCommand } = await import(${command});
    runCommand(async () => {
      const { log } = await import(${log});
      return defineCommand({ usage: "", flags: {}, run: async (_, { out }) => {
        log().warn("logged");
        out.write("result\\n");
      }});
    }, []);`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", source];
  const env = { ...process.env, LOG_LEVEL: "info" };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
  expect(stdout).toBe("result\n");
  expect(stderr).toContain('"msg":"logged"');
});
