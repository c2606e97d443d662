"use client";

import { Button, Group, Text } from "@mantine/core";
import { IconRadar2 } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useState } from "react";
import { SavedViews } from "@/components/features/saved-views/saved-views";
import { ListTable } from "@/components/ui/data-table/list-table";
import { EmptyState } from "@/components/ui/feedback/states";
import { urlString } from "@/components/ui/filters/url-values";
import { useUrlValue } from "@/components/ui/filters/use-url";
import { Link } from "@/components/ui/page/link";
import { useMay } from "@/components/ui/page/session";
import { TabStrip } from "@/components/ui/page/tab-strip";
import { terms } from "@/components/ui/terms";
import { statusLabel } from "@/components/ui/values/status-badge";
import type { DetectionSort } from "@/lib/domains/shadow-ai/enums";
import type { ShadowAiDetection, ShadowAiDetectionList } from "@/lib/domains/shadow-ai/schemas";
import { useMedia } from "@/lib/platform/client/use-environment";
import { fromViewQuery, overdueOnly, type StatusChoice, statusChoices, toViewQuery } from "../filters";
import { detectionQueue as texts } from "../texts/queue";
import { changeAllMax, type Target } from "../triage/send-change";
import { TriageButtons, TriageDialog } from "../triage/triage-actions";
import { useTriageSteps } from "../triage/use-triage";
import { QueueCard, queueColumns } from "./columns";
import type { Failure } from "./failures";
import styles from "./queue.module.css";
import { QueueFilters } from "./queue-filters";
import { type Queue, type QueueSelection, useHeldRow, useQueue, useSelection } from "./use-queue";
import { useQueueKeys } from "./use-queue-keys";

const Failures = lazy(async () => ({ default: (await import("./failures")).Failures }));
const PreviewPanel = lazy(async () => ({ default: (await import("./preview-panel")).PreviewPanel }));

const roomForPreview = "(min-width: 80em)";

/** The triage queue: a filtered and sorted list with a preview, and actions on one or several detections. */
export function DetectionQueue() {
  const queue = useQueue();
  const { filters, list, status, active } = queue;
  const mayTriage = useMay("shadow_ai:triage");
  const router = useRouter();
  const [openId, setOpenId] = useUrlValue("open", urlString);
  // Queried only while a preview is open: a different result after hydration renders the list again.
  const hasRoom = useMedia(openId === null ? "not all" : roomForPreview);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const shownId = hasRoom ? openId : null;
  const { rows, heldId } = useHeldRow(list.rows, shownId ?? focusedId, queue.pageKey);
  const selection = useSelection(queue.listKey, rows);
  const selected: Target = { rows: selection.rows, matches: selection.all ? queue.matches : undefined };
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const steps = useTriageSteps(({ rows: targets, matches }, { failed }) => {
    // Updated detections are deselected; rejected ones stay selected.
    const hosts = new Map(targets.map(({ id, details }) => [id, details.endpoint]));
    const others = matches ? [] : [...selection.ids].filter((id) => !hosts.has(id));
    selection.change([...others, ...failed.map(({ id }) => id)]);
    setFailures(failed.map(({ id, message }) => ({ id, host: hosts.get(id) ?? id, message })));
  });

  function noteOf({ id, exceptionPending }: ShadowAiDetection): string | undefined {
    const failure = failures.find((one) => one.id === id)?.message;
    if (failure !== undefined) return failure;
    if (id === heldId) return texts.noLongerListed;
    return exceptionPending ? texts.exceptionRequested : undefined;
  }

  function open(id: string): void {
    if (id === openId || !matchMedia(roomForPreview).matches) router.push(`/shadow-ai/${id}`);
    else setOpenId(id);
  }

  useQueueKeys({
    rows,
    openId: shownId,
    onClose: () => setOpenId(null),
    selection,
    selected,
    steps,
    mayTriage,
  });

  return (
    <>
      <StatusStrip queue={queue} />
      <div className={styles.split} data-open={shownId !== null || undefined}>
        <div className={styles.list}>
          {failures.length > 0 && (
            <Suspense>
              <Failures failures={failures} onClose={() => setFailures([])} />
            </Suspense>
          )}
          <ListTable<ShadowAiDetection>
            list={list}
            name="detections"
            label={texts.shadowAiDetections}
            columns={queueColumns({ isNarrow: shownId !== null, noteOf })}
            rows={rows}
            rowHref={({ id }) => `/shadow-ai/${id}`}
            onOpen={({ id }) => open(id)}
            activeId={shownId}
            onActiveChange={({ id }) => {
              setFocusedId(id);
              if (shownId !== null && shownId !== id) setOpenId(id);
            }}
            empty={<EmptyQueue status={status} total={totalOf(list.data)} onAll={() => queue.chooseStatus("all")} />}
            {...((active.length > 0 || totalOf(list.data) > 0) && {
              noMatch: { count: active.length, onClear: queue.clear },
            })}
            sort={{ by: filters.sort, order: filters.order }}
            onSort={({ by, order }) => queue.change({ sort: by as DetectionSort, order })}
            {...(mayTriage && {
              selection: {
                ids: selection.ids,
                onChange: selection.change,
                ...(selection.all && { count: list.page.total }),
                bulkBar: (
                  <>
                    <SelectAll selection={selection} rows={list.rows} total={list.page.total} />
                    <TriageButtons target={selected} steps={steps} />
                  </>
                ),
              },
            })}
            cardHeight={6.5}
            shortensCards
            card={(row) => <QueueCard row={row} note={noteOf(row)} />}
            toolbar={
              <QueueFilters
                queue={queue}
                aside={
                  <SavedViews
                    page="shadow-ai"
                    query={toViewQuery(filters)}
                    onApply={(query) => queue.change(fromViewQuery(query))}
                  />
                }
              />
            }
          />
        </div>
        {shownId !== null && (
          <Suspense>
            <PreviewPanel
              key={shownId}
              id={shownId}
              onClose={() => setOpenId(null)}
              actions={(detection) =>
                mayTriage && (
                  <Group gap={6}>
                    <TriageButtons target={{ rows: [detection] }} steps={steps} ticketOf={detection.id} />
                  </Group>
                )
              }
            />
          </Suspense>
        )}
      </div>
      <TriageDialog steps={steps} />
    </>
  );
}

interface SelectAllProps {
  selection: QueueSelection;
  /** The rows of the current page. */
  rows: readonly ShadowAiDetection[];
  /** The number of matches of the filters. */
  total: number;
}

/** Extends the selection of a whole page to all matches. */
function SelectAll({ selection, rows, total }: SelectAllProps) {
  const isPage = rows.length > 0 && rows.every(({ id }) => selection.ids.has(id));
  if (!isPage || selection.all || total <= selection.ids.size) return null;
  if (total > changeAllMax)
    return (
      <Text span c="dimmed">
        {texts.tooManyMatches(total, changeAllMax)}
      </Text>
    );
  return (
    <Button variant="subtle" size="xs" onClick={selection.selectAll}>
      {texts.selectAllMatches(total)}
    </Button>
  );
}

/** Without filters: there are no detections, or none with this status. */
function EmptyQueue({ status, total, onAll }: { status: string; total: number; onAll: () => void }) {
  const icon = <IconRadar2 size={28} stroke={1.5} />;
  if (total > 0) {
    return (
      <EmptyState
        icon={icon}
        title={status === "OPEN" ? texts.noOpenDetections : texts.noDetectionsStatus}
        action={
          <Button variant="default" size="xs" onClick={onAll}>
            {texts.showAllDetections}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={icon}
      title={texts.noDetectionsYet}
      text={texts.emptyText}
      action={<Link href="/shadow-ai/sources">{texts.goToLogSources}</Link>}
    />
  );
}

function totalOf(list: ShadowAiDetectionList | undefined): number {
  return list ? countOf("all", list.summary) + list.snoozed : 0;
}

/**
 * The numbers of detections per status, of overdue ones if there are any, and of snoozed ones. Selects the status, and
 * whether only overdue or snoozed ones are shown.
 */
function StatusStrip({ queue }: { queue: Queue }) {
  const { filters, list, overdue, status: chosen, chooseStatus, change } = queue;
  const summary = list.data?.summary;
  const isOverdue = filters.due === "overdue";
  const isSnoozed = filters.snoozed === "only";
  const [open, investigating, ...others] = statusChoices.map((status) => ({
    label: status === "all" ? texts.all : statusLabel("detection", status),
    count: summary && countOf(status, summary),
    isChosen: status === chosen,
    onClick: () => chooseStatus(status),
  }));
  const overdueTab = {
    label: texts.overdue,
    count: overdue,
    isChosen: isOverdue,
    onClick: () => change(isOverdue ? { due: null } : overdueOnly),
  };
  return (
    <TabStrip
      label={terms.status}
      tabs={[
        ...[open, investigating, (overdue > 0 || isOverdue) && overdueTab, ...others].flatMap((tab) => tab || []),
        {
          label: texts.snoozed,
          count: list.data?.snoozed,
          isChosen: isSnoozed,
          onClick: () => change({ snoozed: isSnoozed ? null : "only" }),
        },
      ]}
    />
  );
}

function countOf(status: StatusChoice, summary: ShadowAiDetectionList["summary"]): number {
  const { open, investigating, resolved, dismissed } = summary;
  const counts: Record<StatusChoice, number> = {
    OPEN: open,
    INVESTIGATING: investigating,
    RESOLVED: resolved,
    DISMISSED: dismissed,
    all: open + investigating + resolved + dismissed,
  };
  return counts[status];
}
