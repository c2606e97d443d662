"use client";

import { useReachable } from "@/components/ui/api/connection";
import styles from "./banners.module.css";

/** Says that the service cannot be reached, for as long as no call gets an answer. */
export function OfflineBanner() {
  const reachable = useReachable();
  return (
    <div role="status">
      {!reachable && (
        <p className={styles.offline}>
          The service can't be reached. This page may be out of date. Reconnecting automatically…
        </p>
      )}
    </div>
  );
}
