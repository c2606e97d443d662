"use client";

import { Link } from "@/components/app/link";
import { Time } from "@/components/values/time";
import { describeChange } from "@/lib/credentials/vocabulary";
import type { Overview } from "@/lib/overview/schemas";
import styles from "./overview.module.css";

/** Accounts that got rights or new credentials in the last seven days, so that no administrator adds an approver unseen. */
export function AccountChanges({ changes }: { changes: NonNullable<Overview["accountChanges"]> }) {
  if (changes.length === 0) return null;
  return (
    <section className={styles.panel} aria-labelledby="account-changes">
      <div className={styles.heading}>
        <h2 id="account-changes">Account changes, last 7 days</h2>
        <Link href="/settings/members">Review members</Link>
      </div>
      <ul className={styles.lines}>
        {changes.map((change) => (
          <li key={change.id}>
            <span className={styles.name}>
              <strong>{change.account}</strong> {describeChange(change)}
            </span>
            <Time value={change.occurredAt} format="relative" />
          </li>
        ))}
      </ul>
    </section>
  );
}
