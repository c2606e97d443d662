import { type ReactNode, useId } from "react";
import styles from "./detail.module.css";

interface SectionProps {
  title: string;
  /** The ID of the heading, if another element refers to it. */
  id?: string;
  /** Buttons next to the title. */
  action?: ReactNode;
  /** A short description. */
  note?: ReactNode;
  /** Draws a border around the section. */
  panel?: boolean;
  children?: ReactNode;
}

/** A section of a page with its heading. */
export function Section({ title, id: given, action, note, panel = false, children }: SectionProps) {
  const own = useId();
  const id = given ?? own;
  const className = panel ? styles.panel : styles.section;
  return (
    <section className={className} aria-labelledby={id} data-section={panel ? "panel" : "plain"}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {note && <p className="quiet">{note}</p>}
      {children}
    </section>
  );
}

interface ScrollingTableProps {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A table that scrolls within its section on narrow screens. `label` names the area. */
export function ScrollingTable({ label, className, children }: ScrollingTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be focusable by keyboard.
    <section className={`${styles.scroll} scroll-edges`} tabIndex={0} aria-label={label}>
      <table className={className ? `${styles.table} ${className}` : styles.table}>{children}</table>
    </section>
  );
}

interface ColumnsProps {
  details: ReactNode;
  /** The content of the wider column. */
  children: ReactNode;
  /** On narrow screens, the details come first: for content whose height is not known while it loads. */
  detailsFirst?: boolean;
  /** Content of the wider column that follows the details on narrow screens. */
  after?: ReactNode;
}

/** The layout of a detail page: content on the left, details on the right. On narrow screens, details follow. */
export function Columns({ details, detailsFirst, after, children }: ColumnsProps) {
  return (
    <div className={styles.columns}>
      {detailsFirst && <div className={styles.leading}>{details}</div>}
      <div>{children}</div>
      {!detailsFirst && <div>{details}</div>}
      {after && <div>{after}</div>}
    </div>
  );
}
