"use client";

import { ActionIcon, Group, Text, Title } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { ErrorState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { KeyValue } from "@/components/ui/values/key-value";
import { Severity } from "@/components/ui/values/severity";
import { StatusBadge } from "@/components/ui/values/status-badge";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { factRows } from "../detail/detection-facts";
import { RiskFactors } from "../detail/risk-factors";
import { TrafficChart } from "../detail/traffic-chart";
import { SeverityReason } from "../detection-values";
import { common } from "../texts/common";
import { previewPanel as texts } from "../texts/queue";
import { useDetection } from "../triage/use-triage";
import styles from "./queue.module.css";

interface PreviewPanelProps {
  id: string;
  onClose: () => void;
  actions: (detection: ShadowAiDetectionDetail) => ReactNode;
}

/** A summary of the open detection beside the list. */
export function PreviewPanel({ id, onClose, actions }: PreviewPanelProps) {
  const { data: read, error, refetch } = useDetection(id);
  const data = read?.data;
  return (
    <aside className={styles.preview} aria-label={common.preview} tabIndex={-1} data-preview>
      <Group justify="space-between" align="start" wrap="nowrap" gap="xs">
        <div>
          <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>
            {data ? data.details.endpoint : common.detection}
          </Title>
          {data && <Text c="dimmed">{data.details.aiProvider}</Text>}
        </div>
        <ActionIcon {...texts.close} onClick={onClose}>
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </Group>
      {!data && error && <ErrorState label={texts.detection} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons.Rows label={texts.detection} />}
      {data && (
        <>
          <Group gap="xs">
            <Severity value={data.severity} />
            <StatusBadge kind="detection" value={data.status} />
            {data.resolution && <StatusBadge kind="resolution" value={data.resolution} />}
          </Group>
          <SeverityReason detection={data} />
          {actions(data)}
          <PreviewSection title={texts.whyFlagged(data.riskScore)}>
            <RiskFactors detection={data} max={5} />
          </PreviewSection>
          <TrafficChart detection={data} />
          <PreviewSection title={texts.keyDetails}>
            <KeyValue
              rows={[
                ...factRows(data),
                ...(data.notes === null
                  ? []
                  : [
                      [
                        common.notes,
                        <Text key="notes" style={{ whiteSpace: "pre-wrap" }}>
                          {data.notes}
                        </Text>,
                      ] as const,
                    ]),
              ]}
            />
          </PreviewSection>
          <Link href={`/shadow-ai/${id}`}>{texts.viewFullDetails}</Link>
        </>
      )}
    </aside>
  );
}

function PreviewSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Text component="h3" size="xs" c="dimmed" fw={600} m={0}>
        {title}
      </Text>
      {children}
    </section>
  );
}
