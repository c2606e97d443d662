import type { ReactNode } from "react";
import styles from "./entrance.module.css";
import { KeyFeatures } from "./key-features";
import { entrance as texts } from "./texts";

interface EntranceProps {
  title: string;
  children: ReactNode;
}

/** The layout of pages before sign-in: a form, and a short description of the service. */
export function Entrance({ title, children }: EntranceProps) {
  return (
    <div className={styles.entrance}>
      <section className={styles.task} aria-labelledby="entrance-title">
        <h1 id="entrance-title">{title}</h1>
        {children}
      </section>
      <aside className={styles.about} aria-label={texts.aboutTheService}>
        <p className={styles.tagline}>{texts.tagline}</p>
        <KeyFeatures />
      </aside>
    </div>
  );
}
