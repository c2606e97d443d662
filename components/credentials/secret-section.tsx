"use client";

import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { May } from "@/components/app/session";
import { DetailSection } from "@/components/detail/detail-section";
import { Time } from "@/components/values/time";
import { useNow } from "@/lib/client/use-environment";
import type { Permission } from "@/lib/roles";

interface SecretSectionProps {
  title: string;
  /** Who may rotate it. */
  permission: Permission;
  /** Until when the secret before the present one works beside it (ISO); null where there is none. */
  previousSecretExpiresAt: string | null;
  /** What secrets do: "Two secrets sign", "One secret signs". */
  words: { two: string; one: string };
  /** The dialog that rotates it. */
  rotation: (overlaps: boolean, onClose: () => void) => ReactNode;
}

/** What is known of a thing's secret: never the secret, but whether two of them work now. */
export function SecretSection({ title, permission, previousSecretExpiresAt, words, rotation }: SecretSectionProps) {
  const [isRotating, setRotating] = useState(false);
  const now = useNow();
  const overlaps = previousSecretExpiresAt !== null && now !== null && Date.parse(previousSecretExpiresAt) > now;
  const action = (
    <May permission={permission}>
      <Button variant="default" size="xs" onClick={() => setRotating(true)}>
        Rotate
      </Button>
    </May>
  );
  const note = overlaps ? (
    <>
      {words.two}: the new one, and the one before until <Time value={previousSecretExpiresAt} />.
    </>
  ) : (
    `${words.one}. It was shown when it was made, and cannot be read again.`
  );
  return (
    <DetailSection id="secret" title={title} action={action} note={note}>
      {isRotating && rotation(overlaps, () => setRotating(false))}
    </DetailSection>
  );
}
