import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import styles from "./verify-page.module.css";

const programs = [
  { file: "verify-evidence.mjs", needs: "Requires Node.js 20.12 or later." },
  { file: "verify_evidence.py", needs: "Requires Python 3.9 or later and the cryptography package." },
];

/** Programs that the build writes. Absent in development. */
export function Downloads() {
  const built = programs.filter(({ file }) => existsSync(pathOf(file)));
  if (built.length === 0) return null;
  return (
    <section aria-labelledby="downloads" className={styles.downloads}>
      <h2 id="downloads">Download a verifier</h2>
      <p>
        These programs check a package on your computer, without a network connection. The first shares its code with
        this page. The second is a separate implementation. It does not recompute coverage and content statistics.
      </p>
      <dl>
        {built.map(({ file, needs }) => (
          <div key={file}>
            <dt>
              <a href={`/${file}`} download>
                {file}
              </a>
            </dt>
            <dd>
              {needs} SHA-256 <code>{sha256Of(file)}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const hashes = new Map<string, string>();

function sha256Of(file: string): string {
  const known =
    hashes.get(file) ??
    createHash("sha256")
      .update(readFileSync(pathOf(file)))
      .digest("hex");
  hashes.set(file, known);
  return known;
}

function pathOf(file: string): string {
  return join(process.cwd(), "public", file);
}
