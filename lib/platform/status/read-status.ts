import { hostname } from "node:os";
import { env } from "@/lib/platform/config/env";
import { isoMilliseconds, withIsoDates } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound } from "@/lib/platform/core/errors";
import { may } from "@/lib/platform/core/roles";
import { pool } from "@/lib/platform/database/db";
import { readQueueFigures } from "@/lib/platform/jobs/engine/worker-store";
import { readPendingEffects } from "@/lib/platform/jobs/outbox-store";
import { readMailQueue } from "@/lib/platform/mail";
import { runChecks, type ServiceCheck } from "@/lib/platform/status/checks";
import { findProcesses } from "@/lib/platform/status/store";
import { log } from "@/lib/platform/telemetry/log";

/** Entries of all organisations that wait. */
interface QueueStatus {
  name: string;
  depth: number;
  oldestSeconds: number | null;
  note: string;
}

/** The state of the whole installation. A part is null if it could not be read. */
export interface ServiceStatus {
  checkedAt: string;
  /** The host and process ID of the process that ran the checks. */
  checkedBy: string;
  processes: ReturnType<typeof withIsoDates<Awaited<ReturnType<typeof findProcesses>>[number]>>[] | null;
  queues: QueueStatus[] | null;
  checks: ServiceCheck[];
}

/** Whether the caller is an administrator of OPERATOR_ORGANISATION, who can see data of the whole installation. */
export function isOperator(ctx: Context): boolean {
  return env().OPERATOR_ORGANISATION === ctx.organisation.id && may(ctx, "admin");
}

/** @throws `not_found` unless the caller is the operator. */
export async function readServiceStatus(ctx: Context): Promise<ServiceStatus> {
  if (!isOperator(ctx)) throw notFound("page");
  const [processes, queues, checks] = await Promise.all([
    orNull(async () => (await findProcesses()).map((one) => withIsoDates(one))),
    orNull(readQueues),
    runChecks(),
  ]);
  return {
    checkedAt: isoMilliseconds(ctx.clock.now()),
    checkedBy: `${hostname()}, ${process.pid}`,
    processes,
    queues,
    checks,
  };
}

async function readQueues(): Promise<QueueStatus[]> {
  const [jobs, effects, mails] = await Promise.all([readQueueFigures(pool()), readPendingEffects(), readMailQueue()]);
  const { ready, running, scheduled, waiting, failed, oldestSeconds } = jobs;
  const note = `Running: ${running}. Scheduled: ${scheduled}. Waiting for a concurrency limit: ${waiting}. Failed: ${failed}.`;
  return [
    { name: "Jobs", depth: ready, oldestSeconds: ready === 0 ? null : oldestSeconds, note },
    { name: "Pending effects", ...effects, note: "E-mails, alerts and other effects that are not done" },
    { name: "E-mails", ...mails, note: "" },
  ];
}

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    log().warn({ err: error }, "part of the service status could not be read");
    return null;
  }
}
