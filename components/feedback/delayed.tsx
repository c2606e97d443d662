import type { ReactNode } from "react";
import styles from "./delayed.module.css";

interface DelayedProps {
  ms?: number;
  children: ReactNode;
}

/** Shows its children after a moment, so that what is there at once does not flicker. */
export function Delayed({ ms = 300, children }: DelayedProps) {
  return (
    <div className={styles.delayed} style={{ animationDelay: `${ms}ms` }}>
      {children}
    </div>
  );
}
