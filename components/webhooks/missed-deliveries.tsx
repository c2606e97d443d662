"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { WebhookEndpoint } from "@/lib/webhooks/schemas";
import styles from "./webhooks.module.css";

const RecoverDialog = dynamic(() => import("./recover-dialog").then((file) => file.RecoverDialog));

/** The way to what failed while a receiver was down. */
export function MissedDeliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [isRecovering, setRecovering] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="missed-deliveries">
      <div className={styles.heading}>
        <h2 id="missed-deliveries">Missed deliveries</h2>
        <Button variant="default" size="xs" disabled={!endpoint.active} onClick={() => setRecovering(true)}>
          Recover
        </Button>
      </div>
      <p className={styles.quiet}>
        Sends what failed in a period again. What happened while the endpoint was disabled was not kept for it.
      </p>
      {isRecovering && <RecoverDialog endpoint={endpoint} onClose={() => setRecovering(false)} />}
    </section>
  );
}
