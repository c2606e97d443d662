import { Hint } from "@/components/values/hint";
import styles from "./api-keys.module.css";

const shown = 3;

/** The first scopes of a key, and how many more; all of them on hover and focus. */
export function ScopeNames({ scopes }: { scopes: readonly string[] }) {
  const rest = scopes.length - shown;
  return (
    <span className={styles.scopes}>
      {scopes.slice(0, shown).map((scope) => (
        <code key={scope}>{scope}</code>
      ))}
      {rest > 0 && (
        <Hint text={scopes.join(", ")}>
          <span className={styles.quiet}>+{rest}</span>
        </Hint>
      )}
    </span>
  );
}
