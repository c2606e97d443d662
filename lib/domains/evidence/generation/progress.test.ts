import { afterEach, expect, it, vi } from "vitest";
import { getPackage } from "@/lib/domains/evidence";
import { generationSteps } from "@/lib/domains/evidence/enums";
import { percentOf } from "@/lib/domains/evidence/generation/perform-step";
import { ask } from "@/lib/domains/evidence/generation/testing/pipeline";
import { noteProgress } from "@/lib/domains/evidence/generation-store";
import { createRequester, temporaryDirectory } from "@/lib/domains/evidence/testing/packages";
import { attempt } from "@/lib/platform/documents/generation";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
process.env.DATA_DIR = temporaryDirectory();
afterEach(() => {
  vi.useRealTimers();
});

it("the percentage increases with each step and within it, from 0 to 99", () => {
  const percents = generationSteps.flatMap((step) => [0, 0.25, 0.5, 1].map((fraction) => percentOf(step, fraction)));
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  expect([percents[0], percents.at(-1)]).toEqual([0, 99]);
});

it("progress is stored at the start of a step and then once a second, and never decreases", async () => {
  const requester = await createRequester();
  const key = await ask(requester);
  const seen = async () => (await getPackage(requester.ctx, key.packageId)).progress;
  const fail = async () => undefined;
  const note = (fraction: number) => noteProgress(key, "render", percentOf("render", fraction));
  expect(await seen()).toBeNull();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let later: (fraction: number) => void = () => undefined;
  const work = async (onProgress: (fraction: number) => void) => {
    later = onProgress;
    expect(await seen()).toEqual({ step: "render", percent: percentOf("render", 0) });
    onProgress(0.5);
    onProgress(0.2);
    expect(await seen()).toEqual({ step: "render", percent: percentOf("render", 0) });
    vi.advanceTimersByTime(1_000);
    await expect.poll(seen).toEqual({ step: "render", percent: percentOf("render", 0.5) });
    return "done" as const;
  };
  expect(await attempt({ note, fail, work })).toEqual({ state: "done" });
  later(1);
  vi.advanceTimersByTime(5_000);
  // The same step again, because it failed.
  await attempt({ note, fail, work: async () => "waiting" });
  expect(await seen()).toEqual({ step: "render", percent: percentOf("render", 0.5) });
});

it("a step waits instead of failing while a required server is unavailable", async () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const work = () => Promise.reject(new Error("the file could not be written", { cause: refused }));
  const given = { note: async () => undefined, fail: () => Promise.reject(new Error("failed")) };
  expect(await attempt({ ...given, work })).toEqual({ state: "waiting" });
  await expect(attempt({ ...given, work: () => Promise.reject(new Error("a defect")) })).rejects.toThrow("a defect");
});
