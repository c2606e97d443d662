"use client";

import { reachable } from "@/components/ui/api/connection";
import { useStore } from "@/lib/platform/client/observable";
import styles from "./banners.module.css";

/** Shown while the service is unreachable. */
export function OfflineBanner() {
  return (
    <div role="status">
      {!useStore(reachable, true) && (
        <p className={styles.offline}>
          The service can't be reached. This page may be out of date. Reconnecting automatically…
        </p>
      )}
    </div>
  );
}
