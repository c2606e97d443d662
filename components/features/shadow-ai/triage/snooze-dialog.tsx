import { Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { localDay } from "@/components/ui/forms/fields";
import { snoozeMaxDays } from "@/lib/domains/shadow-ai/enums";
import { useNow } from "@/lib/platform/client/use-environment";
import { common } from "../texts/common";
import { triageDialogs as texts } from "../texts/triage-dialogs";
import { type StepDialogProps, TriageForm, whichOf } from "./triage-form";
import { useTriage } from "./use-triage";

const dayMs = 86_400_000;

/** Hides detections until the start of a local day. */
export function SnoozeDialog({ target, ...dialog }: StepDialogProps) {
  const triage = useTriage();
  const now = useNow();
  const [day, setDay] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const chosen = day ?? (now === null ? "" : localDay(now + 7 * dayMs));
  const snooze = () => ({
    until: new Date(`${chosen}T00:00`).toISOString(),
    ...(note.trim() !== "" && { note }),
  });
  return (
    <TriageForm
      {...dialog}
      title={texts.snoozeWhich(whichOf(target))}
      action={texts.snooze}
      send={() => triage.change(target, { snooze: snooze() })}
    >
      <Text size="sm" c="dimmed">
        {texts.snoozeIntroduction}
      </Text>
      <TextInput
        type="date"
        label={texts.snoozeUntil}
        description={texts.snoozeDescription(snoozeMaxDays)}
        required
        data-autofocus
        min={now === null ? undefined : localDay(now + dayMs)}
        max={now === null ? undefined : localDay(now + snoozeMaxDays * dayMs)}
        value={chosen}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <Textarea label={common.note} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
    </TriageForm>
  );
}
