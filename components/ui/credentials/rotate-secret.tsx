"use client";

import type { QueryKey } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { DialogButton } from "@/components/ui/detail/actions";
import { Section } from "@/components/ui/detail/section";
import { May } from "@/components/ui/page/session";
import { Time } from "@/components/ui/values/time";
import { useNow } from "@/lib/platform/client/use-environment";
import type { Permission } from "@/lib/platform/core/roles";

const RotationDialog = dynamic(() => import("./rotation-dialog").then((file) => file.RotationDialog));

interface RotateSecretProps<Rotated> {
  title: string;
  /** "signing secret" */
  label: string;
  /** Required to rotate it. */
  permission: Permission;
  path: string;
  invalidates: QueryKey;
  /** When the previous secret expires (ISO 8601); null where there is none. */
  previousSecretExpiresAt: string | null;
  /** What the secrets do: "Two secrets sign", "One secret signs". */
  words: { two: string; one: string };
  overlap: { label: string; description: string };
  /** What happens to the older of two valid secrets. */
  unfinished: string;
  /** The new secret; undefined where a repeated request was answered without it. */
  secretOf: (rotated: Rotated) => string | undefined;
  /** What to do with the new secret: `before` is when the present one expires; undefined where it is invalid at once. */
  advice: (before: ReactNode | undefined) => ReactNode;
}

/** The section of a page about the record's secret: whether two of them are valid, and the rotation. */
export function RotateSecret<Rotated extends { previousSecretExpiresAt: string | null }>(
  props: RotateSecretProps<Rotated>,
) {
  const { title, label, permission, path, previousSecretExpiresAt, words } = props;
  const now = useNow();
  const overlaps = previousSecretExpiresAt !== null && now !== null && Date.parse(previousSecretExpiresAt) > now;
  const action = (
    <May permission={permission}>
      <DialogButton
        label="Rotate secret"
        dialog={(onClose) => (
          <RotationDialog
            label={label}
            title={`Rotate the ${label}?`}
            failure="The secret was not rotated"
            path={path}
            invalidates={props.invalidates}
            overlap={props.overlap}
            unfinished={overlaps && props.unfinished}
            secretOf={(rotated) => props.secretOf(rotated as Rotated)}
            advice={(rotated, overlapSeconds) =>
              props.advice(
                overlapSeconds > 0 ? <Time value={(rotated as Rotated).previousSecretExpiresAt} /> : undefined,
              )
            }
            onClose={onClose}
          />
        )}
      />
    </May>
  );
  const note = overlaps ? (
    <>
      {words.two}: the new one, and the previous one until <Time value={previousSecretExpiresAt} />.
    </>
  ) : (
    `${words.one}. It was shown once, when it was created.`
  );
  return <Section title={title} action={action} note={note} />;
}
