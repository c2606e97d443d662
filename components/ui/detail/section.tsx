import { type CSSProperties, type ReactNode, useId } from "react";
import styles from "./detail.module.css";

interface SectionProps {
  title: string;
  /** The ID of the heading, if another element refers to it. */
  id?: string;
  /** Shows the title to screen readers only. */
  titleHidden?: boolean;
  /** Buttons next to the title. */
  action?: ReactNode;
  /** A short description. */
  note?: ReactNode;
  /** Draws a border around the section. */
  panel?: boolean;
  children?: ReactNode;
}

/** A section of a page with its heading. */
export function Section({
  title,
  id: given,
  titleHidden = false,
  action,
  note,
  panel = false,
  children,
}: SectionProps) {
  const own = useId();
  const id = given ?? own;
  const className = panel ? styles.panel : styles.section;
  if (titleHidden)
    return (
      <section className={className} aria-label={title}>
        {children}
      </section>
    );
  return (
    <section className={className} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {note && <p className="quiet">{note}</p>}
      {children}
    </section>
  );
}

interface ColumnsProps {
  /** The side of the narrower column. */
  narrow: "start" | "end";
  /** The width of a narrower column at the start. */
  width?: string;
  children: ReactNode;
}

/** Two columns, or one on narrow screens. */
export function Columns({ narrow, width, children }: ColumnsProps) {
  const style = width === undefined ? undefined : ({ "--narrow": width } as CSSProperties);
  return (
    <div className={styles.columns} data-narrow={narrow} style={style}>
      {children}
    </div>
  );
}
