import { setImmediate } from "node:timers/promises";
import { findChainEnd, locateModelPeriod, readModelEvents } from "@/lib/domains/audit-chain";
import type { EventType } from "@/lib/domains/audit-chain/enums";
import { takeEvent } from "@/lib/domains/evidence/bundle/write-evidence";
import type { Cited } from "@/lib/domains/evidence/collect/cited-events";
import { type Collected, EvidenceCollector } from "@/lib/domains/evidence/collect/collector";
import { closeEvidenced, mayChange, newestAssignments } from "@/lib/domains/evidence/controls/assignments";
import { suppliedDocuments } from "@/lib/domains/evidence/documents/documents";
import { frameworkOf, sectionIds } from "@/lib/domains/evidence/frameworks";
import { registeredModel } from "@/lib/domains/evidence/request-package";
import type { ControlEvents, ControlTable } from "@/lib/domains/evidence/schemas-controls";
import { coverageHeadline } from "@/lib/domains/evidence/schemas-coverage";
import type { PreviewPackage } from "@/lib/domains/evidence/schemas-preview";
import type { Context } from "@/lib/platform/core/context";
import { unavailable, validationFailed } from "@/lib/platform/core/errors";
import { Semaphore } from "@/lib/platform/core/semaphore";
import { singleton } from "@/lib/platform/core/singleton";
import { readFromReplica } from "@/lib/platform/database/replica";

/** Maximum number of events that are evaluated while the caller waits. */
const controlEventsMax = 100_000;
/** Events that are evaluated before other requests get their turn. */
const eventsAtOnce = 100;

/** Concurrent evaluations in this process, and callers that wait for one to finish. */
const concurrentMax = 2;
const waitingMax = 14;

/**
 * The controls of a framework for a model and a period, with the statuses that a package of all sections would have.
 * If the caller may change assignments, closes those of controls that are now evidenced.
 *
 * @throws `model_not_registered`, `validation_failed` for a period with too many events, and `unavailable` if too many
 * evaluations are waiting.
 */
export async function listControls(ctx: Context, query: PreviewPackage): Promise<ControlTable> {
  const { modelId, framework, from, to } = query;
  const dateRange = { from, to };
  const model = await registeredModel(ctx, ctx.tx, modelId);
  const semaphore = singleton("evidence-controls", () => new Semaphore(concurrentMax, waitingMax));
  const done = await semaphore.within(() => evaluate(ctx.organisation.id, query));
  if (!done) throw unavailable("Too many control tables are being evaluated. Try again in a moment.");
  const { framework: report, cited, statistics, counts } = done.result;
  const evidenced = report.requirements.flatMap(({ id, status }) => (status === "EVIDENCED" ? [id] : []));
  if (mayChange(ctx, model)) await closeEvidenced(ctx, { modelId, framework, dateRange, evidenced });
  const assignments = await newestAssignments(ctx, { modelId, framework });
  const citedOf = (side: Cited | undefined) => ({
    events: side?.events ?? 0,
    byType: side?.byType ?? {},
    ids: side?.ids ?? [],
    filter: filterOf(side, statistics.byType),
  });
  const { mappingVersion, countedAs, coverage, documents = [] } = report;
  return {
    ...{ modelId, modelName: model.name, framework, mappingVersion, dateRange },
    totalEvents: counts.totalEvents,
    coverage: { countedAs, ...coverage, headline: coverageHeadline(coverage) },
    data: report.requirements.map(({ id, group, title, text, counted, status, reason, document, evidence = [] }) => ({
      ...{ requirement: id, group, title, text, counted, status, reason, document },
      documents: documents.filter(({ requirement }) => requirement === id),
      supporting: citedOf(cited.get(id)?.supporting),
      adverse: citedOf(cited.get(id)?.adverse),
      evidence: evidence.map(({ kind, label, weight, events }) => ({ kind, label, weight, events })),
      assignment: assignments.get(id) ?? null,
    })),
  };
}

/** Evaluates events and documents as a package with all sections would. */
async function evaluate(organisationId: string, { modelId, framework, from, to }: PreviewPackage): Promise<Collected> {
  const period = { from, to };
  const size = await findChainEnd(organisationId);
  const { tally } = await locateModelPeriod(organisationId, modelId, period, { size, outsideMax: () => 0 });
  if (tally.events > controlEventsMax) {
    const message = `must be later: the period contains ${tally.events} events, but at most ${controlEventsMax} events can be evaluated. For longer periods, generate a package`;
    throw validationFailed([{ path: "from", message }]);
  }
  const documents = await suppliedDocuments(organisationId, framework, modelId);
  return readFromReplica(async () => {
    const collector = new EvidenceCollector({
      ...{ framework: frameworkOf(framework), sections: sectionIds(framework), period, documents },
      includeHumanOversight: true,
    });
    if (tally.first === null || tally.last === null) return collector.finish();
    const range = { from: tally.first, to: tally.last, period };
    for await (const page of readModelEvents(organisationId, modelId, range)) {
      for (const [i, stored] of page.entries()) {
        if (i % eventsAtOnce === 0) await setImmediate();
        takeEvent(stored, collector);
      }
    }
    return collector.finish();
  });
}

/** The filter of the audit trail that matches these events and no others of the period, if there is one. */
function filterOf(side: Cited | undefined, inPeriod: Readonly<Record<string, number>>): ControlEvents["filter"] {
  const types = Object.entries(side?.byType ?? {});
  const isWhole = types.length > 0 && types.every(([type, events]) => events === inPeriod[type]);
  if (!isWhole) return null;
  if (types.length === 1) return { eventType: types[0]?.[0] as EventType };
  const all = Object.values(inPeriod).reduce((sum, events) => sum + events, 0);
  return side?.events === all ? { eventType: null } : null;
}
