"use client";

import type { QueryKey } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { DialogButton } from "@/components/ui/detail/actions";
import { Section } from "@/components/ui/detail/section";
import { credentials as texts } from "@/components/ui/dialog-texts";
import { May } from "@/components/ui/page/session";
import { Time } from "@/components/ui/values/time";
import { useNow } from "@/lib/platform/client/use-environment";
import type { Permission } from "@/lib/platform/core/roles";

const RotationDialog = dynamic(() => import("./rotation-dialog").then((file) => file.RotationDialog<Rotated>));

interface Rotated {
  previousSecretExpiresAt: string | null;
  /** The new secret. Missing in the response to a repeated request. */
  signingSecret?: string | undefined;
  secret?: string | undefined;
}

export interface RotateSecretProps {
  /** For example, "signing secret". */
  label: string;
  /** Required to rotate it. */
  permission: Permission;
  path: string;
  invalidates: QueryKey;
  /** ISO 8601; null if there is no previous secret. */
  previousSecretExpiresAt: string | null;
  overlap: { label: string; description: string };
  /**
   * Instructions for using the new secret. `before`: when the current one expires; undefined if it expires immediately.
   */
  advice: (before: ReactNode | undefined) => ReactNode;
}

/** The secret of a record: how many are valid, and a button that rotates it. */
export function RotateSecret(props: RotateSecretProps) {
  const { label, permission, path, previousSecretExpiresAt } = props;
  const now = useNow();
  const overlaps = previousSecretExpiresAt !== null && now !== null && Date.parse(previousSecretExpiresAt) > now;
  const action = (
    <May permission={permission}>
      <DialogButton
        label={texts.rotateSecret}
        dialog={(onClose) => (
          <RotationDialog
            label={label}
            title={texts.rotateQuestion(label)}
            failure={texts.notRotated}
            path={path}
            invalidates={props.invalidates}
            overlap={props.overlap}
            unfinished={overlaps && texts.unfinished}
            secretOf={({ signingSecret, secret }) => signingSecret ?? secret}
            advice={(rotated, overlapSeconds) =>
              props.advice(overlapSeconds > 0 ? <Time value={rotated.previousSecretExpiresAt} /> : undefined)
            }
            onClose={onClose}
          />
        )}
      />
    </May>
  );
  const note = overlaps ? (
    <>
      Two secrets are active: the new one, and the previous one until <Time value={previousSecretExpiresAt} />.
    </>
  ) : (
    texts.oneActive
  );
  const title = label.charAt(0).toUpperCase() + label.slice(1);
  return <Section title={title} action={action} note={note} panel />;
}
