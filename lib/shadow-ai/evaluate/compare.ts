import type { UseFacts } from "@/lib/shadow-ai/detect";
import type { Expectation, ExpectedUse } from "@/lib/shadow-ai/evaluate/expectation";
import type { ConfuserKind, UseKind } from "@/lib/shadow-ai/simulate/flow";

/** Uses of one kind, and what became of them. */
export interface KindCount {
  /** Uses of which the log shows enough. */
  expected: number;
  found: number;
  /** Detections of uses that are there, expected or not. */
  right: number;
  /** Detections of the kind's hosts where nobody used them: the wrong department, or none. */
  wrong: number;
}

export interface ConfuserCount {
  /** Pairs of a host and a scope. */
  pairs: number;
  /** Detections of them. */
  alarms: number;
}

export interface Comparison {
  kinds: Map<UseKind, KindCount>;
  confusers: Map<ConfuserKind | "nothing that happened", ConfuserCount>;
  /** Expected and not found, and detected without a use, each as `kind host scope`. */
  missed: string[];
  alarms: string[];
}

/** Compares what was detected with what happened, by host and by scope. A host of the catalogue has to be found as one. */
export function compare(detected: readonly UseFacts[], { uses, others, kindOfHost }: Expectation): Comparison {
  const kinds = new Map<UseKind, KindCount>();
  const confusers: Comparison["confusers"] = new Map();
  for (const [kind, pairs] of others) confusers.set(kind, { pairs, alarms: 0 });
  const missed: string[] = [];
  const alarms: string[] = [];
  for (const { use, expected } of uses) {
    const count = countOf(kinds, use.kind);
    if (!expected) continue;
    count.expected += 1;
    if (detected.some((one) => isFoundBy(use, one))) count.found += 1;
    else missed.push(`${use.kind} ${use.host} ${use.scope}`);
  }
  for (const one of detected) {
    const ofHost = uses.filter(({ use }) => isOfHost(use, one.endpoint));
    const true_ = ofHost.find(({ use }) => use.scope === one.scope);
    const nearest = true_ ?? ofHost[0];
    if (true_) countOf(kinds, true_.use.kind).right += 1;
    else {
      const kind = nearest?.use.kind ?? kindOfHost.get(one.endpoint) ?? "nothing that happened";
      alarms.push(`${kind} ${one.endpoint} ${one.scope} ${one.category}`);
      if (nearest) countOf(kinds, nearest.use.kind).wrong += 1;
      else addAlarm(confusers, kindOfHost.get(one.endpoint) ?? "nothing that happened");
    }
  }
  return { kinds, confusers, missed, alarms };
}

function countOf(kinds: Map<UseKind, KindCount>, kind: UseKind): KindCount {
  const count = kinds.get(kind) ?? { expected: 0, found: 0, right: 0, wrong: 0 };
  kinds.set(kind, count);
  return count;
}

function addAlarm(confusers: Comparison["confusers"], kind: ConfuserKind | "nothing that happened"): void {
  const count = confusers.get(kind) ?? { pairs: 0, alarms: 0 };
  confusers.set(kind, { ...count, alarms: count.alarms + 1 });
}

function isFoundBy(use: ExpectedUse["use"], detected: UseFacts): boolean {
  if (use.scope !== detected.scope || !isOfHost(use, detected.endpoint)) return false;
  return !use.catalogue || detected.entryId !== null;
}

/** The host itself, one that the use brings along, or one of them with or without `www.` and the like before it. */
function isOfHost({ host, alsoHosts }: ExpectedUse["use"], endpoint: string): boolean {
  return [host, ...alsoHosts].some(
    (one) => one === endpoint || one.endsWith(`.${endpoint}`) || endpoint.endsWith(`.${one}`),
  );
}
