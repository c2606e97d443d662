import type { Metadata } from "next";
import { Verifier } from "@/components/features/verification/verifier";
import styles from "./verify-page.module.css";

export const metadata: Metadata = {
  title: "Verify an evidence package",
  description: "Check in your browser who issued an evidence package, and that nobody has changed it since.",
};

export default function VerifyPage() {
  return (
    <>
      <header>
        <h1>Verify an evidence package</h1>
        <p className="lead">
          Who issued it, and has anybody changed it since? Anyone can find out, without an account and without trusting
          the file.
        </p>
      </header>
      <NothingIsUploaded />
      <noscript>
        <p className={styles.noscript}>
          All checks run in your browser, and for that this page needs JavaScript. Without it, the commands at the end
          of this page check the same.
        </p>
      </noscript>
      <Verifier />
    </>
  );
}

function NothingIsUploaded() {
  return (
    <section className={styles.promise} aria-labelledby="nothing-is-uploaded">
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M6 10.5h12a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 19v-7A1.5 1.5 0 0 1 6 10.5z" />
        <path d="M8 10.5V7a4 4 0 0 1 8 0v3.5" />
      </svg>
      <div>
        <h2 id="nothing-is-uploaded">Nothing is uploaded</h2>
        <p>
          Your browser reads the file and checks it on this device. It asks the service two questions, and its network
          panel shows that nothing else is sent:
        </p>
        <dl>
          <div>
            <dt>
              <code>GET /v1/verify/sha256:…</code>
            </dt>
            <dd>Was a package with this hash issued? Of the file, only its SHA-256 hash is sent.</dd>
          </div>
          <div>
            <dt>
              <code>GET /v1/verify/keys</code>
            </dt>
            <dd>Which public keys does the service sign with? Nothing is sent.</dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
