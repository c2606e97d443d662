import { Time } from "@/components/values/time";
import type { CredentialChange } from "@/lib/credentials/schemas";
import { describeChange } from "@/lib/credentials/vocabulary";
import styles from "./exceptions.module.css";

/** Recent changes of credentials of those who may decide a request, or of the member who decided it. */
export function ApproverChanges({ changes }: { changes: readonly CredentialChange[] }) {
  if (changes.length === 0) return "None in the last 30 days";
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
