"use client";

import { IconAlertTriangle } from "@tabler/icons-react";
import { StatePage } from "@/components/ui/page/state-page";
import styles from "@/components/ui/page/state-page.module.css";

interface ErrorPageProps {
  error: unknown;
  retry: () => void;
}

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : undefined;
  return (
    <StatePage
      title="Something went wrong"
      icon={IconAlertTriangle}
      text="This page could not be loaded. No data was changed. Try again, and contact support if the problem persists."
      note={digest && `Reference: ${digest}`}
    >
      {/* Every page loads this component, so it uses no library components. */}
      <p className={styles.actions}>
        <button type="button" className={styles.button} onClick={retry}>
          Try again
        </button>
        {/* A link reloads the document, which may be the cause of the error. */}
        <a href="/">Go to the overview</a>
      </p>
    </StatePage>
  );
}
