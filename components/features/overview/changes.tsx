"use client";

import { Link } from "@/components/ui/page/link";
import { Time } from "@/components/ui/values/time";
import type { Overview } from "@/lib/domains/overview/schemas";
import styles from "./overview.module.css";
import { changes as texts } from "./texts";

type Changes = NonNullable<Overview["changes"]>;

/** The changes since the member's previous visit. Each count links to its list. */
export function ChangesSince({ changes }: { changes: Changes }) {
  const shown = changesOf(changes).filter(({ count }) => count);
  return (
    <section className={styles.changes} aria-labelledby="changes">
      <h2 id="changes">
        {texts.sinceYourLastVisit} <Time value={changes.since} format="short" />
      </h2>
      {shown.length === 0 ? (
        <p className="quiet">{texts.none}</p>
      ) : (
        <ul>
          {shown.map(({ count, label, href }) => (
            <li key={href}>
              <Link href={href}>{label(count ?? 0)}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function changesOf(changes: Changes): { count: number | null; label: (count: number) => string; href: string }[] {
  const from = encodeURIComponent(changes.since);
  return [
    { count: changes.integrityFindings, label: texts.integrityFindings, href: "/audit/verification" },
    {
      count: changes.overdueDetections,
      label: texts.overdueDetections,
      href: "/shadow-ai?due=overdue&sort=due&order=desc",
    },
    {
      count: changes.newDetections,
      label: texts.newDetections,
      href: `/shadow-ai?status=all&snoozed=all&from=${from}`,
    },
    { count: changes.criticalEvents, label: texts.criticalEvents, href: `/audit?severity=CRITICAL&from=${from}` },
    { count: changes.highEvents, label: texts.highEvents, href: `/audit?severity=HIGH&from=${from}` },
    { count: changes.failedDeliveries, label: texts.failedDeliveries, href: "/webhooks" },
    { count: changes.readyPackages, label: texts.readyPackages, href: "/evidence?status=READY" },
  ];
}
