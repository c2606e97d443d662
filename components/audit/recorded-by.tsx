"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Link } from "@/components/app/link";
import type { AuditEventDetail } from "@/lib/audit-chain/schemas";
import { countText } from "@/lib/client/format";
import { actorName } from "./actor-name";

/** Who did something, as the event on the chain says that records it, with the way there. */
export function RecordedBy({ eventId }: { eventId: string }) {
  const { data } = useQuery({
    queryKey: keys.audit.one(eventId),
    queryFn: ({ signal }) => api.get<AuditEventDetail>(`/v1/audit/${eventId}`, undefined, { signal }),
  });
  return (
    <>
      {data && <>{actorName(data)}, </>}
      <Link href={`/audit/${eventId}`}>{data ? `event #${countText(data.chainPosition)}` : eventId}</Link>
    </>
  );
}
