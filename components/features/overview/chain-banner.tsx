"use client";

import { Group, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed, IconHelpTriangle, IconShieldX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { verifiedExtent } from "@/components/features/audit-chain/labels";
import { Link } from "@/components/ui/page/link";
import { May } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { Count } from "@/components/ui/values/figures";
import { toneStyle } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { Overview } from "@/lib/domains/overview/schemas";
import { countedText, countText, labelOf } from "@/lib/platform/client/format";
import { chainBanner as texts } from "./texts";

const looks = {
  INTACT: { icon: IconCircleCheck, tone: "good", title: null },
  BROKEN: { icon: IconShieldX, tone: "bad", title: texts.theChainIsBroken },
  NOT_CHECKED: { icon: IconCircleDashed, tone: "quiet", title: texts.notVerifiedYet },
  UNABLE: { icon: IconHelpTriangle, tone: "doubt", title: texts.notVerified },
} as const;

interface ChainBannerProps {
  chain: Overview["chain"];
  /** The event volume. Omit it on the verification page, which also hides the link to that page. */
  events?: Overview["events"];
}

/** The integrity of the audit chain, its latest event and checkpoint, and the event volume. */
export function ChainBanner({ chain, events }: ChainBannerProps) {
  const { icon: Icon, tone, title } = looks[chain.state];
  const change = events && changeText(events.last24h, events.previous24h, "24 hours");
  return (
    <Group
      component="section"
      aria-labelledby="chain-state"
      gap="8px 20px"
      px="md"
      py={10}
      bd="1px solid var(--tone)"
      bdrs="md"
      bg="var(--tone-soft)"
      style={{ ...toneStyle(tone), borderLeftWidth: 4 }}
    >
      <Group flex="1 1 18rem" gap="sm" wrap="nowrap" align="flex-start">
        <Icon size={26} stroke={1.6} aria-hidden="true" color="var(--tone)" style={{ flex: "none" }} />
        <div>
          <Text component="h2" id="chain-state" fw={650} m={0}>
            {title ?? verifiedExtent.intact(chain.verifiedTo ?? 0)}
          </Text>
          {sentenceOf(chain)}
          {chain.state === "INTACT" && <WitnessNote chain={chain} />}
        </div>
      </Group>
      <Group component="dl" gap="4px 24px" m={0}>
        <Figure name={texts.lastEvent} value={<Link href="/audit">#{countText(chain.headPosition)}</Link>} />
        <Figure
          name={texts.lastCheckpoint}
          value={<Time value={chain.lastCheckpointAt} format="relative" none={terms.none} />}
        />
        {events && (
          <Figure
            name={texts.recordedInLast24Hours}
            value={
              <>
                <Count value={events.last24h} />
                {change && (
                  <Text span display="block" size="xs" c="dimmed">
                    {change}
                  </Text>
                )}
              </>
            }
          />
        )}
      </Group>
      {events && <Link href="/audit/verification">{texts.verification}</Link>}
    </Group>
  );
}

function sentenceOf({ state, firstBreak, openFindings, ...chain }: Overview["chain"]): ReactNode {
  const { verifiedFrom, verifiedTo, verifiedAt, fullyVerifiedAt, headPosition } = chain;
  switch (state) {
    case "INTACT":
      return (
        <>
          {verifiedExtent.newer(headPosition - (verifiedTo ?? 0))} Last verified{" "}
          <Time value={verifiedAt} format="relative" />
          {(verifiedFrom ?? 1) > 1 && (
            <>
              , full chain <Time value={fullyVerifiedAt} format="relative" />
            </>
          )}
          . No modified, removed or reordered events were found.
        </>
      );
    case "BROKEN":
      return firstBreak ? (
        <>
          First finding at{" "}
          {firstBreak.eventId ? (
            <Link href={`/audit/${firstBreak.eventId}`}>#{countText(firstBreak.chainPosition)}</Link>
          ) : (
            `#${countText(firstBreak.chainPosition)}`
          )}
          : {labelOf(firstBreak.code).toLowerCase()}. {countedText(openFindings, "finding")} in total.
        </>
      ) : (
        texts.inconsistent
      );
    case "NOT_CHECKED":
      return texts.serviceVerifiesWhole;
    case "UNABLE":
      return (
        <>
          {texts.lastVerificationDid}{" "}
          {verifiedTo !== null && (
            <>
              {verifiedExtent.lastSuccess(verifiedTo)}, <Time value={verifiedAt} format="relative" />.
            </>
          )}
        </>
      );
  }
}

/** A chain is also protected from those who control the service if a witness has cosigned all verified events. */
function WitnessNote({ chain: { cosignedTo, verifiedTo } }: Pick<ChainBannerProps, "chain">) {
  if (cosignedTo !== null && cosignedTo >= (verifiedTo ?? 0)) return null;
  return (
    <Text size="xs" c="dimmed">
      {cosignedTo !== null && texts.witness.through(cosignedTo)}
      {cosignedTo === null && (
        <>
          {texts.witness.none}{" "}
          <May permission="admin">
            <a href="/docs/witness">{texts.witness.setUp}</a>
          </May>
        </>
      )}
    </Text>
  );
}

function Figure({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" fw={550} m={0}>
        {value}
      </Text>
    </div>
  );
}

/** The difference from the previous period, such as "24 hours"; null if nothing was counted in it. */
export function changeText(now: number, before: number, period: string): string | null {
  if (before === 0) return null;
  if (now === before) return `as many as in the previous ${period}`;
  const [difference, word] = now > before ? [now - before, "more"] : [before - now, "fewer"];
  return `${countText(difference)} ${word} than in the previous ${period}`;
}
