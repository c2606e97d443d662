import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { Section } from "@/components/ui/detail/section";
import { terms } from "@/components/ui/terms";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { coverageStatuses } from "@/lib/domains/evidence/enums";
import type { EvidencePackage } from "@/lib/domains/evidence/schemas";
import styles from "./evidence.module.css";

interface CoverageBarProps {
  coverage: NonNullable<EvidencePackage["coverage"]>;
  note: string;
  children?: ReactNode;
}

/** The counted requirements by status, with the headline. */
export function CoverageBar({ coverage: { byStatus, headline, countedAs }, note, children }: CoverageBarProps) {
  const statuses = coverageStatuses.filter((status) => byStatus[status] !== undefined);
  return (
    <Section
      title={terms.coverage}
      action={
        <span>
          {headline} {countedAs}
        </span>
      }
      panel
    >
      <div className={styles.stack} aria-hidden="true">
        {statuses.map((status) => (
          <span key={status} data-status={status} style={{ flexGrow: byStatus[status] }} />
        ))}
      </div>
      <Group component="ul" className="plain-list" gap="4px 20px" mb="xs">
        {statuses.map((status) => (
          <li key={status}>
            <StatusBadge kind="coverage" value={status} /> <strong>{byStatus[status]}</strong>
          </li>
        ))}
      </Group>
      {children}
      <p className="quiet">{note}</p>
    </Section>
  );
}
