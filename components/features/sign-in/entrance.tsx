import type { ReactNode } from "react";
import { mission, Promises } from "@/components/ui/brand/promises";
import styles from "./entrance.module.css";

interface EntranceProps {
  title: string;
  children: ReactNode;
}

/** A page in front of the dashboard: what is to be done on one side, what the service is for on the other. */
export function Entrance({ title, children }: EntranceProps) {
  return (
    <div className={styles.entrance}>
      <section className={styles.task} aria-labelledby="entrance-title">
        <h1 id="entrance-title">{title}</h1>
        {children}
      </section>
      <aside className={styles.about} aria-label="About the service">
        <p className={styles.mission}>{mission}</p>
        <Promises />
      </aside>
    </div>
  );
}
