import detail from "@/components/ui/detail/detail.module.css";
import { Time } from "@/components/ui/values/time";
import { describeChange } from "@/lib/domains/credentials/enums";
import type { CredentialChange } from "@/lib/domains/credentials/schemas";

/** Recent credential changes of the possible approvers, or of the member who decided the request. */
export function ApproverChanges({
  changes,
  isDecided = false,
}: {
  changes: readonly CredentialChange[];
  isDecided?: boolean;
}) {
  if (changes.length === 0) return isDecided ? "None in the 30 days before the decision" : "None in the last 30 days";
  return (
    <ul className={detail.list}>
      {changes.map((change) => (
        <li key={change.id}>
          {change.account}: {describeChange(change)}, <Time value={change.occurredAt} format="relative" />
        </li>
      ))}
    </ul>
  );
}
