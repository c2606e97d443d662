"use client";

import { NativeSelect } from "@mantine/core";

const hour = 3_600;

const overlaps = [
  { value: String(hour), label: "1 hour" },
  { value: String(24 * hour), label: "24 hours" },
  { value: String(3 * 24 * hour), label: "3 days" },
  { value: String(7 * 24 * hour), label: "7 days" },
  { value: "0", label: "Not at all: it has leaked" },
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
