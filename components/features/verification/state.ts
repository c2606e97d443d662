import type { BundleFacts } from "@/lib/domains/evidence/verification/report";
import type { FileKind, Message, Outcome, StepId } from "./checking/protocol";
import type { PackageRecord } from "./checking/service";
import { evidenceSteps, packageSteps } from "./steps";
import { type Results, type Verdict, verdictOf } from "./verdict";

export interface Run {
  phase: "running" | "done";
  file: { name: string; size: number };
  /** The kind of expected value; adds a step. */
  expects: "hash" | "head" | null;
  kind: FileKind | null;
  bytesRead: number;
  /** Null until events are read. */
  events: { done: number; total: number } | null;
  sha256: string | null;
  /** Steps without a result yet. */
  running: StepId[];
  results: Results;
  record: PackageRecord | null;
  contents: BundleFacts | null;
  doneAt: number | null;
  verdict: Verdict | null;
}

export type Action =
  | { type: "started"; file: { name: string; size: number }; expects: Run["expects"] }
  | { type: "message"; message: Message; at: number }
  | { type: "cleared" };

export function reduce(run: Run | null, action: Action): Run | null {
  switch (action.type) {
    case "started":
      return { ...fresh, file: action.file, expects: action.expects };
    case "cleared":
      return null;
    case "message":
      return run?.phase === "running" ? applied(run, action.message, action.at) : run;
  }
}

const fresh: Omit<Run, "file" | "expects"> = {
  phase: "running",
  kind: null,
  bytesRead: 0,
  events: null,
  sha256: null,
  running: [],
  results: {},
  record: null,
  contents: null,
  doneAt: null,
  verdict: null,
};

/** Without a run, the steps of a JSON package. */
export function stepsOf(run: Run | null): { ofPackage: StepId[]; ofEvidence: StepId[] } {
  return {
    ofPackage: packageSteps(run?.expects === "hash"),
    ofEvidence: evidenceSteps(run?.kind ?? "json", run?.expects === "head"),
  };
}

export type StepState = "pending" | "running" | Outcome;

/** Evidence checks run in order: each starts when the previous one ends. */
export function stateOf(run: Run | null, id: StepId): StepState {
  const outcome = run?.results[id]?.outcome;
  if (!run || outcome) return outcome ?? "pending";
  if (run.phase !== "running") return "pending";
  if (run.running.includes(id)) return "running";
  const { ofEvidence } = stepsOf(run);
  const before = ofEvidence[ofEvidence.indexOf(id) - 1];
  return before && before !== "attachment" && run.results[before] ? "running" : "pending";
}

function applied(run: Run, message: Message, at: number): Run {
  switch (message.type) {
    case "bytes":
      return { ...run, bytesRead: message.read };
    case "kind":
      return { ...run, kind: message.kind };
    case "events":
      return { ...run, events: { done: message.done, total: message.total } };
    case "hashed":
      return { ...run, sha256: message.sha256 };
    case "begun":
      return { ...run, running: [...run.running, message.id] };
    case "step":
      return {
        ...run,
        running: run.running.filter((id) => id !== message.result.id),
        results: { ...run.results, [message.result.id]: message.result },
      };
    case "record":
      return { ...run, record: message.record };
    case "contents":
      return { ...run, contents: message.contents };
    case "broken":
      return finished(run, at, message.message);
    case "done":
      return finished(run, at);
  }
}

function finished(run: Run, at: number, interruption?: string): Run {
  const { ofPackage, ofEvidence } = stepsOf(run);
  const results: Results = { ...run.results };
  for (const id of [...ofPackage, ...ofEvidence])
    results[id] ??= {
      id,
      outcome: "not_checked",
      sentence: "Not run, because an earlier check could not be completed.",
    };
  return { ...run, phase: "done", running: [], results, doneAt: at, verdict: verdictOf(results, interruption) };
}
