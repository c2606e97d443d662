import { type Firm, scopeOf } from "@/lib/shadow-ai/simulate/firm";
import type { Client } from "@/lib/shadow-ai/simulate/flow";
import { type UseKind, unknownKinds } from "@/lib/shadow-ai/simulate/kinds";
import type { Task } from "@/lib/shadow-ai/simulate/plan";
import type { Random } from "@/lib/shadow-ai/simulate/random";
import { type Context, type Recipe, recipes } from "@/lib/shadow-ai/simulate/use-recipes";

/** One use of AI: the truth that detections are compared with. */
export interface PlannedUse {
  id: number;
  kind: UseKind;
  /** The host that the use is of. */
  host: string;
  /** Further hosts that it brings along. */
  alsoHosts: readonly string[];
  /** Department, or the masked range of clients without one. */
  scope: string;
  /** Whether a catalogue of providers can know the host. */
  catalogue: boolean;
  /** Whether its programs write spans. */
  instrumented: boolean;
  clients: readonly Client[];
}

export function planUses(
  random: Random,
  firm: Firm,
  scale: number,
  invented: () => string,
): { uses: PlannedUse[]; tasks: Task[] } {
  const uses: PlannedUse[] = [];
  const tasks: Task[] = [];
  const taken = new Set<string>();
  const context = { firm, invented };
  for (const one of recipes) {
    for (let index = 0; index < Math.max(1, Math.round(one.count * scale)); index++) {
      const found = firstFree(random, one, context, taken);
      if (!found) continue;
      const use = { ...found.use, id: uses.length };
      uses.push(use);
      const mark = { use: use.id, kind: use.kind, instrumented: use.instrumented };
      for (const client of use.clients) tasks.push({ client, behaviour: found.draft.behaviour(mark, random) });
    }
  }
  return { uses, tasks };
}

const tries = 20;

/** A host and a department that do not have each other yet. */
function firstFree(random: Random, one: Recipe, context: Context, taken: Set<string>) {
  for (let attempt = 0; attempt < tries; attempt++) {
    const draft = one.draft(random, context);
    const group = random.pick(groups(context.firm, one.who));
    const first = group[0];
    if (first === undefined) continue;
    const scope = scopeOf(first);
    const key = `${draft.host} ${scope}`;
    if (taken.has(key)) continue;
    taken.add(key);
    const use: Omit<PlannedUse, "id"> = {
      kind: one.kind,
      host: draft.host,
      alsoHosts: draft.alsoHosts ?? [],
      scope,
      catalogue: !unknownKinds.has(one.kind) && one.kind !== "self_hosted",
      instrumented: random.chance(one.instrumented),
      clients: random.sample(group, random.int(...one.clients)),
    };
    return { use, draft };
  }
  return null;
}

/** The people of each department that may be meant, each department by itself. */
function groups(firm: Firm, who: Recipe["who"]): Client[][] {
  const byScope = new Map<string, Client[]>();
  for (const client of firm.people) byScope.set(scopeOf(client), [...(byScope.get(scopeOf(client)) ?? []), client]);
  if (who === "people") return [...byScope.values()];
  if (who === "servers") return [[...firm.servers]];
  return who.map((name) => (name === "servers" ? [...firm.servers] : (byScope.get(name) ?? [])));
}
