import type { Behaviour } from "@/lib/shadow-ai/simulate/behaviours/day";
import { backup, laptopRoutine, packageInstalls, serviceTraffic } from "@/lib/shadow-ai/simulate/behaviours/machines";
import { habits } from "@/lib/shadow-ai/simulate/behaviours/people";
import {
  buildLog,
  eventStream,
  remoteDesktop,
  reportMaker,
  shell,
  typeAhead,
  warehouse,
} from "@/lib/shadow-ai/simulate/behaviours/streams";
import { type Firm, makeFirm } from "@/lib/shadow-ai/simulate/firm";
import type { Client } from "@/lib/shadow-ai/simulate/flow";
import { inventedDomain } from "@/lib/shadow-ai/simulate/hosts";
import { type PlannedUse, planUses } from "@/lib/shadow-ai/simulate/plan-uses";
import { httpLibraries, systemPrograms } from "@/lib/shadow-ai/simulate/programs";
import { Random } from "@/lib/shadow-ai/simulate/random";

/** A machine and one thing that it does every day. */
export interface Task {
  client: Client;
  behaviour: Behaviour;
}

/** Everything that happens in the firm, before any of it has happened. */
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

/** Names that nobody had before. */
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

/** Traffic without AI. What looks most like it (streams, desktops, queries) has several hosts and programs. */
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
  const partners = [`api.${invented()}`, `gw.${invented()}`, `eu.${invented()}`];
  const tasks: Task[] = [];
  for (const client of firm.people) {
    const mine: Behaviour[] = [...habits(random, random.sample(read, 12)), ...laptopRoutine];
    const developer = client.department === "Engineering" || client.department === "Research";
    if (developer) mine.push(packageInstalls());
    if (developer && random.chance(0.4)) mine.push(buildLog(builds));
    if (developer && random.chance(0.4)) mine.push(shell(random.pick(shells)));
    if (random.chance(0.2)) mine.push(eventStream(random.pick(streams)));
    if (random.chance(0.1)) mine.push(remoteDesktop(random.pick(desktops)));
    if (random.chance(0.15)) mine.push(typeAhead(random.pick(boxes)));
    if (["Risk", "Finance", "Research"].includes(client.department ?? "") && random.chance(0.3))
      mine.push(warehouse(systemPrograms.snowflake));
    tasks.push(...mine.map((behaviour) => ({ client, behaviour })));
  }
  firm.servers.forEach((client, index) => {
    const own = [
      serviceTraffic(random.sample(partners, 2)),
      [backup("s3.eu-west-1.amazonaws.com")],
      [backup("f003.backblazeb2.com"), reportMaker(`render.${partners[0]}`, random.pick(httpLibraries))],
      [eventStream(random.pick(streams)), warehouse(systemPrograms.snowflake)],
    ][index % 4];
    tasks.push(...(own ?? []).map((behaviour) => ({ client, behaviour })));
  });
  return tasks;
}
