import type { Metadata } from "next";
import { Verifier } from "@/components/features/verification/verifier";
import { generalTrustSentences } from "@/lib/domains/evidence/verification/trust";
import { Downloads } from "./downloads";
import { PublicKeys } from "./public-keys";
import styles from "./verify-page.module.css";

export const metadata: Metadata = {
  title: "Verify an evidence package",
  description: "Check in your browser who issued an evidence package and whether it has been changed.",
};

export default function VerifyPage() {
  return (
    <>
      <header>
        <h1>Verify an evidence package</h1>
        <p className="lead">Check who issued a package and whether it has been changed. No account is required.</p>
      </header>
      <LocalCheckNote />
      <noscript>
        <p className={styles.noscript}>
          The checks run in your browser and require JavaScript. Without JavaScript, use the commands below.
        </p>
      </noscript>
      <Verifier />
      <Downloads />
      <TrustNote />
      <PublicKeys />
    </>
  );
}

function TrustNote() {
  return (
    <section aria-labelledby="trust">
      <h2 id="trust">Trust assumptions</h2>
      <ul>
        {generalTrustSentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>
        The last assumption also applies to this page, because the service provides it. Each package states which of
        these assumptions apply to its checkpoint.
      </p>
    </section>
  );
}

function LocalCheckNote() {
  return (
    <section className={styles.promise} aria-labelledby="local-check">
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M6 10.5h12a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 19v-7A1.5 1.5 0 0 1 6 10.5z" />
        <path d="M8 10.5V7a4 4 0 0 1 8 0v3.5" />
      </svg>
      <div>
        <h2 id="local-check">Your file stays on this device</h2>
        <p>
          Your browser reads and checks the file locally. To check a file, it sends only these two requests to the
          service, as you can see in your browser's network panel:
        </p>
        <dl>
          <div>
            <dt>
              <code>GET /v1/verify/sha256:…</code>
            </dt>
            <dd>Looks up the package by hash. Only the SHA-256 hash of the file is sent.</dd>
          </div>
          <div>
            <dt>
              <code>GET /v1/verify/keys</code>
            </dt>
            <dd>Fetches the public signing keys of the service. Nothing about the file is sent.</dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
