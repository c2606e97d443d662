"use client";

import { IconCircleCheck, IconCircleDashed, IconHelpTriangle, IconShieldX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/page/link";
import { Count } from "@/components/ui/values/figures";
import { Time } from "@/components/ui/values/time";
import type { Overview } from "@/lib/domains/overview/schemas";
import { countedText, countText, labelOf } from "@/lib/platform/client/format";
import styles from "./overview.module.css";

const looks = {
  INTACT: { icon: IconCircleCheck, tone: "good", title: "The chain is intact" },
  BROKEN: { icon: IconShieldX, tone: "bad", title: "The chain is broken" },
  NOT_CHECKED: { icon: IconCircleDashed, tone: "quiet", title: "The chain has not been verified yet" },
  UNABLE: { icon: IconHelpTriangle, tone: "doubt", title: "The chain could not be verified" },
} as const;

/** The integrity of the audit chain, its latest event and checkpoint, and the event volume. */
export function ChainBanner({ chain, events }: { chain: Overview["chain"]; events: Overview["events"] }) {
  const { icon: Icon, tone, title } = looks[chain.state];
  return (
    <section className={styles.banner} data-tone={tone} aria-labelledby="chain-state">
      <Icon size={26} stroke={1.6} aria-hidden="true" className={styles.bannerIcon} />
      <div className={styles.bannerText}>
        <h2 id="chain-state">{title}</h2>
        <p>{sentenceOf(chain)}</p>
      </div>
      <dl className={styles.figures}>
        <Figure name="Last event" value={<Link href="/audit">#{countText(chain.headPosition)}</Link>} />
        <Figure name="Last checkpoint" value={<Time value={chain.lastCheckpointAt} format="relative" none="None" />} />
        <Figure
          name="Events in 24 hours"
          value={
            <>
              <Count value={events.last24h} />{" "}
              <span className={styles.change}>{changeText(events.last24h, events.previous24h)}</span>
            </>
          }
        />
      </dl>
      <Link className={styles.bannerLink} href="/audit/verification">
        Verification
      </Link>
    </section>
  );
}

function sentenceOf({ state, verifiedTo, verifiedAt, firstBreak, openFindings }: Overview["chain"]): ReactNode {
  const verified = verifiedTo !== null && verifiedAt !== null && (
    <>
      Verified up to #{countText(verifiedTo)}, <Time value={verifiedAt} format="relative" />
    </>
  );
  switch (state) {
    case "INTACT":
      return <>{verified}. No event was modified, removed or reordered.</>;
    case "BROKEN":
      return firstBreak ? (
        <>
          At{" "}
          {firstBreak.eventId ? (
            <Link href={`/audit/${firstBreak.eventId}`}>#{countText(firstBreak.chainPosition)}</Link>
          ) : (
            `#${countText(firstBreak.chainPosition)}`
          )}
          : {labelOf(firstBreak.code).toLowerCase()}. {countedText(openFindings, "finding")} in total.
        </>
      ) : (
        "The stored data is inconsistent."
      );
    case "NOT_CHECKED":
      return "The service verifies the whole chain every night. You can also start a verification now.";
    case "UNABLE":
      return (
        <>
          The last verification did not finish, was incomplete, or is more than a day old.{" "}
          {verified && <>{verified}.</>}
        </>
      );
  }
}

function Figure({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The difference from the previous period: "+12", "−3", "unchanged". */
export function changeText(now: number, before: number): string {
  if (now === before) return "unchanged";
  return now > before ? `+${countText(now - before)}` : `−${countText(before - now)}`;
}
