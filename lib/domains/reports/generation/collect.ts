import {
  findChainEnd,
  findFirstEventTime,
  getCheckpoint,
  readChainPeriod,
  readEventsOfType,
  readPeriodEvents,
  recordFindings,
  verifyStoredChain,
} from "@/lib/domains/audit-chain";
import { listHoldsDuring } from "@/lib/domains/legal-holds";
import { findModelNames } from "@/lib/domains/models";
import { findOrganisation } from "@/lib/domains/organisations";
import { type ReportKind, reportTitles } from "@/lib/domains/reports/enums";
import { AuditActivityCollector } from "@/lib/domains/reports/kinds/audit-activity";
import { collectChainIntegrity } from "@/lib/domains/reports/kinds/chain-integrity";
import { type Contents, describeData } from "@/lib/domains/reports/kinds/document";
import { ShadowAiCollector } from "@/lib/domains/reports/kinds/shadow-ai";
import type { ReportDocument } from "@/lib/domains/reports/schemas";
import type { StoredReport } from "@/lib/domains/reports/store";
import { readReportedDetections, readReportedSlaDays } from "@/lib/domains/shadow-ai";
import { type Clock, isoMilliseconds } from "@/lib/platform/core/clock";
import { ServiceError } from "@/lib/platform/core/errors";
import { readFromReplica } from "@/lib/platform/database/replica";
import { GenerationFailed } from "@/lib/platform/documents/worker-process";

interface Input {
  organisationId: string;
  period: ReportDocument["period"];
  /** Number of the chain's events that are read. Later events are ignored. */
  size: number;
  /** Data received up to this time is included. */
  untilMs: number;
  clock: Clock;
  /** Called from time to time as a heartbeat. The total is not known in advance. */
  onProgress(): void;
}

/** Creates the canonical document of a report from the stored data. Throws `GenerationFailed` if it cannot be created. */
export async function collect(stored: StoredReport, clock: Clock, onProgress: () => void): Promise<ReportDocument> {
  const { organisationId } = stored;
  const kind = stored.kind as ReportKind;
  const organisation = await findOrganisation(organisationId);
  if (!organisation) throw new GenerationFailed("The organisation that owns the report no longer exists.");
  const period = { from: stored.dateFrom.toISOString(), to: stored.dateTo.toISOString() };
  const untilMs = clock.now();
  const chain = await chainState(organisation, clock);
  const input = { organisationId, period, size: chain.length, untilMs, clock, onProgress };
  const { isEmpty, verification, ...contents } = await collectors[kind](input);
  const firstRecordAt = await findFirstEventTime(organisationId, chain.length);
  const until = isoMilliseconds(untilMs);
  return {
    version: 1,
    id: stored.id,
    kind,
    title: reportTitles[kind],
    organisation: { id: organisation.id, name: organisation.name },
    period,
    generatedAt: isoMilliseconds(clock.now()),
    chain,
    data: describeData(period, { until, firstRecordAt, verification, isEmpty }),
    signature: null,
    ...contents,
  };
}

/** A checkpoint of the whole chain, or the reason why it is missing: a damaged chain still gets a report. */
async function chainState(
  organisation: Parameters<typeof getCheckpoint>[0]["organisation"],
  clock: Clock,
): Promise<ReportDocument["chain"]> {
  try {
    const checkpoint = await getCheckpoint({ organisation, clock });
    return { length: checkpoint.size, headHash: checkpoint.headHash, checkpoint, withoutCheckpoint: null };
  } catch (error) {
    if (!(error instanceof ServiceError) || !["not_found", "conflict"].includes(error.code)) throw error;
    const length = await findChainEnd(organisation.id);
    return { length, headHash: null, checkpoint: null, withoutCheckpoint: error.message };
  }
}

function reads(collector: (input: Input) => Promise<Contents>) {
  return (input: Input) => readFromReplica(() => collector(input));
}

/** Reads the contents of a report by its kind. */
export const collectors: Record<ReportKind, (input: Input) => Promise<Contents>> = {
  "audit-activity": reads(async ({ organisationId, period, size, onProgress }) => {
    const collector = new AuditActivityCollector(period, await findModelNames(organisationId));
    for await (const page of readPeriodEvents(organisationId, period, size)) {
      for (const event of page) collector.take(event);
      onProgress();
    }
    return collector.finish();
  }),

  "shadow-ai": reads(async ({ organisationId, period, size, untilMs, onProgress }) => {
    const collector = new ShadowAiCollector(period, await readReportedSlaDays(organisationId), untilMs);
    for (const eventType of ["HUMAN_REVIEW", "SHADOW_AI_DETECTED"] as const) {
      for await (const page of readEventsOfType(organisationId, eventType, size)) {
        for (const event of page) collector.takeEvent(event);
        onProgress();
      }
    }
    for await (const page of readReportedDetections(organisationId, period.to)) {
      for (const detection of page) collector.takeDetection(detection);
      onProgress();
    }
    return collector.finish();
  }),

  "chain-integrity": async ({ organisationId, period, size, clock, onProgress }) => {
    const fresh = await verifyStoredChain({ organisationId }, { onProgress, withSchema: true });
    await recordFindings(fresh, isoMilliseconds(clock.now()));
    const [chain, holds] = await Promise.all([
      readChainPeriod(organisationId, period, size),
      listHoldsDuring(organisationId, period),
    ]);
    return collectChainIntegrity(period, { chain, size, fresh, holds });
  },
};
