import type { Behaviour } from "@/lib/domains/shadow-ai/simulate/behaviours/day";
import {
  buildRunner,
  database,
  fastTicker,
  followedLog,
  sharedDocument,
} from "@/lib/domains/shadow-ai/simulate/behaviours/lookalikes";
import {
  backup,
  laptopRoutine,
  packageInstalls,
  serviceTraffic,
} from "@/lib/domains/shadow-ai/simulate/behaviours/machines";
import { habits } from "@/lib/domains/shadow-ai/simulate/behaviours/people";
import {
  buildLog,
  eventStream,
  remoteDesktop,
  reportMaker,
  shell,
  typeAhead,
  warehouse,
} from "@/lib/domains/shadow-ai/simulate/behaviours/streams";
import { data, unknownKinds } from "@/lib/domains/shadow-ai/simulate/data";
import { type Firm, inventedDomain, makeFirm, scopeOf } from "@/lib/domains/shadow-ai/simulate/firm";
import type { Client, UseKind } from "@/lib/domains/shadow-ai/simulate/flow";
import { Random } from "@/lib/domains/shadow-ai/simulate/random";
import { type Context, type Recipe, recipes } from "@/lib/domains/shadow-ai/simulate/use-recipes";

/** A machine and one daily activity. */
export interface Task {
  client: Client;
  behaviour: Behaviour;
}

/** All planned activities of the company. */
export interface Plan {
  firm: Firm;
  uses: readonly PlannedUse[];
  tasks: readonly Task[];
}

export function makePlan(seed: number, scale: number): Plan {
  const random = new Random(`shadow-ai/${seed}`);
  const firm = makeFirm(random.fork("firm"), scale);
  const invented = inventor(random.fork("names"));
  const { uses, tasks } = planUses(random.fork("uses"), firm, scale, invented);
  return { firm, uses, tasks: [...ordinary(random.fork("ordinary"), firm, invented), ...tasks] };
}

/** Generates names that are not used yet. */
function inventor(random: Random): () => string {
  const taken = new Set<string>();
  return () => {
    for (;;) {
      const name = inventedDomain((values) => random.pick(values));
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
  };
}

/** Traffic without AI. The traffic most similar to AI (streams, desktops, queries) has several hosts and programs. */
function ordinary(random: Random, firm: Firm, invented: () => string): Task[] {
  const read = Array.from({ length: 40 }, () => `www.${invented()}`);
  const streams = Array.from(
    { length: 5 },
    () => `${random.pick(["live", "app", "stream", "api", "dash"])}.${invented()}`,
  );
  const desktops = [`desk.${invented()}`, `eu.${invented()}`];
  const boxes = [`app.${invented()}`, `search.${invented()}`];
  const shells = [`edge-1.${invented()}`];
  const builds = `ci.${invented()}`;
  const name = (...labels: string[]) => `${random.pick(labels)}.${invented()}`;
  const tickers = Array.from({ length: 3 }, () => fastTicker(name("live", "app", "eu", "api"), random));
  const databases = Array.from({ length: 2 }, () => database(name("db", "eu", "sql", "prod"), random));
  const documents = Array.from({ length: 2 }, () => sharedDocument(name("app", "docs", "www"), random));
  const clusters = Array.from({ length: 2 }, () => followedLog(name("k8s", "eu", "cluster", "api"), random));
  const runners = name("code", "git", "eu");
  const partners = [`api.${invented()}`, `gw.${invented()}`, `eu.${invented()}`];
  const tasks: Task[] = [];
  for (const client of firm.people) {
    const mine: Behaviour[] = [...habits(random, random.sample(read, 12)), ...laptopRoutine];
    const developer = client.department === "Engineering" || client.department === "Research";
    if (developer) mine.push(packageInstalls);
    if (developer && random.chance(0.4)) mine.push(buildLog(builds));
    if (developer && random.chance(0.4)) mine.push(shell(random.pick(shells)));
    if (random.chance(0.2)) mine.push(eventStream(random.pick(streams)));
    if (random.chance(0.15)) mine.push(random.pick(tickers));
    if (random.chance(0.15)) mine.push(random.pick(documents));
    if (random.chance(developer ? 0.4 : 0.05)) mine.push(random.pick(databases));
    if (developer && random.chance(0.4)) mine.push(random.pick(clusters));
    if (random.chance(0.1)) mine.push(remoteDesktop(random.pick(desktops)));
    if (random.chance(0.15)) mine.push(typeAhead(random.pick(boxes)));
    if (["Risk", "Finance", "Research"].includes(client.department ?? "") && random.chance(0.3)) mine.push(warehouse);
    tasks.push(...mine.map((behaviour) => ({ client, behaviour })));
  }
  firm.servers.forEach((client, index) => {
    const own = [
      serviceTraffic(random.sample(partners, 2)),
      [backup("s3.eu-west-1.amazonaws.com")],
      [backup("f003.backblazeb2.com"), reportMaker(`render.${partners[0]}`, random.pick(data.httpLibraries))],
      [buildRunner(runners, random.pick(data.httpLibraries)), eventStream(random.pick(streams)), warehouse],
      [random.pick(tickers)],
    ][index % 5];
    tasks.push(...(own ?? []).map((behaviour) => ({ client, behaviour })));
  });
  return tasks;
}

/** One use of AI: the ground truth for comparing detections. */
export interface PlannedUse {
  id: number;
  kind: UseKind;
  /** The host of the use. */
  host: string;
  /** Further hosts of the use. */
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
      for (const client of use.clients) tasks.push({ client, behaviour: found.draft.behaviour(mark) });
    }
  }
  return { uses, tasks };
}

const tries = 20;

/** A host and a department that are not combined yet. */
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

/** Candidates of each department. */
function groups(firm: Firm, who: Recipe["who"]): Client[][] {
  const byScope = new Map<string, Client[]>();
  for (const client of firm.people) byScope.set(scopeOf(client), [...(byScope.get(scopeOf(client)) ?? []), client]);
  if (who === "people") return [...byScope.values()];
  if (who === "servers") return [[...firm.servers]];
  return who.map((name) => (name === "servers" ? [...firm.servers] : (byScope.get(name) ?? [])));
}
