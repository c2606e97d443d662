"use client";

import { Group, Stack, Text } from "@mantine/core";
import { type ReactNode, use } from "react";
import { useSession } from "@/components/ui/page/session";
import { breakable } from "@/components/ui/values/key-value";
import { Severity } from "@/components/ui/values/severity";
import { Hint, Time } from "@/components/ui/values/time";
import { severityRulePrefix } from "@/lib/domains/shadow-ai/enums";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import { LoadedAt, useHydrated, useNow } from "@/lib/platform/client/use-environment";
import styles from "./detection-values.module.css";
import { dueState, factorLabel } from "./labels";
import { common, detectionValues as texts } from "./texts/common";

/** The estimated cost in dollars; null if it is unknown. */
export function costOf({ costBasis, estimatedCostUSD }: ShadowAiDetection["details"]): number | null {
  return costBasis === "UNKNOWN" ? null : estimatedCostUSD;
}

type Rated = Pick<ShadowAiDetection, "severity" | "riskFactors">;

/** Why the severity is higher than the score; undefined if no rule raised it. */
function severityReason({ riskFactors }: Pick<Rated, "riskFactors">): string | undefined {
  return riskFactors
    .find((sentence) => sentence.startsWith(severityRulePrefix))
    ?.replace(/[A-Z]{2,}/, (severity) => severity.toLowerCase());
}

/** The sentence that explains a severity above the score. */
export function SeverityReason({ detection }: { detection: Pick<Rated, "riskFactors"> }) {
  const reason = severityReason(detection);
  return reason !== undefined && <span className="quiet">{reason}</span>;
}

/** The severity of a detection, with a note if a rule raised it. */
export function DetectionSeverity({ detection }: { detection: Rated }) {
  const reason = severityReason(detection);
  return (
    <span className={styles.severity} title={reason}>
      <Severity value={detection.severity} />
      {reason !== undefined && <span className={styles.provider}>{texts.rules[detection.severity]}</span>}
    </span>
  );
}

/** The severity and the risk score of a detection. */
export function SeverityAndRisk({ severity, riskScore }: Pick<ShadowAiDetection, "severity" | "riskScore">) {
  return (
    <span className={styles.severity}>
      <Severity value={severity} />
      <span className={styles.provider}>{texts.riskOf(riskScore)}</span>
    </span>
  );
}

interface DueProps {
  /** Null once the detection is decided. */
  dueAt: string | null;
  /** Adds the age of the detection below. */
  detectedAt?: string;
  /** Whether the value has the label "Due", so that "Due in 2 days" becomes "In 2 days". */
  labelled?: boolean;
  /** Adds the end of the snooze below. */
  snooze?: ShadowAiDetection["snooze"];
  /** Whether the deadline is a tab stop. Off in tables. */
  focusable?: boolean;
}

/** The deadline of a detection and its age. Until hydration, relative to the time of the request. */
export function Due({ dueAt, detectedAt, labelled = false, snooze = null, focusable = false }: DueProps) {
  const now = useNow(use(LoadedAt));
  // The server does not know the user's time zone.
  const timeZone = useHydrated() ? undefined : "UTC";
  const age = detectedAt !== undefined && now !== null && (
    <Text span inherit fz="xs" c="dimmed">
      {texts.age(detectedAt, now)}
    </Text>
  );
  if (dueAt === null) return age || "–";
  const state = now === null ? null : dueState(dueAt, now, timeZone);
  const text = state?.text ?? texts.due(dueAt);
  return (
    <Stack component="span" display="inline-flex" gap={0} lh={1.3} style={{ whiteSpace: "nowrap" }}>
      <Hint text={texts.dueAt(dueAt)} focusable={focusable}>
        <Text span inherit {...(state && looks[state.urgency])}>
          {labelled ? text.replace(/^Due (.)/, (_, first: string) => first.toUpperCase()) : text}
        </Text>
      </Hint>
      {age}
      {snooze && (
        <Text span inherit fz="xs" c="dimmed">
          {texts.snoozedUntil} <Time value={snooze.until} format="day" focusable={focusable} />
        </Text>
      )}
    </Stack>
  );
}

const looks = {
  overdue: { c: "var(--bad)", fw: 600 },
  soon: { c: "var(--doubt)", fw: 600 },
  later: {},
};

type Assigned = Pick<ShadowAiDetection, "assignedTo" | "assigneeName">;

/** The assignee: the name of a member, otherwise the part of the address before the @. */
export function Assignee({ of: { assignedTo: address, assigneeName } }: { of: Assigned }) {
  const { member } = useSession();
  if (address === null) return <span className="quiet">{common.unassigned}</span>;
  const name = address === member.email ? texts.you : (assigneeName ?? address.replace(/@.*$/, ""));
  return (
    <Text span inherit truncate display="inline-block" maw="6.5rem" title={address} style={{ verticalAlign: "bottom" }}>
      {name}
    </Text>
  );
}

/** A member's name, which the member chooses, with the e-mail address; the address alone if the name is unknown. */
export function Person({ name, address }: { name: string | null; address: string | null }) {
  return breakable(name === null || address === null ? (address ?? name) : `${name} (${address})`);
}

/** Most detections have this factor, so it does not distinguish them. */
const commonFactor = "UNREGISTERED_PROVIDER";

const chipsMax = 2;

/** The two main risk factors that distinguish the detection. `codes`: the factors with the most points, not all of them. */
export function FactorChips({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return <span className="quiet">–</span>;
  const ordered = [...codes.filter((code) => code !== commonFactor), ...codes.filter((code) => code === commonFactor)];
  const labels = ordered.map(factorLabel);
  return (
    <Group
      component="ul"
      className="plain-list"
      title={texts.mainFactors(labels)}
      gap="2px 4px"
      py={4}
      miw="10.75rem"
      maw="15rem"
    >
      {labels.map((label, index) => (
        <Chip key={label} isHidden={index >= chipsMax}>
          {label}
        </Chip>
      ))}
    </Group>
  );
}

/** `isHidden`: for screen readers only. */
function Chip({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
  if (isHidden) return <li className="visually-hidden">{children}</li>;
  return (
    <Text component="li" inherit bg="var(--quiet-soft)" c="var(--quiet-text)" fz={11} px={5} bdrs="xs">
      {children}
    </Text>
  );
}
