import { CopyButton } from "@/components/ui/values/copy";
import { fingerprintOf, listPublicKeys } from "@/lib/platform/signing/publish-keys";
import styles from "./verify-page.module.css";

const purposes = [
  { kty: "RSA", purpose: "Evidence packages and reports" },
  { kty: "OKP", purpose: "Checkpoints of the audit chain" },
];

/** The published keys with their fingerprints, to compare with fingerprints from another source. */
export function PublicKeys() {
  const { keys } = listPublicKeys();
  return (
    <section aria-labelledby="keys" className={styles.downloads}>
      <h2 id="keys">Public keys</h2>
      <p>
        The service publishes the following keys, including any retired keys. Compare their fingerprints with
        fingerprints that you obtained from another source, such as a contract or a letter from the operator. The
        fingerprint is the SHA-256 hash of the DER-encoded public key (SubjectPublicKeyInfo). To compute it, download
        the key and run <code>openssl pkey -pubin -in KEY_ID.pem -outform DER | sha256sum</code>. The ID of a checkpoint
        key is derived from the raw key, so it is not the start of the fingerprint.
      </p>
      <dl>
        {purposes.map(({ kty, purpose }) => (
          <div key={kty}>
            <dt>{purpose}</dt>
            {keys
              .filter((key) => key.kty === kty)
              .map((key) => (
                <PublicKey key={key.kid} id={key.kid} fingerprint={fingerprintOf(key)} />
              ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

function PublicKey({ id, fingerprint }: { id: string; fingerprint: string }) {
  return (
    <dd>
      <div>
        Key ID{" "}
        <a href={`/v1/verify/keys/${id}.pem`}>
          <code>{id}</code>
        </a>
      </div>
      <div>
        Fingerprint (SHA-256) <code>{fingerprint}</code>{" "}
        <CopyButton value={fingerprint} label={`fingerprint of key ${id}`} withText />
      </div>
    </dd>
  );
}
