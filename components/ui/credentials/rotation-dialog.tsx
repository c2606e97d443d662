"use client";

import { Alert, NativeSelect } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "@/components/ui/api/client";
import { useSend } from "@/components/ui/api/mutation";
import { NewSecret } from "@/components/ui/credentials/new-secret";
import { useRepeatKey } from "@/components/ui/credentials/use-repeat-key";
import { FormDialog } from "@/components/ui/forms/form-dialog";

interface RotationDialogProps<Rotated> {
  /** What is rotated: "signing secret". */
  label: string;
  title: string;
  /** Over what was refused: "The key was not rotated". */
  failure: string;
  /** Where the rotation is asked for. */
  path: string;
  /** What it makes out of date. */
  invalidates: QueryKey;
  overlap: { label: string; description: string };
  /** What becomes of the older of two secrets where the last rotation is not over; false where it is. */
  unfinished?: string | false;
  /** The new secret; undefined where a repeated request was answered without it. */
  secretOf: (rotated: Rotated) => string | undefined;
  /** What to do with the new secret. */
  advice: (rotated: Rotated, overlapSeconds: number) => ReactNode;
  /** What to know before. */
  children?: ReactNode;
  onClose: () => void;
}

/** Gives out a new secret, which is shown once, while the old one works for a while beside it. */
export function RotationDialog<Rotated>(props: RotationDialogProps<Rotated>) {
  const { label, title, failure, path, overlap, onClose } = props;
  const keyOf = useRepeatKey();
  const [overlapSeconds, setOverlapSeconds] = useState(usualOverlapSeconds);
  const send = useSend<{ overlapSeconds: number }, Rotated>({
    send: (input) => api.post(path, input, { idempotencyKey: keyOf(input) }),
    invalidates: [props.invalidates],
    errors: "form",
  });
  const rotated = send.data;

  return (
    <FormDialog
      title={rotated ? `Store the new ${label}` : title}
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
        <Alert color="orange" title="The previous rotation is still in progress">
          {props.unfinished}
        </Alert>
      )}
      {props.children}
      <OverlapSelect {...overlap} seconds={overlapSeconds} onChange={setOverlapSeconds} />
    </FormDialog>
  );
}

const hour = 3_600;

const overlaps = [
  { value: String(hour), label: "1 hour" },
  { value: String(24 * hour), label: "24 hours" },
  { value: String(3 * 24 * hour), label: "3 days" },
  { value: String(7 * 24 * hour), label: "7 days" },
  { value: "0", label: "None: the secret has leaked" },
];

/** What the service takes where nobody says anything. */
export const usualOverlapSeconds = 24 * hour;

interface OverlapSelectProps {
  label: string;
  description: string;
  seconds: number;
  onChange: (seconds: number) => void;
}

/** How long what is replaced still works beside its successor. */
export function OverlapSelect({ label, description, seconds, onChange }: OverlapSelectProps) {
  return (
    <NativeSelect
      label={label}
      description={description}
      data={overlaps}
      value={String(seconds)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}
