import { listRoute } from "@/app/(dashboard)/routes";
import { AuditTrail } from "@/components/features/audit-chain/audit-trail";
import { auditFilters } from "@/components/features/audit-chain/filters";
import { newestModels } from "@/components/features/models/constants";
import { keys } from "@/components/ui/api/keys";
import { listEvents } from "@/lib/domains/audit-chain";
import { ListEventsQuery } from "@/lib/domains/audit-chain/schemas";
import { listModels } from "@/lib/domains/models";

export default listRoute({
  permission: "audit:read",
  view: AuditTrail,
  filters: auditFilters,
  key: keys.audit.list,
  list: listEvents,
  schema: ListEventsQuery,
  also: (ctx) => [[keys.models.list(newestModels), () => listModels(ctx, newestModels)]],
});
