"use client";

import { Link } from "@/components/app/link";
import { May } from "@/components/app/session";
import { frameworkName } from "@/components/evidence/framework-names";
import { Time } from "@/components/values/time";
import type { Overview } from "@/lib/overview/schemas";
import styles from "./overview.module.css";

/** For each framework the newest package, and how much of the framework it speaks to. */
export function EvidencePanel({ evidence }: { evidence: NonNullable<Overview["evidence"]> }) {
  const { frameworks, generating } = evidence;
  return (
    <section className={styles.panel} aria-labelledby="evidence">
      <div className={styles.heading}>
        <h2 id="evidence">Evidence</h2>
        <Link href="/evidence">{generating > 0 ? `All, ${generating} being generated` : "All"}</Link>
      </div>
      <ul className={styles.lines}>
        {frameworks.map(({ framework, packageId, modelName, generatedAt, coverage }) => (
          <li key={framework}>
            <span className={styles.name}>
              {packageId ? (
                <Link href={`/evidence/${packageId}`}>{frameworkName(framework)}</Link>
              ) : (
                frameworkName(framework)
              )}
              {modelName && <span className={styles.below}>{modelName}</span>}
            </span>
            {packageId ? (
              <>
                <Coverage coverage={coverage} />
                <Time value={generatedAt} format="relative" />
              </>
            ) : (
              <May permission="evidence:write" otherwise={<span className={styles.quiet}>None yet</span>}>
                <Link href={`/evidence/new?framework=${framework}`}>Prepare one</Link>
              </May>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Coverage({ coverage }: { coverage: { covered: number; total: number } | null }) {
  if (!coverage) return null;
  const { covered, total } = coverage;
  const share = total === 0 ? 0 : (covered / total) * 100;
  return (
    <span className={styles.coverage}>
      <span className={styles.track} aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </span>
      {covered}/{total}
      <span className={styles.hidden}> requirements</span>
    </span>
  );
}
