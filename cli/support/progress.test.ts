import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { createBar, createProgress, createStatusLine } from "./progress";

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

it("the result replaces the step's line on a terminal", async () => {
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

it("a status line is replaced at most every 200 ms, and only on a terminal", () => {
  const { out, text } = recorder(true);
  let nowMs = 0;
  const line = createStatusLine(out, () => nowMs);
  for (nowMs = 0; nowMs <= 400; nowMs += 100) line.show(() => `${nowMs} ms`);
  line.clear();
  line.clear();
  expect(text().replaceAll("\r\u001b[2K", "|")).toBe("|0 ms|200 ms|400 ms|");
  const file = recorder(false);
  const silent = createStatusLine(file.out);
  silent.show(() => "text");
  silent.clear();
  expect(file.text()).toBe("");
});

it("a bar shows the completed share", () => {
  const { out, text } = recorder(true);
  createBar(out, "chain").show(1_500, 2_000);
  expect(text()).toBe(`\r\u001b[2Kchain ${"█".repeat(23)}${"░".repeat(7)} 75% of 2,000 events`);
});
