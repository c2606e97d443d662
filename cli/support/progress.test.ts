import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { createProgress } from "./progress";

function recorder(isTTY: boolean): { out: Writable & { isTTY: boolean }; text: () => string } {
  let text = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return { out: Object.assign(stream, { isTTY }), text: () => text };
}

/** A clock that advances by one second per call. */
function steadyClock(): () => number {
  let seconds = 0;
  return () => seconds++ * 1000;
}

it("a log file gets complete lines", async () => {
  const { out, text } = recorder(false);
  const progress = createProgress(out, steadyClock());
  const step = progress.step("Database", async (note) => {
    note("Creating it.");
    return 7;
  });
  await expect(step).resolves.toBe(7);
  expect(text()).toBe("  Database ...\n    Creating it.\nok Database (1.0 s)\n");
});

it("on a terminal the result replaces the step's line", async () => {
  const { out, text } = recorder(true);
  await createProgress(out, steadyClock()).step("Build", async (note) => note("Nothing changed."));
  expect(text()).toBe("  Build …\r\u001b[2K    Nothing changed.\n  Build …\r\u001b[2K✓ Build (1.0 s)\n");
});

it("a failed step is reported and its error is thrown", async () => {
  const { out, text } = recorder(false);
  const step = createProgress(out, steadyClock()).step("Server", () => Promise.reject(new Error("no port")));
  await expect(step).rejects.toThrow("no port");
  expect(text()).toContain("failed Server (1.0 s)");
});
