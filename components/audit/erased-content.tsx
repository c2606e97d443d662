import { KeyValue } from "@/components/values/key-value";
import { Time } from "@/components/values/time";
import type { AuditEvent } from "@/lib/audit-chain/schemas";
import styles from "./audit.module.css";
import { legalBasisText } from "./legal-bases";
import { RecordedBy } from "./recorded-by";

/** What stands in the place of a content that was erased: why, when, by whom, and where the chain says so. */
export function ErasedContent({ erased }: { erased: NonNullable<AuditEvent["erased"]> }) {
  return (
    <section className={styles.section} aria-labelledby="erased">
      <h2 id="erased">Content erased on legal request</h2>
      <p>
        Actor, payload, tags and metadata of this event were erased. Its header and its hashes stay, so that the chain
        still verifies.
      </p>
      <KeyValue
        rows={[
          ["Erased", <Time key="at" value={erased.at} format="full" />],
          ["Legal basis", legalBasisText(erased.legalBasis)],
          ["Reference", erased.reference],
          ["Erased by", <RecordedBy key="record" eventId={erased.eventId} />],
        ]}
      />
    </section>
  );
}
