"use client";

import { Button, Group, Text, Title } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { useShortened } from "@/components/ui/data-table/shortened";
import { Section } from "@/components/ui/detail/section";
import { QueryState } from "@/components/ui/feedback/states";
import { useMay, useSession } from "@/components/ui/page/session";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import type { Identification, IdentificationList, UserPseudonyms } from "@/lib/domains/shadow-ai/schemas-users";
import { users as texts } from "../texts/users";
import type { UserStep } from "./user-dialogs";

const UserDialog = lazy(async () => ({ default: (await import("./user-dialogs")).UserDialog }));

/** Number of users shown at first. */
const shownFirst = 10;

/** The users of a detection as pseudonyms, and the requests to identify them. */
export function DetectionUsers({ detection }: { detection: ShadowAiDetectionDetail }) {
  const mayRead = useMay("identifications:read");
  const [step, setStep] = useState<UserStep | null>(null);
  const setting = useRead<UserPseudonyms>(keys.userPseudonyms(), "/v1/user-pseudonyms", { enabled: mayRead });
  if (!mayRead) return null;
  return (
    <Section title={texts.users} panel>
      <QueryState query={setting} label={texts.theUsers} height={40}>
        {({ enabled }) => <Users enabled={enabled} users={detection.users} onStep={setStep} />}
      </QueryState>
      <Requests detectionId={detection.id} onStep={setStep} />
      {step && (
        <Suspense>
          <UserDialog detectionId={detection.id} step={step} onClose={() => setStep(null)} />
        </Suspense>
      )}
    </Section>
  );
}

type OnStep = (step: UserStep) => void;

interface UsersProps {
  enabled: boolean;
  users: ShadowAiDetectionDetail["users"];
  onStep: OnStep;
}

function Users({ enabled, users, onStep }: UsersProps) {
  const mayView = useMay("shadow_ai:users");
  const { shown, toggle } = useShortened(users?.pseudonyms ?? [], shownFirst);
  if (!enabled) return <p className="quiet">{texts.disabled + texts.enableHint}</p>;
  if (!mayView || !users) return <p className="quiet">{texts.notForRole}</p>;
  const { count } = users;
  if (count === 0) return <p className="quiet">{texts.noUsers}</p>;
  return (
    <>
      <p className="quiet">{texts.count(count, shown.length)}</p>
      <ul className="plain-list" data-divided>
        {shown.map(({ pseudonym, requests, bytesOut, bytesIn, firstDay, lastDay }) => (
          <li key={pseudonym}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <code>{pseudonym}</code>
              <Button
                variant="default"
                size="compact-xs"
                aria-label={texts.identifyUser(pseudonym)}
                onClick={() => onStep({ kind: "request", pseudonym })}
              >
                {texts.identify}
              </Button>
            </Group>
            <div className="quiet">{texts.traffic(requests, bytesOut, bytesIn)}</div>
            <div className="quiet">{texts.days(firstDay, lastDay)}</div>
          </li>
        ))}
      </ul>
      {toggle}
    </>
  );
}

function Requests({ detectionId, onStep }: { detectionId: string; onStep: OnStep }) {
  const filters = { detectionId };
  const query = useRead<IdentificationList>(keys.identifications.list(filters), "/v1/user-pseudonyms/identifications", {
    query: filters,
  });
  const requests = query.data?.data ?? [];
  if (requests.length === 0) return null;
  return (
    <>
      <Title order={3} fz="sm" mt="md" mb="2xs">
        {texts.requests}
      </Title>
      <ul className="plain-list" data-divided>
        {requests.map((request) => (
          <li key={request.id}>
            <Request request={request} onStep={onStep} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Request({ request, onStep }: { request: Identification; onStep: OnStep }) {
  const { member } = useSession();
  const mayApprove = useMay("identifications:approve");
  const { status, pseudonym, reason, requestedBy, requesterRole, decidedBy, decisionNote, expiresAt } = request;
  const isMine = requestedBy === member.email;
  const isActive = pseudonym !== null && expiresAt !== null && Date.parse(expiresAt) > Date.now();
  return (
    <>
      <Group justify="space-between" gap="xs">
        {pseudonym === null ? <span className="quiet">{texts.deleted}</span> : <code>{pseudonym}</code>}
        <StatusBadge kind="identification" value={status} />
      </Group>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {texts.requestedBy(requestedBy) + reason}
      </Text>
      {decidedBy !== null && (
        <div className="quiet" style={{ overflowWrap: "anywhere" }}>
          {texts.decidedBy(decidedBy, decisionNote)}
        </div>
      )}
      {expiresAt !== null && (
        <div className="quiet">
          {isActive ? texts.expiresAt : texts.expiredAt}
          <Time value={expiresAt} />
        </div>
      )}
      {status === "PENDING" && mayApprove && !isMine && requesterRole !== member.role && (
        <Group gap="xs" mt="2xs">
          <Button size="xs" disabled={pseudonym === null} onClick={() => onStep({ kind: "approve", request })}>
            {texts.approve}
          </Button>
          <Button size="xs" variant="default" onClick={() => onStep({ kind: "reject", request })}>
            {texts.reject}
          </Button>
        </Group>
      )}
      {status === "APPROVED" && isMine && isActive && (
        <Button size="xs" mt="2xs" onClick={() => onStep({ kind: "compare", request })}>
          {texts.compare}
        </Button>
      )}
    </>
  );
}
