import { recordRoute } from "@/app/(dashboard)/routes";
import { StreamDetail } from "@/components/features/audit-streams/stream-detail";
import { keys } from "@/components/ui/api/keys";
import { getStream, listBatches, versionOf } from "@/lib/domains/audit-streams";

export default recordRoute({
  permission: "webhooks:read",
  view: StreamDetail,
  key: keys.streams.one,
  read: getStream,
  version: versionOf,
  also: (ctx, id) => [[keys.streams.batches(id), () => listBatches(ctx, id)]],
});
