"use client";

import { IconCircle, IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@/components/app/link";
import { useMay } from "@/components/app/session";
import type { Overview } from "@/lib/overview/schemas";
import type { Permission } from "@/lib/roles";
import styles from "./overview.module.css";

const steps: { done: keyof Overview["checklist"]; label: string; href: string; permission: Permission }[] = [
  { done: "hasModel", label: "Register a model", href: "/models", permission: "models:write" },
  { done: "hasSource", label: "Send in a network log", href: "/shadow-ai/sources", permission: "sensors:write" },
  { done: "hasPackage", label: "Prepare an evidence package", href: "/evidence/new", permission: "evidence:write" },
];

/** What a new organisation begins with; gone once all of it is done. */
export function FirstSteps({ checklist }: { checklist: Overview["checklist"] }) {
  if (steps.every(({ done }) => checklist[done])) return null;
  return (
    <section className={styles.panel} aria-labelledby="first-steps">
      <div className={styles.heading}>
        <h2 id="first-steps">First steps</h2>
      </div>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <FirstStep key={step.done} {...step} isDone={checklist[step.done]} />
        ))}
      </ol>
    </section>
  );
}

function FirstStep({ label, href, permission, isDone }: (typeof steps)[number] & { isDone: boolean }) {
  const may = useMay(permission);
  return (
    <li data-done={isDone}>
      {isDone ? <IconCircleCheck size={16} aria-hidden="true" /> : <IconCircle size={16} aria-hidden="true" />}
      {may && !isDone ? <Link href={href}>{label}</Link> : <span>{label}</span>}
      <span className={styles.quiet}>{isDone ? "Done" : may ? "" : "Somebody with another role does this"}</span>
    </li>
  );
}
