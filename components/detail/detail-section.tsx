import type { ReactNode } from "react";
import styles from "./detail-section.module.css";

interface DetailSectionProps {
  id: string;
  title: string;
  /** What can be done, beside the title. */
  action?: ReactNode;
  /** What it is about, in a sentence or two. */
  note: ReactNode;
  children?: ReactNode;
}

/** A section of a page about one thing: what can be done with a part of it, and what that means. */
export function DetailSection({ id, title, action, note, children }: DetailSectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <p className={styles.note}>{note}</p>
      {children}
    </section>
  );
}
