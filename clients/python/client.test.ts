import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pythonPath, pythonWithCryptography } from "@/tools/testing/python";

// The tests of the Python client are written in Python, and need only its standard library.
test("the tests of the Python client pass", async () => {
  const args = ["-m", "unittest", "discover", "-s", "tests", "-t", "."];
  const { stderr } = await promisify(execFile)(pythonWithCryptography() ?? pythonPath(), args, {
    cwd: import.meta.dirname,
  });
  expect(stderr).toMatch(/^Ran \d{2,} tests in .*\n\nOK\n$/m);
}, 60_000);
