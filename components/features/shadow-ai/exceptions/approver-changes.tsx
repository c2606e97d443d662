import { Time } from "@/components/ui/values/time";
import { describeChange } from "@/lib/domains/credentials/enums";
import type { ExceptionRequest } from "@/lib/domains/shadow-ai/schemas-triage";
import { approverChanges as texts } from "../texts/exceptions";

/** Recent credential changes of the possible approvers, or of the member who decided the request. */
export function ApproverChanges({ approverChanges: changes, status }: ExceptionRequest) {
  if (changes.length === 0) return status === "PENDING" ? texts.noneInLast30Days : texts.noneBeforeDecision;
  return (
    <ul className="plain-list">
      {changes.map((change) => (
        <li key={change.id}>
          {change.account}: {describeChange(change)}, <Time value={change.occurredAt} format="relative" />
        </li>
      ))}
    </ul>
  );
}
