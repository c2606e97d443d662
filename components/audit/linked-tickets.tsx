import { Time } from "@/components/values/time";
import type { AuditEventDetail } from "@/lib/audit-chain/schemas";
import { wordsOf } from "@/lib/client/format";
import styles from "./audit.module.css";

/** The tickets whose text names an event. Nothing where there is none. */
export function LinkedTickets({ tickets }: { tickets: AuditEventDetail["linkedTickets"] }) {
  if (tickets.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="linked-tickets">
      <h2 id="linked-tickets">Linked tickets, which no hash covers</h2>
      <ul className={styles.findings}>
        {tickets.map(({ system, key, url, title, status, linkedAt }) => (
          <li key={`${system} ${key}`}>
            {url === "" ? (
              <strong>{key}</strong>
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                {key}
              </a>
            )}
            <span className={styles.ticketTitle}>{title}</span>
            <span className={styles.quiet}>
              {[wordsOf(system), status].filter((word) => word !== "").join(", ")}, linked{" "}
              <Time value={linkedAt} format="relative" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
