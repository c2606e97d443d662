import fc from "fast-check";
import { vi } from "vitest";
import { allowSimulatedTime, noteClockSkew } from "@/lib/platform/core/clock";
import { forgetSingletons } from "@/lib/platform/core/testing";

/*
 * Runs before each test file. Files share processes and the modules that are loaded there, one file after the other; each
 * finds the environment of its process as it was, and nothing of the service that runs or is remembered.
 */
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
const environment = Symbol.for("governance-audit-service/test-environment");
const shared = globalThis as { [environment]?: NodeJS.ProcessEnv };
// Leftover work of an earlier file meets an unreachable database, rather than an invalid environment.
shared[environment] ??= { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none", ...process.env };
const first = shared[environment];
for (const name of Object.keys(process.env)) if (!(name in first)) delete process.env[name];
Object.assign(process.env, first);
forgetSingletons();
// Tests may write the past: a context's own clock sets `recordedAt`.
allowSimulatedTime(true);
noteClockSkew(0);

// The same tree has the same result: a property that only some other seed refutes is not news about the last change.
// PROPERTY_SEED=random looks further, PROPERTY_SEED=<number> where a failure said to look.
const { PROPERTY_SEED = "20261122" } = process.env;
fc.configureGlobal(PROPERTY_SEED === "random" ? {} : { seed: Number(PROPERTY_SEED) });
