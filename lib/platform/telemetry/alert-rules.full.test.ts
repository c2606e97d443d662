import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("each alert fires when its condition is met, and not otherwise", async () => {
  const { stdout } = await promisify(execFile)("promtool", ["test", "rules", "deploy/prometheus-rules.test.yaml"]);
  expect(stdout).toContain("SUCCESS");
});
