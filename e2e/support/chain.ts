import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type { Pagination } from "@/lib/platform/http/schemas";
import type { Answer, Api } from "./api";

interface Page {
  data: AuditEvent[];
  pagination: Pagination;
}

/** The whole chain as the API lists it, oldest event first. */
export async function readChain(api: Api): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  let cursor: string | undefined;
  do {
    const place: string = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Answer<Page> = await api.get<Page>(`/v1/audit?limit=100${place}`);
    if (page.status !== 200) throw new Error(`the list was answered ${page.status}: ${JSON.stringify(page.body)}`);
    events.push(...page.body.data);
    cursor = page.body.pagination.nextCursor;
  } while (cursor !== undefined);
  return events.reverse();
}
