import { asQuery } from "@/app/(dashboard)/as-query";
import { recordRoute } from "@/app/(dashboard)/routes";
import { PolicyDetail } from "@/components/features/alert-policies/policy-detail";
import { keys } from "@/components/ui/api/keys";
import { getPolicy, versionOf } from "@/lib/domains/alert-policies";
import { listEvents } from "@/lib/domains/audit-chain";
import { ListEventsQuery } from "@/lib/domains/audit-chain/schemas";

export default recordRoute({
  permission: "audit:read",
  view: PolicyDetail,
  key: keys.alertPolicies.one,
  read: getPolicy,
  version: versionOf,
  also(ctx, id) {
    const recent = { tags: id, limit: 10 };
    return [[keys.audit.list(recent), () => listEvents(ctx, asQuery(ListEventsQuery, recent))]];
  },
});
