"use client";

import { Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircle, IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { CoverageSummary } from "@/components/features/evidence/coverage-bar";
import { frameworkName } from "@/components/features/evidence/frameworks";
import { freshness } from "@/components/features/shadow-ai/texts/freshness";
import { endpointTitle, healthText } from "@/components/features/webhooks/labels";
import { keys } from "@/components/ui/api/keys";
import { supplement, useRead } from "@/components/ui/api/queries";
import detail from "@/components/ui/detail/detail.module.css";
import { Section } from "@/components/ui/detail/section";
import { QueryState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { Page } from "@/components/ui/page/page";
import { May, useMay, useSession } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { askFor } from "@/components/ui/texts";
import { Percent } from "@/components/ui/values/figures";
import { breakable } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import { describeChange } from "@/lib/domains/credentials/enums";
import type { MemberList } from "@/lib/domains/members/schemas";
import type { Overview as OverviewDocument } from "@/lib/domains/overview/schemas";
import { countText } from "@/lib/platform/client/format";
import type { Permission } from "@/lib/platform/core/roles";
import { AlertedModels } from "./alerted-models";
import { ChainBanner } from "./chain-banner";
import { ChangesSince } from "./changes";
import { NewDetections } from "./new-detections";
import styles from "./overview.module.css";
import { overview as texts } from "./texts";
import { Trends } from "./trends";

/** Chain integrity, items needing attention, recent activity, log freshness and evidence status; trends below. */
export function Overview() {
  const { organisation } = useSession();
  const query = useRead<OverviewDocument>(keys.overview(), "/v1/overview");
  return (
    <Page title={texts.overview} description={organisation.name}>
      <QueryState query={query} label={texts.theOverview} height={420}>
        {(data) => <Panels overview={data} />}
      </QueryState>
    </Page>
  );
}

function Panels({ overview }: { overview: OverviewDocument }) {
  const { chain, events, queue, detections, sensors, evidence, trends, changes } = overview;
  const { accountChanges, alerts, failingEndpoints, checklist } = overview;
  // Without a log source, a count of zero does not mean that no AI is used.
  const isDetecting =
    checklist.hasSource ||
    [detections?.open, detections?.investigating, queue?.exceptionRequests, queue?.exceptionsEnding14d].some(Boolean);
  return (
    <>
      <FirstSteps checklist={checklist} />
      <ChainBanner chain={chain} events={events} />
      {changes && <ChangesSince changes={changes} />}
      <TasksPanel queue={isDetecting ? queue : null} hasModel={checklist.hasModel} />
      {detections && (
        <NewDetections detections={detections} isDetecting={isDetecting} silentSources={sensors?.silent ?? 0} />
      )}
      <div className={detail.panels}>
        <AlertedModels alerts={alerts} />
        {evidence && <EvidencePanel evidence={evidence} />}
        {failingEndpoints && <FailingDeliveries endpoints={failingEndpoints} />}
        {accountChanges && <AccountChanges changes={accountChanges} />}
        {sensors && <SensorsPanel sensors={sensors} />}
      </div>
      <Trends trends={isDetecting ? trends : null} events={events} />
    </>
  );
}

const steps: { done: keyof OverviewDocument["checklist"]; label: string; href: string; permission: Permission }[] = [
  { done: "hasModel", label: texts.registerAModel, href: "/models", permission: "models:write" },
  { done: "hasSource", label: texts.importANetworkLog, href: "/shadow-ai/sources", permission: "sensors:write" },
  { done: "hasPackage", label: texts.generateAnEvidencePackage, href: "/evidence/new", permission: "evidence:write" },
];

/** The checklist of a new organisation. It disappears once all steps are done. */
function FirstSteps({ checklist }: { checklist: OverviewDocument["checklist"] }) {
  if (steps.every(({ done }) => checklist[done])) return null;
  return (
    <Section title={texts.getStarted} panel>
      <Group component="ol" gap="4px 32px" className="plain-list">
        {steps.map((step) => (
          <FirstStep key={step.done} {...step} isDone={checklist[step.done]} />
        ))}
      </Group>
    </Section>
  );
}

const approver = { role: "APPROVER", limit: 1 };

function FirstStep({ label, href, permission, isDone }: (typeof steps)[number] & { isDone: boolean }) {
  const may = useMay(permission);
  return (
    <Group component="li" gap="xs">
      {isDone ? <Done /> : <IconCircle size={16} aria-hidden="true" />}
      {may && !isDone ? <Link href={href}>{label}</Link> : <span>{label}</span>}
      <span className="quiet">{isDone ? terms.done : !may && <OtherRole permission={permission} />}</span>
    </Group>
  );
}

/** The role that can complete a step. Without an approver, administrators can invite one. */
function OtherRole({ permission }: { permission: Permission }) {
  const approvers = useRead<MemberList>(keys.members.list(approver), "/v1/members", {
    query: approver,
    enabled: useMay("admin"),
    meta: supplement,
  });
  if (approvers.data?.data.length !== 0) return askFor(permission);
  return <Link href="/settings/members">{texts.inviteAnApprover}</Link>;
}

function Done() {
  return <IconCircleCheck size={16} color="var(--good)" aria-hidden="true" />;
}

interface Task {
  /** Undefined while it is loaded, null if it could not be loaded. */
  count: number | null | undefined;
  label: (count: number) => string;
  href: string;
  tone?: "bad" | "doubt";
}

interface TasksPanelProps {
  queue: OverviewDocument["queue"];
  hasModel: boolean;
}

/** The counts of items needing attention, each with a link to its list. */
function TasksPanel({ queue, hasModel }: TasksPanelProps) {
  const reviews = useOverdueReviews(hasModel);
  const tasks = [...(queue ? tasksOf(queue) : []), ...(hasModel ? [reviews] : [])];
  if (tasks.length === 0) return null;
  return (
    <section aria-labelledby="needs-attention">
      <h2 id="needs-attention" className="visually-hidden">
        {texts.needsAttention}
      </h2>
      <ul className={styles.tasks}>
        {tasks.map(({ count, label, href, tone }) => (
          <li key={href}>
            <Link href={href} className={styles.task} data-tone={count ? tone : undefined} data-none={!count}>
              <strong>{count == null ? missing(count) : countText(count)}</strong> <span>{label(count ?? 0)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const missing = (count: null | undefined) => (count === null ? "–" : "…");

/** Read separately from the overview, because the service does not interpret the dates in the payloads of reviews. */
function useOverdueReviews(enabled: boolean): Task {
  const { data, isError } = useQuery({
    queryKey: keys.models.list({ reviews: "overdue" }),
    queryFn: async ({ signal }) =>
      (await import("@/components/features/models/checks/model-health")).readOverdueReviews(signal),
    refetchInterval: 60_000,
    enabled,
    meta: supplement,
  });
  return {
    count: data?.count ?? (isError ? null : undefined),
    label: (count) => texts.overdueReviews(count, data?.isPart ?? false),
    href: "/models",
    tone: "bad",
  };
}

function tasksOf(queue: NonNullable<OverviewDocument["queue"]>): Task[] {
  return [
    { count: queue.overdue, label: texts.overdue, href: "/shadow-ai?due=overdue", tone: "bad" },
    { count: queue.dueThisWeek, label: texts.dueWithin7Days, href: "/shadow-ai?due=week", tone: "doubt" },
    {
      count: queue.assignedToMe,
      label: texts.assignedToMe,
      href: "/shadow-ai?due=any&assignedTo=me",
    },
    {
      count: queue.exceptionRequests,
      label: texts.exceptionRequests,
      href: "/shadow-ai/exceptions?status=PENDING",
      tone: "doubt",
    },
    {
      count: queue.exceptionsEnding14d,
      label: texts.exceptionsExpiringWithin,
      href: "/shadow-ai/exceptions?tab=active&ends=14d",
    },
  ];
}

/** Accounts with new permissions or credentials, so that no administrator can add an approver unnoticed. */
function AccountChanges({ changes }: { changes: NonNullable<OverviewDocument["accountChanges"]> }) {
  if (changes.length === 0) return null;
  return (
    <Section
      title={texts.accountChangesLast}
      action={<Link href="/settings/members">{texts.reviewMembers}</Link>}
      panel
    >
      <ul className="plain-list" data-divided data-rows>
        {changes.map((change) => (
          <li key={change.id}>
            <span data-grow>
              <strong>{breakable(change.account)}</strong> {describeChange(change)}
            </span>
            <Time value={change.occurredAt} format="relative" />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Endpoints that receive no events at present, although they are enabled. */
function FailingDeliveries({ endpoints }: { endpoints: NonNullable<OverviewDocument["failingEndpoints"]> }) {
  if (endpoints.length === 0) return null;
  return (
    <Section title={texts.failingDeliveries} action={<Link href="/webhooks">{texts.viewWebhooks}</Link>} panel>
      <ul className="plain-list" data-divided data-rows>
        {endpoints.map((endpoint) => (
          <li key={endpoint.id}>
            <span data-grow>
              <Link href={`/webhooks/${endpoint.id}`}>{endpointTitle(endpoint)}</Link>{" "}
              <span className="quiet">{healthText(endpoint)}</span>
            </span>
            <Time value={endpoint.health.lastFailure?.at} format="relative" />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Log freshness: a silent source produces no detections. */
function SensorsPanel({ sensors: { sources, silent } }: { sensors: NonNullable<OverviewDocument["sensors"]> }) {
  return (
    <Section title={texts.logSources} action={<Link href="/shadow-ai/sources">{texts.viewAll}</Link>} panel>
      {sources.length === 0 ? (
        <p className="quiet">{texts.noLogs}</p>
      ) : (
        <ul className="plain-list" data-divided data-rows>
          {sources.map((source) => (
            <Text component="li" inherit key={source.id} {...(source.silent && { c: "var(--doubt-text)" })}>
              {source.silent ? <IconAlertTriangle size={16} color="var(--doubt)" aria-hidden="true" /> : <Done />}
              <span data-grow>
                {source.name}
                <div className="quiet">
                  {source.lastRecordAt && (source.silent ? texts.silent : texts.lastRecord)}
                  <Time value={source.lastRecordAt} format="relative" none={freshness.none} />
                  {source.errorRate > 0 && (
                    <>
                      , <Percent value={source.errorRate} />
                      {texts.linesRejected}
                    </>
                  )}
                </div>
              </span>
            </Text>
          ))}
        </ul>
      )}
      {silent > sources.length && <p className="quiet">{texts.silentInTotal(silent)}</p>}
    </Section>
  );
}

/** The latest package of each framework and its coverage. */
function EvidencePanel({ evidence }: { evidence: NonNullable<OverviewDocument["evidence"]> }) {
  const { frameworks, generating } = evidence;
  return (
    <Section
      title={terms.evidence}
      action={<Link href="/evidence">{generating > 0 ? texts.viewAllGenerating(generating) : texts.viewAll}</Link>}
      panel
    >
      <ul className="plain-list" data-divided data-rows>
        {frameworks.map(
          ({ framework, packageId, generatingPackageId, modelName, generatedAt, coverage, documents }) => (
            <li key={framework}>
              <span data-grow>
                {packageId ? (
                  <Link href={`/evidence/${packageId}`}>{frameworkName(framework)}</Link>
                ) : (
                  frameworkName(framework)
                )}
                {modelName && <span className="quiet"> {modelName}</span>}
                <CoverageSummary coverage={coverage} documents={documents} />
              </span>
              {generatingPackageId && <Link href={`/evidence/${generatingPackageId}`}>{texts.inProgress}</Link>}
              {packageId && <Time value={generatedAt} format="relative" />}
              {!packageId && !generatingPackageId && (
                <May permission="evidence:write" otherwise={<span className="quiet">{terms.noneYet}</span>}>
                  <Link href={`/evidence/new?framework=${framework}`}>{texts.generate}</Link>
                </May>
              )}
            </li>
          ),
        )}
      </ul>
    </Section>
  );
}
