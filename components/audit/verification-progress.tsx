import { Progress } from "@mantine/core";
import { countText } from "@/lib/client/format";
import styles from "./audit.module.css";

interface VerificationProgressProps {
  progress: { eventsVerified: number; eventsTotal: number };
}

/** How far a long verification is. */
export function VerificationProgress({ progress: { eventsVerified, eventsTotal } }: VerificationProgressProps) {
  const percent = eventsTotal === 0 ? 0 : Math.round((eventsVerified / eventsTotal) * 100);
  return (
    <section className={styles.section} aria-labelledby="progress">
      <h2 id="progress">
        Verifying: {countText(eventsVerified)} of {countText(eventsTotal)} events
      </h2>
      <Progress value={percent} aria-label={`${percent} % verified`} />
      <p className={styles.result}>You may leave this page; it goes on.</p>
    </section>
  );
}
