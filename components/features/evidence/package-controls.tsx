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
            item={item}
            shown={shown}
          />
          <ControlGroup
            title={texts.notCounted}
            total={coverage.others(others.length, countedAs)}
            controls={others}
            item={item}
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
  item: EvidencePackage;
  shown: readonly PackageControl[];
}

/** The controls that are counted, or the others, with their numbers by status. */
function ControlGroup({ title, total, controls, item, shown }: ControlGroupProps) {
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
          <td className="quiet">
            <Basis control={control} item={item} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

/** The events that a status is based on, and the document: `2 supporting · Missing: document`. */
function Basis({ control, item }: { control: PackageControl; item: EvidencePackage }) {
  const { requirement, title, supporting = 0, adverse = 0 } = control;
  const document = documentText(control, item.controls ?? []);
  if (supporting + adverse === 0) return document;
  const counts = texts.eventCounts(supporting, adverse);
  return (
    <>
      <Link
        href={controlsHref({ ...item, control: requirement })}
        aria-label={texts.viewControlEvents(`${requirement} ${title}`, counts)}
      >
        {counts}
      </Link>
      {document && ` · ${document}`}
    </>
  );
}

/** The supplied or missing document of a control, if its status does not state it. */
function documentText(control: PackageControl, all: readonly PackageControl[]): string {
  const { status, documentSupplied } = control;
  if (documentSupplied && status !== "SUPPLIED") return coverage.documentSupplied;
  const isMissing = status !== "NOT_EVIDENCED_BY_EVENTS" && lacksPackageDocument(control, all);
  return isMissing ? coverage.documentMissing : "";
}
