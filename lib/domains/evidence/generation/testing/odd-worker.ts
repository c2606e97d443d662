import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StepJob } from "@/lib/domains/evidence/generation/perform-step";
import type { StepOutcome } from "@/lib/domains/evidence/generation/run-step";
import type { ParentState, SentError, WorkerMessage } from "@/lib/platform/documents/worker-process";

/**
 * A worker for tests of the pool. The package ID selects its behaviour. It first sends its process ID as its progress.
 */
const behaviours: Record<string, () => void> = {
  done: () => done(),
  progress: () => {
    for (const fraction of [0.25, 0.5, 1]) say({ type: "progress", fraction });
    done();
  },
  large: () => done(2 ** 40),
  crash: () => process.kill(process.pid, "SIGKILL"),
  exit: () => process.exit(7),
  litter: () => {
    mkdtempSync(join(tmpdir(), `governance-evidence-${process.pid}-`));
    process.kill(process.pid, "SIGKILL");
  },
  silent: () => undefined,
  fail: () => fail({ code: "57P01" }),
  state: () => {
    say({ type: "progress", fraction: states.indexOf(state) });
    done();
  },
  impossible: () => fail({ reason: "It cannot be." }),
};

const states: (ParentState | undefined)[] = ["idle", "busy"];
let state: ParentState | undefined;

process.on("disconnect", () => process.exit(1));
process.on("message", (message: StepJob | ParentState) => {
  if (typeof message === "string") {
    state = message;
    return;
  }
  say({ type: "progress", fraction: process.pid });
  behaviours[message.key.packageId]?.();
});

function done(rssBytes = 0): void {
  say({ type: "done", outcome: "done", rssBytes });
}

function fail(given: Partial<SentError>): void {
  const error = { name: "OddError", message: "it is odd", ...given };
  say({ type: "failed", error, rssBytes: 0 });
}

function say(message: WorkerMessage<StepOutcome>): void {
  process.send?.(message);
}
