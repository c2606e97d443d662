import { KeyValue } from "@/components/ui/values/key-value";
import type { ImportReport } from "@/lib/domains/shadow-ai/schemas-sources";
import { countText } from "@/lib/platform/client/format";
import styles from "../pages.module.css";

type Figures = Pick<ImportReport, "format" | "accepted" | "duplicates" | "rejected" | "errors">;

/** What came of a log, and which lines could not be read. */
export function ImportFigures({ report: { format, accepted, duplicates, rejected, errors } }: { report: Figures }) {
  return (
    <>
      <KeyValue
        rows={[
          ["Format", format],
          ["Accepted", countText(accepted)],
          ["Had come before", countText(duplicates)],
          ["Rejected", countText(rejected)],
        ]}
      />
      {errors.length > 0 && (
        <ul className={styles.errors} aria-label="Lines that were rejected">
          {errors.map(({ line, message }) => (
            <li key={line}>
              Line {countText(line)}: {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
