import { countText } from "@/lib/platform/client/format";
import styles from "./tab-strip.module.css";

export interface Tab {
  label: string;
  /** Undefined while it is loading; omitted if the tab has no count. */
  count?: number | undefined;
  isChosen: boolean;
  onClick: () => void;
}

/** Selects one of the views of a list. */
export function TabStrip({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{label}</legend>
      <div className={`${styles.strip} scroll-edges`}>
        {tabs.map((tab) => (
          <button
            key={tab.label}
            type="button"
            className={styles.item}
            aria-pressed={tab.isChosen}
            onClick={tab.onClick}
          >
            <span>{tab.label}</span>
            {"count" in tab && (
              <>
                {" "}
                <span className={styles.count}>{tab.count === undefined ? "–" : countText(tab.count)}</span>
              </>
            )}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
