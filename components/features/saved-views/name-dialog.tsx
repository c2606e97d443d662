"use client";

import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { fieldErrors } from "@/components/ui/api/api-error";
import { FormDialog, type FormDialogProps } from "@/components/ui/forms/form-dialog";
import { terms } from "@/components/ui/terms";
import { common, nameDialog as texts } from "./texts";

interface NameDialogProps extends Pick<FormDialogProps, "title" | "action" | "sending" | "onClose"> {
  name?: string;
  /** Whether to offer sharing. */
  mayShare: boolean;
  onSubmit: (view: { name: string; shared: boolean }) => void;
}

/** Prompts for the name of a view. */
export function NameDialog({ name: current = "", mayShare, onSubmit, ...dialog }: NameDialogProps) {
  const [name, setName] = useState(current);
  const [shared, setShared] = useState(false);
  return (
    <FormDialog
      {...dialog}
      size="md"
      failure={texts.viewNotSaved}
      disabled={name.trim() === ""}
      onSubmit={() => onSubmit({ name: name.trim(), shared })}
    >
      <TextInput
        data-autofocus
        label={terms.name}
        required
        withAsterisk={false}
        maxLength={100}
        autoComplete="off"
        value={name}
        error={fieldErrors(dialog.sending.error).name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {mayShare && (
        <Checkbox
          label={common.shareWithTheOrganisation}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
