import { type Clock, systemClock } from "@/lib/clock";
import { inTransaction, type Transaction } from "@/lib/db";
import { log } from "@/lib/log";
import { findOrganisation } from "@/lib/organisations";
import { workshop } from "@/lib/reports/generation/workshop";
import type { WrittenReport } from "@/lib/reports/generation/write-report";
import { mailRecipients } from "@/lib/reports/mail-recipients";
import { recordReportChange } from "@/lib/reports/record-change";
import { changeReport, lockGenerating, noteProgress, type ReportKey, type StoredReport } from "@/lib/reports/store";
import { GenerationFailed } from "@/lib/workshop/generation-failed";

/** How a try left its report. `waiting`: it is to be tried again in a while. */
export type MakingState = "ended" | "waiting";

interface MakingOptions {
  clock?: Clock;
  /** Has the file written; by the workshop where it is absent. `busy` where there is no place for it now. */
  write?: (key: ReportKey, onProgress: (fraction: number) => void) => Promise<WrittenReport | undefined | "busy">;
}

/** Progress that is noted at most so often: it is also the sign of life. */
const noteEveryMs = 2_000;

/** Makes a report that was asked for. Ends it as FAILED where it cannot be made; throws what is worth another try. */
export async function makeReport(
  key: ReportKey,
  { clock = systemClock, write = inWorkshop }: MakingOptions = {},
): Promise<{ state: MakingState }> {
  if (!(await noteProgress(key, 1))) return { state: "ended" };
  let notedMs = 0;
  const onProgress = (fraction: number) => {
    if (systemClock.now() - notedMs < noteEveryMs) return;
    notedMs = systemClock.now();
    noteProgress(key, fraction * 95).catch(() => undefined);
  };
  try {
    const written = await write(key, onProgress);
    if (written === "busy") return { state: "waiting" };
    if (written) await publish(key, written, clock);
  } catch (error) {
    if (!(error instanceof GenerationFailed)) throw error;
    await failReport(key, error.reason, clock);
  }
  return { state: "ended" };
}

const inWorkshop: NonNullable<MakingOptions["write"]> = async (key, onProgress) => {
  // A workshop without a place and a report that is not to be made both answer nothing; the row tells them apart.
  const written = await workshop().run(key, onProgress);
  if (written) return written;
  return (await noteProgress(key, 1)) ? "busy" : undefined;
};

/** Ends a report well. One that is not being made stays as it is, so that a repeat does nothing. */
async function publish(key: ReportKey, written: WrittenReport, clock: Clock): Promise<void> {
  await end(key, clock, async (tx, ctx) => {
    const { fileHash, sizeBytes, pages, storageKey } = written;
    const ready = await changeReport(tx, key, {
      ...{ status: "READY", progressPercent: 100, fileHash, pages, storageKey },
      sizeBytes: BigInt(sizeBytes),
      generatedAt: new Date(written.generatedAt),
    });
    await mailRecipients(ctx, tx, ready);
    await recordReportChange(ctx, tx, { kind: "REPORT_READY", stored: ready, more: { fileHash, sizeBytes } });
  });
}

/**
 * Ends a report that cannot be made: it is FAILED for a reason, a sentence that whoever asked for it may read. One that is not
 * being made stays as it is.
 */
export async function failReport(key: ReportKey, reason: string, clock: Clock): Promise<void> {
  await end(key, clock, async (tx, ctx) => {
    const failed = await changeReport(tx, key, { status: "FAILED", failureReason: reason });
    await mailRecipients(ctx, tx, failed);
    await recordReportChange(ctx, tx, { kind: "REPORT_FAILED", stored: failed, more: { reason } });
  });
  log().warn({ reportId: key.reportId }, "a report could not be made");
}

type Maker = Parameters<typeof recordReportChange>[0];

async function end(
  key: ReportKey,
  clock: Clock,
  work: (tx: Transaction, ctx: Maker, stored: StoredReport) => Promise<void>,
): Promise<void> {
  const organisation = await findOrganisation(key.organisationId);
  if (!organisation) return;
  const ctx = { organisation, actor: { kind: "system" as const, id: "reports" }, clock };
  await inTransaction(undefined, async (tx) => {
    const stored = await lockGenerating(tx, key);
    if (stored) await work(tx, ctx, stored);
  });
}
