import type { Context } from "@/lib/context";
import { paginate, readPlace } from "@/lib/resource/list-page";
import { findApproverChanges } from "@/lib/shadow-ai/exceptions/approver-changes";
import { findRequests } from "@/lib/shadow-ai/exceptions/request-store";
import { toExceptionRequest } from "@/lib/shadow-ai/exceptions/to-exception-request";
import type { ExceptionRequestList, ListExceptions } from "@/lib/shadow-ai/schemas-exceptions";

/** The organisation's requests for exceptions, newest first. Throws `invalid_cursor`. */
export async function listExceptions(ctx: Context, query: ListExceptions): Promise<ExceptionRequestList> {
  const { limit, cursor, ...filter } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["shadow-ai-exceptions", organisationId, filter];
  const place = readPlace(cursor, binding);
  const found = await findRequests(organisationId, filter, { beforeId: place?.before, take: limit + 1 });
  const total = place?.total ?? found.total;
  const { rows, pagination } = paginate(found.requests, { limit, place, total, binding, before: ({ id }) => id });
  const changes = await findApproverChanges(ctx, undefined, rows);
  return { data: rows.map((row) => toExceptionRequest(row, row.about, changes.get(row.id))), pagination };
}
