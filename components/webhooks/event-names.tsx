import { Hint } from "@/components/values/hint";
import styles from "./webhooks.module.css";

const shown = 2;

/** The first types of event that an endpoint listens to, and how many more; all of them on hover and focus. */
export function EventNames({ events }: { events: readonly string[] }) {
  const rest = events.length - shown;
  return (
    <span className={styles.events}>
      {events.slice(0, shown).map((type) => (
        <code key={type}>{type}</code>
      ))}
      {rest > 0 && (
        <Hint text={events.join(", ")}>
          <span className={styles.quiet}>+{rest}</span>
        </Hint>
      )}
    </span>
  );
}
