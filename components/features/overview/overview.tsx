"use client";

import { IconAlertTriangle, IconCircle, IconCircleCheck } from "@tabler/icons-react";
import { frameworkName } from "@/components/features/evidence/evidence-values";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import detail from "@/components/ui/detail/detail.module.css";
import { QueryState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { Page } from "@/components/ui/page/page";
import { May, useMay, useSession } from "@/components/ui/page/session";
import { Percent } from "@/components/ui/values/figures";
import { Time } from "@/components/ui/values/time";
import { describeChange } from "@/lib/domains/credentials/vocabulary";
import type { Overview as OverviewAnswer } from "@/lib/domains/overview/schemas";
import { countText } from "@/lib/platform/client/format";
import type { Permission } from "@/lib/platform/core/roles";
import { ChainBanner } from "./chain-banner";
import { NewDetections } from "./new-detections";
import styles from "./overview.module.css";
import { Trends } from "./trends";

/** What a risk team opens every morning: five questions answered without scrolling, and where it all goes below. */
export function Overview() {
  const { organisation } = useSession();
  const query = useRead<OverviewAnswer>(keys.overview(), "/v1/overview");
  return (
    <Page title="Overview" description={organisation.name}>
      <QueryState query={query} label="the overview" height={420}>
        {(data) => <Answers overview={data} />}
      </QueryState>
    </Page>
  );
}

function Answers({ overview }: { overview: OverviewAnswer }) {
  const { chain, events, queue, detections, sensors, evidence, trends, accountChanges, checklist } = overview;
  return (
    <>
      <FirstSteps checklist={checklist} />
      <ChainBanner chain={chain} events={events} />
      {queue && <QueuePanel queue={queue} />}
      {accountChanges && <AccountChanges changes={accountChanges} />}
      <div className={styles.panels}>
        {detections && <NewDetections detections={detections} />}
        <div className={styles.side}>
          {sensors && <SensorsPanel sensors={sensors} />}
          {evidence && <EvidencePanel evidence={evidence} />}
        </div>
      </div>
      <Trends trends={trends} events={events} />
    </>
  );
}

const steps: { done: keyof OverviewAnswer["checklist"]; label: string; href: string; permission: Permission }[] = [
  { done: "hasModel", label: "Register a model", href: "/models", permission: "models:write" },
  { done: "hasSource", label: "Send in a network log", href: "/shadow-ai/sources", permission: "sensors:write" },
  { done: "hasPackage", label: "Prepare an evidence package", href: "/evidence/new", permission: "evidence:write" },
];

/** What a new organisation begins with; gone once all of it is done. */
function FirstSteps({ checklist }: { checklist: OverviewAnswer["checklist"] }) {
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
      <span className={detail.quiet}>{isDone ? "Done" : may ? "" : "Somebody with another role does this"}</span>
    </li>
  );
}

interface Task {
  count: number;
  label: string;
  href: string;
  tone?: "bad" | "doubt";
}

/** What waits for a person, each a link to the list of just that. */
function QueuePanel({ queue }: { queue: NonNullable<OverviewAnswer["queue"]> }) {
  return (
    <section aria-labelledby="needs-attention">
      <h2 id="needs-attention" className="visually-hidden">
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

function tasksOf(queue: NonNullable<OverviewAnswer["queue"]>): Task[] {
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

/** Accounts that got rights or new credentials in the last seven days, so that no administrator adds an approver unseen. */
function AccountChanges({ changes }: { changes: NonNullable<OverviewAnswer["accountChanges"]> }) {
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

/** Whether logs still come in: a source that fell silent finds nothing, which looks like good news. */
function SensorsPanel({ sensors: { sources, silent } }: { sensors: NonNullable<OverviewAnswer["sensors"]> }) {
  return (
    <section className={styles.panel} aria-labelledby="sensors">
      <div className={styles.heading}>
        <h2 id="sensors">Log sources</h2>
        <Link href="/shadow-ai/sources">All</Link>
      </div>
      {sources.length === 0 ? (
        <p className={detail.quiet}>No logs have come in yet. Without them nothing is found.</p>
      ) : (
        <ul className={styles.lines}>
          {sources.map((source) => (
            <li key={source.id} data-tone={source.silent ? "doubt" : undefined}>
              {source.silent ? (
                <IconAlertTriangle size={15} aria-hidden="true" />
              ) : (
                <IconCircleCheck size={15} aria-hidden="true" />
              )}
              <span className={styles.name}>{source.name}</span>
              <span>
                {source.silent && "Silent, last "}
                <Time value={source.lastRecordAt} format="relative" none="nothing yet" />
              </span>
              {source.errorRate > 0 && (
                <span className={detail.quiet}>
                  <Percent value={source.errorRate} /> unreadable
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {silent > sources.length && <p className={detail.quiet}>{silent} sources are silent in all.</p>}
    </section>
  );
}

/** For each framework the newest package, and how much of the framework it speaks to. */
function EvidencePanel({ evidence }: { evidence: NonNullable<OverviewAnswer["evidence"]> }) {
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
              <May permission="evidence:write" otherwise={<span className={detail.quiet}>None yet</span>}>
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
      <span className="visually-hidden"> requirements</span>
    </span>
  );
}
