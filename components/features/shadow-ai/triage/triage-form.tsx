import { useMutation } from "@tanstack/react-query";
import { FormDialog, type FormDialogProps } from "@/components/ui/forms/form-dialog";
import { triageDialogs as texts } from "../texts/triage-dialogs";
import type { Outcome, Target } from "./send-change";

export interface StepDialogProps {
  target: Target;
  onClose: () => void;
  onDone: (outcome: Outcome) => void;
}

type TriageFormProps = Pick<FormDialogProps, "title" | "action" | "onClose" | "children"> &
  Pick<StepDialogProps, "onDone"> & { send: () => Promise<Outcome> };

/** The frame of the triage dialogs. */
export function TriageForm({ send, onDone, ...dialog }: TriageFormProps) {
  const sending = useMutation({ mutationFn: send, onSuccess: onDone });
  return (
    <FormDialog
      {...dialog}
      failure={texts.changeNotSaved}
      sending={sending}
      onSubmit={() => sending.mutate()}
      nativeValidation
    />
  );
}

export function whichOf({ rows, matches }: Target): string {
  if (matches) return texts.allMatchingDetections(matches.count);
  return rows.length === 1 ? texts.thisDetection : texts.countDetections(rows.length);
}
