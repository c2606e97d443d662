import { performance } from "node:perf_hooks";
import { afterEach, expect, test, vi } from "vitest";
import { giveWay, setParentBusy, watchEventLoop } from "@/lib/platform/documents/give-way";

afterEach(() => setParentBusy(false));

function work(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

async function pauseAfter(ms: number): Promise<number> {
  await giveWay();
  work(ms);
  const startedAt = performance.now();
  await giveWay();
  return performance.now() - startedAt;
}

test("while its parent process is busy, a worker pauses for three times its working time, up to 0.2 s", async () => {
  setParentBusy(true);
  expect(await pauseAfter(20)).toBeGreaterThan(55);
  expect(await pauseAfter(200)).toBeGreaterThan(190);
});

test("changes in the event loop's load are reported", async () => {
  const reported: boolean[] = [];
  const stop = watchEventLoop((isBusy) => reported.push(isBusy));
  await vi.waitFor(() => {
    work(200);
    expect(reported.at(-1)).toBe(true);
  });
  await vi.waitFor(() => expect(reported.at(-1)).toBe(false), { timeout: 10_000 });
  stop();
});
