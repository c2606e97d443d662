"use client";

import { Link } from "@/components/app/link";
import { countText } from "@/lib/client/format";
import type { Overview } from "@/lib/overview/schemas";
import styles from "./overview.module.css";

interface Task {
  count: number;
  label: string;
  href: string;
  tone?: "bad" | "doubt";
}

/** What waits for a person, each a link to the list of just that. */
export function QueuePanel({ queue }: { queue: NonNullable<Overview["queue"]> }) {
  return (
    <section aria-labelledby="needs-attention">
      <h2 id="needs-attention" className={styles.hidden}>
        What needs attention
      </h2>
      <ul className={styles.tasks}>
        {tasksOf(queue).map(({ count, label, href, tone }) => (
          <li key={label}>
            <Link href={href} className={styles.task} data-tone={count > 0 ? tone : undefined} data-none={count === 0}>
              <strong>{countText(count)}</strong> <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function tasksOf(queue: NonNullable<Overview["queue"]>): Task[] {
  return [
    { count: queue.overdue, label: "Overdue", href: "/shadow-ai?due=overdue", tone: "bad" },
    { count: queue.dueThisWeek, label: "Due within 7 days", href: "/shadow-ai?due=week", tone: "doubt" },
    {
      count: queue.assignedToMe,
      label: "Assigned to me",
      href: "/shadow-ai?due=any&assignedTo=me",
    },
    {
      count: queue.exceptionRequests,
      label: "Exception requests",
      href: "/shadow-ai/exceptions?status=PENDING",
      tone: "doubt",
    },
    {
      count: queue.exceptionsEnding14d,
      label: "Exceptions ending in 14 days",
      href: "/shadow-ai/exceptions?tab=active&ends=14d",
    },
  ];
}
