"use client";

import { Alert, NativeSelect } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "@/components/ui/api/client";
import { useRepeatKey, useSend } from "@/components/ui/api/mutation";
import { NewSecret } from "@/components/ui/credentials/new-secret";
import { credentials as texts } from "@/components/ui/dialog-texts";
import { FormDialog } from "@/components/ui/forms/form-dialog";

interface RotationDialogProps<Rotated> {
  /** For example, "signing secret". */
  label: string;
  title: string;
  /** The title of an error: "Secret not rotated". */
  failure: string;
  path: string;
  invalidates: QueryKey;
  overlap: { label: string; description: string };
  /** The consequence for the older of two valid secrets; false if only one is valid. */
  unfinished?: string | false;
  /** The new secret. Undefined in the response to a repeated request. */
  secretOf: (rotated: Rotated) => string | undefined;
  /** Instructions for the new secret. */
  advice: (rotated: Rotated, overlapSeconds: number) => ReactNode;
  children?: ReactNode;
  onClose: () => void;
}

/** Creates a new secret and shows it once. The old one can stay valid for an overlap period. */
export function RotationDialog<Rotated>(props: RotationDialogProps<Rotated>) {
  const { label, title, failure, path, overlap, onClose } = props;
  const keyOf = useRepeatKey();
  const [overlapSeconds, setOverlapSeconds] = useState(24 * hour);
  const send = useSend<{ overlapSeconds: number }, Rotated>({
    send: (input) => api.post(path, input, { idempotencyKey: keyOf(input) }),
    invalidates: [props.invalidates],
    errors: "form",
  });
  const rotated = send.data;

  return (
    <FormDialog
      title={rotated ? texts.save(label) : title}
      action="Rotate"
      failure={failure}
      sending={send}
      onSubmit={() => send.mutate({ overlapSeconds })}
      nativeValidation
      onClose={onClose}
      locked={rotated !== undefined}
      result={
        rotated && (
          <NewSecret label={label} value={props.secretOf(rotated)} onDone={onClose}>
            {props.advice(rotated, overlapSeconds)}
          </NewSecret>
        )
      }
    >
      {props.unfinished && (
        <Alert color="orange" title={texts.unfinishedTitle}>
          {props.unfinished}
        </Alert>
      )}
      {props.children}
      <NativeSelect
        {...overlap}
        data={overlaps}
        value={String(overlapSeconds)}
        onChange={(event) => setOverlapSeconds(Number(event.currentTarget.value))}
      />
    </FormDialog>
  );
}

const hour = 3_600;

const overlaps = [
  { value: String(hour), label: "1 hour" },
  { value: String(24 * hour), label: "24 hours" },
  { value: String(3 * 24 * hour), label: "3 days" },
  { value: String(7 * 24 * hour), label: "7 days" },
  { value: "0", label: texts.noOverlap },
];
