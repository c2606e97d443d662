import { checkIds } from "@/lib/domains/evidence/verification/report";
import type { Message, Outcome, Progress, StepId } from "./checking/protocol";
import { state as texts } from "./texts";
import { type Results, type Verdict, verdictOf } from "./verdict";

export interface Run extends Progress {
  phase: "running" | "done";
  file: { name: string; size: number };
  /** The kind of expected value; adds a step. */
  expects: "hash" | "head" | null;
  /** Steps without a result yet. */
  running: StepId[];
  results: Results;
  doneAt: string | null;
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
  status: null,
  doneAt: null,
  verdict: null,
};

function applied(run: Run, message: Message, at: number): Run {
  switch (message.type) {
    case "progress":
      return { ...run, ...message.progress };
    case "begun":
      return { ...run, running: [...run.running, message.id] };
    case "step": {
      const { id } = message.result;
      const running = run.running.filter((other) => other !== id);
      return { ...run, running, results: { ...run.results, [id]: message.result } };
    }
    case "done":
      return finished(run, at, message.interruption);
  }
}

function finished(run: Run, at: number, interruption: string | undefined): Run {
  const { ofPackage, ofEvidence } = stepsOf(run);
  const results: Results = { ...run.results };
  const sentence = texts.notRun;
  for (const id of [...ofPackage, ...ofEvidence]) results[id] ??= { id, outcome: "not_checked", sentence };
  const verdict = verdictOf(results, run, interruption);
  return { ...run, phase: "done", running: [], results, doneAt: new Date(at).toISOString(), verdict };
}

/** Without a run, the steps of a JSON package. */
export function stepsOf(run: Run | null): { ofPackage: StepId[]; ofEvidence: StepId[] } {
  const { kind = null, expects = null } = run ?? {};
  const checks = checkIds.filter((id) => id !== "anchor" || expects === "head");
  const isPdf = kind === "pdf" || kind === "report";
  return {
    ofPackage: [
      "read",
      ...(expects === "hash" ? (["expected"] as const) : []),
      "record",
      "signature",
      ...(isPdf ? (["document"] as const) : []),
      ...(["timestamp", "archive"] as const).filter((id) => run?.results[id]),
    ],
    ofEvidence: kind === "other" || kind === "report" ? [] : [...(isPdf ? (["attachment"] as const) : []), ...checks],
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
