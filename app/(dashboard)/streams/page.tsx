import { listRoute } from "@/app/(dashboard)/routes";
import { StreamList } from "@/components/features/audit-streams/stream-list";
import { keys } from "@/components/ui/api/keys";
import { listStreams } from "@/lib/domains/audit-streams";
import { ListAuditStreams } from "@/lib/domains/audit-streams/schemas";

export default listRoute({
  permission: "webhooks:read",
  view: StreamList,
  key: keys.streams.list,
  list: listStreams,
  schema: ListAuditStreams,
});
