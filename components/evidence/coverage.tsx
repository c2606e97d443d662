import { StatusBadge } from "@/components/values/status-badge";
import { countedText } from "@/lib/client/format";
import type { EvidencePackage } from "@/lib/evidence/schemas";
import { coverageStatuses } from "@/lib/evidence/vocabulary";
import styles from "./evidence.module.css";

/** What events show of the framework's requirements. The matrix requirement by requirement is in the package. */
export function Coverage({ item: { coverage, summary } }: { item: EvidencePackage }) {
  if (!coverage || !summary) return null;
  const { byStatus, total, countedAs } = coverage;
  const covered = byStatus.EVIDENCED + byStatus.PARTIAL;
  return (
    <section className={styles.section} aria-labelledby="coverage">
      <h2 id="coverage">
        Coverage{" "}
        <span>
          {covered} of {total} {countedAs}
        </span>
      </h2>
      <div className={styles.stack} aria-hidden="true">
        {coverageStatuses.map((status) => (
          <span key={status} data-status={status} style={{ flexGrow: byStatus[status] }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {coverageStatuses.map((status) => (
          <li key={status}>
            <StatusBadge kind="coverage" value={status} /> <strong>{byStatus[status]}</strong>
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>
        From {countedText(summary.totalEvents, "event")}: {countedText(summary.inferences, "inference")},{" "}
        {countedText(summary.humanReviews, "human review")}, {countedText(summary.deployments, "deployment")},{" "}
        {countedText(summary.configChanges, "change of configuration", "changes of configuration")},{" "}
        {countedText(summary.alerts, "alert")}.
      </p>
    </section>
  );
}
