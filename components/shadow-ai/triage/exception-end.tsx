"use client";

import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useNow } from "@/lib/client/use-environment";
import type { SettingsDocument } from "@/lib/shadow-ai/schemas-settings";

interface ExceptionEndProps {
  /** `YYYY-MM-DD`; empty: as long as is usual. */
  value: string;
  onChange: (value: string) => void;
}

const dayMs = 86_400_000;

/** Until when an exception holds, within what the organisation allows. */
export function ExceptionEnd({ value, onChange }: ExceptionEndProps) {
  const now = useNow();
  const settings = useQuery({
    queryKey: keys.shadowAiSettings(),
    queryFn: ({ signal }) => api.get<SettingsDocument>("/v1/shadow-ai/settings", undefined, { signal }),
  });
  const days = settings.data?.exceptionMaxDays ?? 365;
  return (
    <TextInput
      type="date"
      label="Ends on"
      description={`At most ${days} days from now. Empty: in ${Math.min(90, days)} days.`}
      min={now === null ? undefined : dayOf(now + dayMs)}
      max={now === null ? undefined : dayOf(now + days * dayMs)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The date where the reader is. */
function dayOf(epochMs: number): string {
  const date = new Date(epochMs);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
