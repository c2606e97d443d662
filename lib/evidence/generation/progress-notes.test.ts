import { afterEach, expect, it, vi } from "vitest";
import { getPackage } from "@/lib/evidence";
import { ProgressNotes, percentOf } from "@/lib/evidence/generation/progress-notes";
import { ask } from "@/lib/evidence/generation/testing/pipeline";
import { createRequester, temporaryDirectory } from "@/lib/evidence/testing/packages";
import { generationSteps } from "@/lib/evidence/vocabulary";
import { ownTestDatabase } from "@/scripts/database/testing";

ownTestDatabase();
process.env.DATA_DIR = temporaryDirectory();
afterEach(() => {
  vi.useRealTimers();
});

it("the whole grows with every step and within each, and is not complete before the end", () => {
  const percents = generationSteps.flatMap((step) => [0, 0.25, 0.5, 1].map((fraction) => percentOf(step, fraction)));
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  expect([percents[0], percents.at(-1)]).toEqual([0, 99]);
});

it("where a step is stands in the package's row, at its beginning and then once a second, and does not go back", async () => {
  const requester = await createRequester();
  const key = await ask(requester);
  const seen = async () => (await getPackage(requester.ctx, key.packageId)).progress;
  expect(await seen()).toBeNull();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const notes = new ProgressNotes(key, "render");
  await notes.begin();
  const start = percentOf("render", 0);
  expect(await seen()).toEqual({ step: "render", percent: start });
  notes.take(0.5);
  notes.take(0.2);
  expect(await seen()).toEqual({ step: "render", percent: start });
  vi.advanceTimersByTime(1_000);
  await expect.poll(seen).toEqual({ step: "render", percent: percentOf("render", 0.5) });
  await notes.end();
  notes.take(1);
  vi.advanceTimersByTime(5_000);
  expect(await seen()).toEqual({ step: "render", percent: percentOf("render", 0.5) });
  // The same step again, because it failed.
  const repeated = new ProgressNotes(key, "render");
  await repeated.begin();
  await repeated.end();
  expect(await seen()).toEqual({ step: "render", percent: percentOf("render", 0.5) });
});
