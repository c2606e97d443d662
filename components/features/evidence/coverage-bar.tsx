import { Group } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { Section } from "@/components/ui/detail/section";
import { terms } from "@/components/ui/terms";
import { StatusBadge, statusLabel, statusLook, toneStyle } from "@/components/ui/values/status-badge";
import type { CoverageStatus } from "@/lib/domains/evidence/enums";
import type { DocumentCounts, EvidencePackage, PackageControl } from "@/lib/domains/evidence/schemas";
import { coverageDetails, coverageOrder } from "@/lib/domains/evidence/schemas-coverage";
import styles from "./evidence.module.css";
import { coverage as texts } from "./texts/common";

type Coverage = NonNullable<EvidencePackage["coverage"]>;
type ByStatus = Partial<Record<CoverageStatus, number | undefined>>;
type CountedControl = Pick<PackageControl, "counted" | "status">;

interface CoverageBarProps {
  coverage: Coverage;
  /** All requirements; absent for packages of earlier versions. */
  controls: readonly CountedControl[] | null;
  /** The counted controls that need a document. Null for packages of earlier versions. */
  documents: DocumentCounts | null;
  /** The number of events. */
  note: string;
  children?: ReactNode;
}

/** The counted controls by status, as a bar with its legend and the rules. The legend always has those evidenced. */
export function CoverageBar({ coverage, controls, documents, note, children }: CoverageBarProps) {
  const { byStatus, total, countedAs } = coverage;
  const others = controls?.filter(({ counted }) => !counted) ?? [];
  const heading = useId();
  return (
    <Section
      title={terms.coverage}
      action={documents && documents.needed > 0 && <span>{texts.documentsSupplied(documents)}</span>}
      panel
    >
      <Stack byStatus={byStatus} />
      <Group gap="4px 20px" mb="xs">
        <h3 id={heading} className={styles.total}>
          {texts.heading(total, countedAs)}
        </h3>
        <Group component="ul" className="plain-list" gap="4px 20px" aria-labelledby={heading}>
          {coverageOrder
            .filter((status) => status === "EVIDENCED" || byStatus[status])
            .map((status) => (
              <li key={status}>
                <StatusBadge kind="coverage" value={status} /> <strong>{byStatus[status] ?? 0}</strong>
              </li>
            ))}
        </Group>
      </Group>
      {children}
      <ul className="plain-list quiet">
        <li>{note}</li>
        {others.length > 0 && <li>{texts.notCounted(texts.others(others.length, countedAs), statusCounts(others))}</li>}
        {byStatus.ADVERSE !== undefined && <li>{texts.adverse}</li>}
      </ul>
      <details className={styles.collapsed}>
        <summary>{texts.howCounted}</summary>
        <ul className="plain-list quiet">
          {texts.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </details>
    </Section>
  );
}

interface CoverageSummaryProps {
  coverage: { total: number; byStatus: ByStatus } | null | undefined;
  documents: DocumentCounts | null | undefined;
}

/** Coverage in a list or table: the bar, its legend, and the supplied documents. */
export function CoverageSummary({ coverage, documents }: CoverageSummaryProps) {
  if (!coverage) return null;
  const { byStatus, total } = coverage;
  return (
    <div className={styles.coverage}>
      <Stack byStatus={byStatus} />
      <span>{texts.evidenced(byStatus.EVIDENCED ?? 0, total)}</span>
      <small className={styles.legend}>
        {present({ ...byStatus, EVIDENCED: 0 }).map((status) => (
          <span key={status}>
            <Part status={status} />
            {texts.withStatus(byStatus[status] ?? 0, statusLabel("coverage", status))}
          </span>
        ))}
      </small>
      {documents && documents.needed > 0 && <small>{texts.documentsSupplied(documents)}</small>}
    </div>
  );
}

/** `10 to supply as documents, 17 without events`. */
export function statusCounts(controls: readonly CountedControl[]): string {
  const byStatus: ByStatus = {};
  for (const { status } of controls) byStatus[status] = (byStatus[status] ?? 0) + 1;
  return coverageDetails({ byStatus });
}

function Stack({ byStatus }: { byStatus: ByStatus }) {
  return (
    <div className={styles.stack} aria-hidden="true">
      {present(byStatus).map((status) => (
        <Part key={status} status={status} size={byStatus[status]} />
      ))}
    </div>
  );
}

/** A status as its colour or pattern, in the bar or its legend. */
function Part({ status, size }: { status: CoverageStatus; size?: number | undefined }) {
  return (
    <i
      className={styles.part}
      data-status={status}
      aria-hidden="true"
      style={{ ...toneStyle(statusLook("coverage", status).tone), flexGrow: size }}
    />
  );
}

function present(byStatus: ByStatus) {
  return coverageOrder.filter((status) => byStatus[status]);
}
