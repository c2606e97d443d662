import type { FrameworkId } from "@/lib/domains/evidence/enums";
import type { ControlAssignment, Prisma } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import { newestFirst, type Reader, type Slice } from "@/lib/platform/resource/list-page";

export type StoredAssignment = Omit<ControlAssignment, "organisationId">;

const omit = { organisationId: true } as const;

/** Returns null if the control already has an open assignment. */
export async function insertAssignment(
  tx: Transaction,
  assignment: Prisma.ControlAssignmentUncheckedCreateInput,
): Promise<StoredAssignment | null> {
  const [stored] = await tx.controlAssignment.createManyAndReturn({ data: [assignment], skipDuplicates: true, omit });
  return stored ?? null;
}

export async function findAssignment(
  tx: Transaction | undefined,
  organisationId: string,
  id: string,
): Promise<StoredAssignment | null> {
  if (!isId("controlAssignment", id)) return null;
  return (tx ?? prisma()).controlAssignment.findFirst({ where: { organisationId, id }, omit });
}

/** Reads an assignment and locks its row until the transaction ends. */
export async function lockAssignment(
  tx: Transaction,
  organisationId: string,
  id: string,
): Promise<StoredAssignment | null> {
  if (!isId("controlAssignment", id)) return null;
  await tx.$queryRaw`
    SELECT id FROM control_assignments WHERE organisation_id = ${organisationId} AND id = ${id} FOR NO KEY UPDATE`;
  return findAssignment(tx, organisationId, id);
}

export async function changeStored(
  tx: Transaction,
  organisationId: string,
  id: string,
  change: Prisma.ControlAssignmentUpdateInput,
): Promise<StoredAssignment> {
  return tx.controlAssignment.update({ where: { id_organisationId: { organisationId, id } }, data: change, omit });
}

/** The newest assignment of each of a model's controls, open or closed. */
export async function findNewest(
  tx: Transaction | undefined,
  organisationId: string,
  { modelId, framework }: { modelId: string; framework: FrameworkId },
): Promise<StoredAssignment[]> {
  return (tx ?? prisma()).controlAssignment.findMany({
    where: { organisationId, modelId, framework },
    orderBy: [{ requirement: "asc" }, { id: "desc" }],
    distinct: ["requirement"],
    omit,
  });
}

export interface AssignmentFilter {
  modelId?: string | undefined;
  framework?: FrameworkId | undefined;
  assignedTo?: string | undefined;
  closed?: boolean | undefined;
}

export function assignmentsOf(organisationId: string, filter: AssignmentFilter) {
  const { modelId, framework, assignedTo, closed } = filter;
  const where = {
    organisationId,
    ...(modelId !== undefined && { modelId }),
    ...(framework && { framework }),
    ...(assignedTo !== undefined && { assignedTo }),
    ...(closed !== undefined && { closedAt: closed ? { not: null } : null }),
  };
  return {
    rows: (slice: Slice, reader: Reader) => reader.controlAssignment.findMany({ ...newestFirst(slice, where), omit }),
    count: (reader: Reader) => reader.controlAssignment.count({ where }),
  };
}
