import { listPublicKeys } from "@/lib/platform/signing/publish-keys";
import styles from "./verify-page.module.css";

const purposes = [
  { kty: "RSA", purpose: "Evidence packages and reports" },
  { kty: "OKP", purpose: "Checkpoints of the audit chain" },
];

/** The IDs of the published keys, to compare with IDs from another source. */
export function PublicKeys() {
  const { keys } = listPublicKeys();
  return (
    <section aria-labelledby="keys" className={styles.downloads}>
      <h2 id="keys">Public keys</h2>
      <p>
        The service publishes keys with the following IDs, including any retired keys. Compare them with IDs that you
        obtained from another source, such as a contract or a letter from the operator.
      </p>
      <dl>
        {purposes.map(({ kty, purpose }) => (
          <div key={kty}>
            <dt>{purpose}</dt>
            {keys
              .filter((key) => key.kty === kty)
              .map(({ kid }) => (
                <dd key={kid}>
                  <code>{kid}</code>
                </dd>
              ))}
          </div>
        ))}
      </dl>
    </section>
  );
}
