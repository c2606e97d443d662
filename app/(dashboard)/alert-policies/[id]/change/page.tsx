import { recordRoute } from "@/app/(dashboard)/routes";
import { ChangePolicy } from "@/components/features/alert-policies/policy-editor";
import { keys } from "@/components/ui/api/keys";
import { getPolicy, versionOf } from "@/lib/domains/alert-policies";

export default recordRoute({
  permission: "alerts:configure",
  view: ChangePolicy,
  key: keys.alertPolicies.one,
  read: getPolicy,
  version: versionOf,
});
