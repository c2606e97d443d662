import { factorWord } from "../words";
import styles from "./queue.module.css";

/** The risk factors that weigh most, in a word or two each. */
export function FactorChips({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return <span className={styles.quiet}>–</span>;
  return (
    <ul className={styles.factors}>
      {codes.map((code) => (
        <li key={code} className={styles.factor}>
          {factorWord(code)}
        </li>
      ))}
    </ul>
  );
}
