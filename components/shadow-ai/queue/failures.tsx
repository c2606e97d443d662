"use client";

import { Button } from "@mantine/core";
import { countText } from "@/lib/client/format";
import styles from "./queue.module.css";

export interface Failure {
  id: string;
  host: string;
  reason: string;
}

interface FailuresProps {
  failures: readonly Failure[];
  onClose: () => void;
}

/** What was not changed of many, and why. Those rows stay selected. */
export function Failures({ failures, onClose }: FailuresProps) {
  if (failures.length === 0) return null;
  const one = failures.length === 1;
  return (
    <div className={styles.failures} role="alert">
      <p>
        <strong>{`${countText(failures.length)} ${one ? "detection was" : "detections were"} not changed.`}</strong>{" "}
        {one ? "It is still selected." : "They are still selected."}
      </p>
      <ul>
        {failures.map(({ id, host, reason }) => (
          <li key={id}>
            {host}: {reason}
          </li>
        ))}
      </ul>
      <span>
        <Button variant="default" size="xs" onClick={onClose}>
          Close
        </Button>
      </span>
    </div>
  );
}
