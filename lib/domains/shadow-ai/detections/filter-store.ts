import { allowanceMs, type Deadlines, endingMs, weekMs } from "@/lib/domains/shadow-ai/detections/deadlines";
import { type DuePeriod, type Severity, type SnoozeFilter, severities } from "@/lib/domains/shadow-ai/enums";
import type { DetectionFilter } from "@/lib/domains/shadow-ai/schemas";
import { Prisma } from "@/lib/generated/prisma/client";
import { literal } from "@/lib/platform/resource/list-page";

/** A search among an organisation's detections. `deadlines` is required for filters that depend on the time. */
export interface Sought {
  organisationId: string;
  filter: DetectionFilter;
  /** Detections whose snooze ends later are snoozed. */
  nowMs: number;
  deadlines?: Deadlines | undefined;
}

/** Start of the waiting time; an index has this expression. */
export const waitingSince = Prisma.sql`coalesce(reopened_at, detected_at)`;

export const undecided = Prisma.sql`status IN ('OPEN', 'INVESTIGATING')`;

/** The SQL conditions of a filter. */
export function conditionsOf({ organisationId, filter, nowMs, deadlines }: Sought): Prisma.Sql[] {
  const { status, severity, resolution, from, to, assignedTo, provider, department, category, source, q } = filter;
  const { factor, modelId, due, exceptionEnds, minConfidence, minCostUSD, snoozed } = filter;
  const conditions = [Prisma.sql`organisation_id = ${organisationId}`];
  if (status !== undefined) conditions.push(Prisma.sql`status = ${status}`);
  if (severity !== undefined) conditions.push(Prisma.sql`severity = ${severity}`);
  if (resolution !== undefined) conditions.push(Prisma.sql`status = 'RESOLVED' AND resolution = ${resolution}`);
  if (provider !== undefined) conditions.push(Prisma.sql`provider = ${provider}`);
  if (department !== undefined) conditions.push(Prisma.sql`department = ${department}`);
  if (category !== undefined) conditions.push(Prisma.sql`category = ${category}`);
  if (modelId !== undefined) conditions.push(Prisma.sql`status = 'RESOLVED' AND resolved_model_id = ${modelId}`);
  if (from !== undefined) conditions.push(Prisma.sql`detected_at >= ${new Date(from)}`);
  if (to !== undefined) conditions.push(Prisma.sql`detected_at <= ${new Date(to)}`);
  if (assignedTo === "none") conditions.push(Prisma.sql`assigned_to IS NULL`);
  else if (assignedTo !== undefined) conditions.push(Prisma.sql`assigned_to = ${assignedTo}`);
  if (source !== undefined) conditions.push(Prisma.sql`source = ${source}`);
  // Single precision: 0.95 is stored as slightly less.
  if (minConfidence !== undefined) conditions.push(Prisma.sql`confidence >= ${minConfidence}::real`);
  if (minCostUSD !== undefined) conditions.push(Prisma.sql`cost_cents >= ${toCents(minCostUSD)}::bigint`);
  if (factor !== undefined) conditions.push(Prisma.sql`${factor} = ANY(factor_codes)`);
  if (due !== undefined) conditions.push(dueCondition(due, deadlines));
  if (snoozed !== undefined) conditions.push(snoozeCondition(snoozed, nowMs));
  if (exceptionEnds !== undefined) conditions.push(endingCondition(deadlines));
  if (q !== undefined) {
    const pattern = `%${literal(q)}%`;
    conditions.push(Prisma.sql`(endpoint ILIKE ${pattern} OR provider ILIKE ${pattern})`);
  }
  return conditions;
}

export function all(conditions: Prisma.Sql[]): Prisma.Sql {
  return Prisma.join(conditions, " AND ");
}

function dueCondition(due: DuePeriod, deadlines: Deadlines | undefined): Prisma.Sql {
  if (due === "any") return undecided;
  if (!deadlines) throw new Error("deadlines missing");
  const ofEach = severities.map((severity) => isDue(severity, due, deadlines));
  return Prisma.sql`${undecided} AND (${Prisma.join(ofEach, " OR ")})`;
}

/** Detections of a severity that are overdue, or due within a week. */
export function isDue(severity: Severity, due: "overdue" | "week", { slaDays, nowMs }: Deadlines): Prisma.Sql {
  const overdue = new Date(nowMs - allowanceMs(severity, slaDays));
  if (due === "overdue") return Prisma.sql`(severity = ${severity} AND ${waitingSince} < ${overdue})`;
  const soon = new Date(overdue.getTime() + weekMs);
  return Prisma.sql`(severity = ${severity} AND ${waitingSince} BETWEEN ${overdue} AND ${soon})`;
}

/** A snooze ends exactly at its time, even before the service has recorded its end. */
export function snoozeCondition(snoozed: SnoozeFilter, nowMs: number): Prisma.Sql {
  const now = new Date(nowMs);
  return snoozed === "only"
    ? Prisma.sql`snoozed_until > ${now}`
    : Prisma.sql`(snoozed_until IS NULL OR snoozed_until <= ${now})`;
}

/** Active exceptions that end within 14 days. */
function endingCondition(deadlines: Deadlines | undefined): Prisma.Sql {
  if (!deadlines) throw new Error("deadlines missing");
  const [now, end] = [new Date(deadlines.nowMs), new Date(deadlines.nowMs + endingMs)];
  return Prisma.sql`status = 'RESOLVED' AND exception_expires_at BETWEEN ${now} AND ${end}`;
}

/** Whether a filter needs deadlines. */
export function isAboutTime({ due, exceptionEnds }: DetectionFilter): boolean {
  return due !== undefined || exceptionEnds !== undefined;
}

/** 1.1 × 100 is slightly more than 110. */
function toCents(usd: number): bigint {
  return BigInt(Math.ceil(Number((usd * 100).toFixed(4))));
}
