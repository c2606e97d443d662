"use client";

import { IconUsersGroup } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Section } from "@/components/ui/detail/section";
import { EmptyState } from "@/components/ui/feedback/states";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { AttestationStatus } from "@/lib/domains/audit-chain";
import type { PublishedCheckpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import { attestations as texts } from "../texts/event";

type Attested = AttestationStatus["witnesses"][number]["attested"];

interface AttestationsProps {
  /** As of the last full load of the page. */
  status: AttestationStatus;
  /** The last checkpoint, which is kept up to date; undefined if the chain has no checkpoint. */
  checkpoint: PublishedCheckpoint | undefined;
}

/** The statements of independent parties about the checkpoints. The service verified each statement that is shown. */
export function Attestations({ status: { witnesses, timestamps }, checkpoint }: AttestationsProps) {
  if (witnesses.length === 0 && timestamps === null) {
    return (
      <Section title={texts.title} panel>
        <EmptyState
          icon={<IconUsersGroup size={26} />}
          {...texts.empty}
          action={<a href="/docs/witness">{texts.runAWitness}</a>}
        />
      </Section>
    );
  }
  const size = checkpoint?.size ?? 0;
  const stamped = checkpoint?.timestamps[0];
  return (
    <Section title={texts.title} note={texts.note} panel>
      <ul className="plain-list" data-divided>
        {witnesses.map(({ name, attested, outcome }) => {
          const cosigned = checkpoint?.cosignatures.find(({ witness }) => witness === name);
          const last = cosigned ? { size, at: cosigned.cosignedAt } : attested;
          const isRefused = !cosigned && (outcome === "refused" || outcome === "ahead");
          return (
            <Party key={name} name={name} state={isRefused ? "REFUSED" : last ? "OK" : "NOT_VERIFIED"}>
              {last && <Covered attested={last} size={size} text={texts.cosigned(last.size)} />}
              {!cosigned && outcome !== "cosigned" && <div>{texts.outcomes[outcome ?? "none"] ?? outcome}</div>}
            </Party>
          );
        })}
        {witnesses.length === 0 && (
          <Party name={texts.witnesses} state="NOT_CONFIGURED">
            <a href="/docs/witness">{texts.runAWitness}</a>
          </Party>
        )}
        <Timestamps
          attested={stamped ? { size, at: stamped.timestampedAt } : (timestamps?.attested ?? null)}
          isConfigured={timestamps !== null}
          size={size}
        />
      </ul>
    </Section>
  );
}

function Timestamps({ attested, isConfigured, size }: { attested: Attested; isConfigured: boolean; size: number }) {
  const state = attested ? "OK" : isConfigured ? "NOT_VERIFIED" : "NOT_CONFIGURED";
  return (
    <Party name={texts.timestamps} state={state}>
      {attested ? (
        <Covered attested={attested} size={size} text={texts.timestamped(attested.size)} />
      ) : isConfigured ? (
        <div>{texts.notTimestamped}</div>
      ) : (
        <a href="/docs/operations/checkpoints#add-timestamps">{texts.addTimestamps}</a>
      )}
    </Party>
  );
}

function Party({ name, state, children }: { name: string; state: string; children: ReactNode }) {
  return (
    <li>
      <StatusBadge kind="attestation" value={state} /> <strong>{name}</strong>
      <div className="quiet">{children}</div>
    </li>
  );
}

function Covered({
  attested: { size: covered, at },
  size,
  text,
}: {
  attested: NonNullable<Attested>;
  size: number;
  text: string;
}) {
  return (
    <div>
      {text} <Time value={at} format="relative" />.{covered < size && ` ${texts.newer(size - covered)}`}
    </div>
  );
}
