import { Group, Select, TextInput } from "@mantine/core";
import { terms } from "@/components/ui/terms";
import { type PeriodPreset, periodPresets } from "./labels";
import { common } from "./texts";

/** The first and the last day of a custom period, `YYYY-MM-DD`; empty while not entered. */
export interface PeriodDays {
  from: string;
  to: string;
}

interface PeriodFieldsProps {
  preset: PeriodPreset;
  onPreset: (preset: PeriodPreset) => void;
  days: PeriodDays;
  onDays: (days: PeriodDays) => void;
  /** The errors of the request. */
  errors?: { from?: string | undefined; to?: string | undefined };
  /** Marks missing days. */
  isMissing?: boolean;
}

/** A period: a preset, or the first and the last day. */
export function PeriodFields({ preset, onPreset, days, onDays, errors = {}, isMissing = false }: PeriodFieldsProps) {
  const missing = (day: string) => (isMissing && day === "" ? common.enterADate : undefined);
  return (
    <>
      <Select
        label={terms.period}
        allowDeselect={false}
        data={[
          ...periodPresets.map(([value, label]) => ({ value, label })),
          { value: "OTHER", label: common.customRange },
        ]}
        value={preset}
        onChange={(value) => onPreset(value as PeriodPreset)}
        error={preset === "OTHER" ? undefined : errors.from}
      />
      {preset === "OTHER" && (
        <Group grow align="start">
          <TextInput
            type="date"
            label={terms.firstDay}
            value={days.from}
            error={errors.from ?? missing(days.from)}
            onChange={(event) => onDays({ ...days, from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={terms.lastDay}
            value={days.to}
            error={errors.to ?? missing(days.to)}
            onChange={(event) => onDays({ ...days, to: event.currentTarget.value })}
          />
        </Group>
      )}
    </>
  );
}
