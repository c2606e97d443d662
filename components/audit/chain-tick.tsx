import { IconLink, IconLinkOff } from "@tabler/icons-react";
import styles from "./audit.module.css";

/** Whether an event's hashes, computed anew from what is stored, are the recorded ones. */
export function ChainTick({ verified }: { verified: boolean }) {
  const Icon = verified ? IconLink : IconLinkOff;
  return (
    <span className={styles.tick} data-broken={!verified || undefined}>
      <Icon size={15} aria-hidden="true" />
      <span className={verified ? styles.hidden : undefined}>{verified ? "Intact" : "Changed"}</span>
    </span>
  );
}
