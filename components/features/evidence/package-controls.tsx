import { useShortened } from "@/components/ui/data-table/shortened";
import detail from "@/components/ui/detail/detail.module.css";
import { Section } from "@/components/ui/detail/section";
import { Link } from "@/components/ui/page/link";
import { terms } from "@/components/ui/terms";
import { StatusBadge } from "@/components/ui/values/status-badge";
import type { EvidencePackage, PackageControl } from "@/lib/domains/evidence/schemas";
import { lacksPackageDocument } from "@/lib/domains/evidence/schemas-coverage";
import { controlsHref } from "./controls/controls";
import { statusCounts } from "./coverage-bar";
import styles from "./evidence.module.css";
import { coverage } from "./texts/common";
import { evidenceDetail as texts } from "./texts/packages";

const shownFirst = 10;

/** The controls as the package states them. Packages of earlier versions only have their numbers. */
export function Controls({ item }: { item: EvidencePackage }) {
  const [counted = [], others = []] = [true, false].map((isCounted) =>
    item.controls?.filter((one) => one.counted === isCounted),
  );
  const { shown, toggle } = useShortened([...counted, ...others], shownFirst);
  const countedAs = item.coverage?.countedAs ?? "";
  if (item.status === "GENERATING" || item.status === "FAILED") return null;
  return (
    <Section title={texts.controls} action={<Link href={controlsHref(item)}>{texts.currentControls}</Link>} panel>
      {item.controls && (
        <table className={`${detail.table} ${styles.table}`} aria-label={texts.controlsOfPackage}>
          <thead>
            <tr>
              <th scope="col">{texts.control}</th>
              <th scope="col">{terms.status}</th>
              <th scope="col">{texts.basis}</th>
            </tr>
          </thead>
          <ControlGroup
            title={texts.counted}
            total={coverage.total(counted.length, countedAs)}
            controls={counted}
            all={item.controls}
            shown={shown}
          />
          <ControlGroup
            title={texts.notCounted}
            total={coverage.others(others.length, countedAs)}
            controls={others}
            all={item.controls}
            shown={shown}
          />
        </table>
      )}
      {toggle}
    </Section>
  );
}

interface ControlGroupProps {
  title: string;
  /** The number of controls. */
  total: string;
  controls: readonly PackageControl[];
  /** With the sub-points of the controls. */
  all: readonly PackageControl[];
  shown: readonly PackageControl[];
}

/** The controls that are counted, or the others, with their numbers by status. */
function ControlGroup({ title, total, controls, all, shown }: ControlGroupProps) {
  const rows = controls.filter((control) => shown.includes(control));
  if (rows.length === 0) return null;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3} data-group>
          <strong>{title}</strong> {texts.groupCounts(total, statusCounts(controls))}
        </th>
      </tr>
      {rows.map((control) => (
        <tr key={control.requirement}>
          <th scope="row">
            {control.requirement} {control.title}
          </th>
          <td>
            <StatusBadge kind="coverage" value={control.status} />
          </td>
          <td className="quiet">{basisOf(control, all)}</td>
        </tr>
      ))}
    </tbody>
  );
}

/** The events that a status is based on, and the document if the status does not state it: `2 supporting · Missing: document`. */
function basisOf(control: PackageControl, all: readonly PackageControl[]): string {
  const { status, supporting = 0, adverse = 0, documentSupplied } = control;
  const isMissing = status !== "NOT_EVIDENCED_BY_EVENTS" && lacksPackageDocument(control, all);
  return [
    supporting + adverse > 0 && texts.eventCounts(supporting, adverse),
    documentSupplied && status !== "SUPPLIED" && coverage.documentSupplied,
    isMissing && coverage.documentMissing,
  ]
    .filter(Boolean)
    .join(" · ");
}
