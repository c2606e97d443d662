import { Time } from "@/components/ui/values/time";
import type { CredentialChange } from "@/lib/domains/credentials/schemas";
import { describeChange } from "@/lib/domains/credentials/vocabulary";
import styles from "../pages.module.css";

/** Recent changes of credentials of those who may decide a request, or of the member who decided it. */
export function ApproverChanges({
  changes,
  isDecided = false,
}: {
  changes: readonly CredentialChange[];
  isDecided?: boolean;
}) {
  if (changes.length === 0) return isDecided ? "None in the 30 days before the decision" : "None in the last 30 days";
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change.id}>
          {change.account}: {describeChange(change)}, <Time value={change.occurredAt} format="relative" />
        </li>
      ))}
    </ul>
  );
}
