import type { BundleFacts } from "@/lib/domains/evidence/verification/report";
import type { FileKind, Message, Outcome, StepId } from "./checking/protocol";
import type { PackageRecord } from "./checking/service";
import { evidenceSteps, packageSteps } from "./steps";
import { type Results, type Verdict, verdictOf } from "./verdict";

/** One check of one file, from the moment in which it is given. */
export interface Run {
  phase: "running" | "done";
  file: { name: string; size: number };
  /** What the reader was given beside the file; decides which steps there are. */
  expects: "hash" | "head" | null;
  kind: FileKind | null;
  bytesRead: number;
  /** How many events of the evidence were read, of all; null before the first are. */
  events: { done: number; total: number } | null;
  /** 64 hexadecimal digits, once computed. */
  sha256: string | null;
  /** Steps that have begun and have no result yet. */
  underWay: StepId[];
  results: Results;
  record: PackageRecord | null;
  contents: BundleFacts | null;
  /** When it was done, in milliseconds since 1970. */
  doneAt: number | null;
  verdict: Verdict | null;
}

export type Action =
  | { type: "given"; file: { name: string; size: number }; expects: Run["expects"] }
  | { type: "told"; message: Message; at: number }
  | { type: "cleared" };

export function reduce(run: Run | null, action: Action): Run | null {
  switch (action.type) {
    case "given":
      return { ...fresh, file: action.file, expects: action.expects };
    case "cleared":
      return null;
    case "told":
      return run?.phase === "running" ? heard(run, action.message, action.at) : run;
  }
}

const fresh: Omit<Run, "file" | "expects"> = {
  phase: "running",
  kind: null,
  bytesRead: 0,
  events: null,
  sha256: null,
  underWay: [],
  results: {},
  record: null,
  contents: null,
  doneAt: null,
  verdict: null,
};

/** The steps of a run, in two groups; before a file is given, those of a JSON package. */
export function stepsOf(run: Run | null): { ofPackage: StepId[]; ofEvidence: StepId[] } {
  return {
    ofPackage: packageSteps(run?.expects === "hash"),
    ofEvidence: evidenceSteps(run?.kind ?? "json", run?.expects === "head"),
  };
}

export type StepState = "pending" | "running" | Outcome;

/** How a step stands. Evidence is checked in the order of its steps, each beginning where the one before ends. */
export function stateOf(run: Run | null, id: StepId): StepState {
  const outcome = run?.results[id]?.outcome;
  if (!run || outcome) return outcome ?? "pending";
  if (run.phase !== "running") return "pending";
  if (run.underWay.includes(id)) return "running";
  const { ofEvidence } = stepsOf(run);
  const before = ofEvidence[ofEvidence.indexOf(id) - 1];
  return before && before !== "attachment" && run.results[before] ? "running" : "pending";
}

function heard(run: Run, message: Message, at: number): Run {
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
      return { ...run, underWay: [...run.underWay, message.id] };
    case "step":
      return {
        ...run,
        underWay: run.underWay.filter((id) => id !== message.result.id),
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

function finished(run: Run, at: number, brokenOff?: string): Run {
  const { ofPackage, ofEvidence } = stepsOf(run);
  const results: Results = { ...run.results };
  for (const id of [...ofPackage, ...ofEvidence])
    results[id] ??= { id, outcome: "not_checked", sentence: "Not reached: an earlier check did not let it." };
  return { ...run, phase: "done", underWay: [], results, doneAt: at, verdict: verdictOf(results, brokenOff) };
}
