"use client";

import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "@/components/app/link";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import { Severity } from "@/components/values/severity";
import { StatusBadge } from "@/components/values/status-badge";
import type { ShadowAiDetectionDetail } from "@/lib/shadow-ai/schemas";
import styles from "./preview.module.css";
import { PreviewFactors } from "./preview-factors";
import { PreviewFacts } from "./preview-facts";
import { usePreview } from "./use-preview";

interface PreviewPanelProps {
  id: string;
  onClose: () => void;
  /** What can be done with it. */
  actions: (detection: ShadowAiDetectionDetail) => ReactNode;
}

/** A detection beside the list: why it was flagged, what is known, and what to do. All else is on its page. */
export function PreviewPanel({ id, onClose, actions }: PreviewPanelProps) {
  const { data: read, error, refetch } = usePreview(id);
  const data = read?.data;
  return (
    <aside className={styles.preview} aria-label="Preview" tabIndex={-1} data-preview>
      <div className={styles.top}>
        <div>
          <h2 className={styles.title}>{data ? data.details.endpoint : "Detection"}</h2>
          {data && <p className={styles.provider}>{data.details.aiProvider}</p>}
        </div>
        <ActionIcon aria-label="Close preview" title="Close preview (Esc)" onClick={onClose}>
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons.Rows label="detection" />}
      {data && (
        <>
          <div className={styles.marks}>
            <Severity value={data.severity} />
            <StatusBadge kind="detection" value={data.status} />
            {data.resolution && <StatusBadge kind="resolution" value={data.resolution} />}
          </div>
          {actions(data)}
          <PreviewFactors detection={data} />
          <PreviewFacts detection={data} />
          <Link href={`/shadow-ai/${id}`}>Open the whole page</Link>
        </>
      )}
    </aside>
  );
}
