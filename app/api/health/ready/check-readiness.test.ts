import { expect, test, vi } from "vitest";
import { measureClockSkew, watchClockSkew } from "@/lib/platform/core/clock-skew";
import { forgetSingletons, provideSingleton } from "@/lib/platform/core/testing";
import { registration } from "@/lib/platform/jobs/registration";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { ownTestDatabase } from "@/tools/database/testing";
import { checkReadiness, isReady } from "./check-readiness";

ownTestDatabase();

const clockCheck = async () => (await checkReadiness()).find(({ name }) => name === "clock");

function shiftClock(ms: number): void {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => now() + ms);
}

test("the process is ready if its clock agrees with the database", async () => {
  expect((await checkReadiness()).every(({ ok }) => ok)).toBe(true);
});

// The time of the comparison is subtracted, so a slow database reduces the measured skew.
test.each([
  [
    "two hours ahead",
    7_200_000,
    false,
    /^The clock is 7(?:1\d\d|200) s ahead of the database's clock\. The maximum difference is 5 s\.$/,
  ],
  [
    "two hours behind",
    -7_200_000,
    false,
    /^The clock is 7(?:1\d\d|200) s behind the database's clock\. The maximum difference is 5 s/,
  ],
  ["a minute ahead", 60_000, false, /^The clock is (?:[345]\d|60) s ahead of the database's clock\./],
  ["four seconds ahead", 4_000, true, /^The clock agrees with the database's clock\.$/],
])("with a clock %s by %d ms, the process is ready: %s", async (_case, shiftMs, ok, message) => {
  shiftClock(shiftMs);
  expect(await clockCheck()).toEqual({ name: "clock", ok, message: expect.stringMatching(message) });
});

test.each([
  ["pending", false, "The functions are not yet registered with the Inngest server: no jobs run."],
  ["registered", true, "The functions are registered with the Inngest server."],
] as const)("a process whose registration with an Inngest server is %s reports it", async (state, ok, message) => {
  expect((await checkReadiness()).some(({ name }) => name === "jobs")).toBe(false);
  registration().state = state;
  expect(await checkReadiness()).toContainEqual({ name: "jobs", ok, message });
  registration().state = undefined;
});

test("the process is ready while the store of the signer's state does not respond, and reports it", async () => {
  provideSingleton("signer-state", { records: { first: () => new Promise(() => undefined) } });
  const checks = await checkReadiness();
  const message = "The signer's state cannot be read: checkpoints are not signed.";
  expect(checks).toContainEqual({ name: "signer", ok: true, message });
  expect(isReady(checks)).toBe(true);
  forgetSingletons("signer-state");
});

test("the process is ready again after its clock is corrected", async () => {
  shiftClock(7_200_000);
  expect(await clockCheck()).toMatchObject({ ok: false });
  vi.restoreAllMocks();
  expect(await clockCheck()).toMatchObject({ ok: true });
});

test("the skew is a metric", async () => {
  watchClockSkew();
  shiftClock(7_200_000);
  await measureClockSkew();
  const text = await metrics().registry.getSingleMetricAsString("gas_clock_skew_seconds");
  const [, seconds] = /^gas_clock_skew_seconds (\S+)$/m.exec(text) ?? [];
  expect(Number(seconds)).toBeGreaterThan(7_100);
  expect(Number(seconds)).toBeLessThanOrEqual(7_201);
});
