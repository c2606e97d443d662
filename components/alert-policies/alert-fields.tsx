"use client";

import { Fieldset, NativeSelect, NumberInput, SimpleGrid, TextInput } from "@mantine/core";
import { errorAt } from "@/components/forms/error-at";
import { severities } from "@/lib/audit-chain/vocabulary";
import { wordsOf } from "@/lib/client/format";
import type { PolicyFieldsProps } from "./rule-fields";

/** What an alert of the policy is like, and who is told. */
export function AlertFields({ form, errors }: PolicyFieldsProps) {
  return (
    <Fieldset legend="The alert">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label="Its severity"
          data={severities.map((value) => ({ value, label: wordsOf(value) }))}
          {...form.getInputProps("severity")}
          error={errors.severity}
        />
        <NumberInput
          label="Minutes of silence after it"
          description="For the same model; where all are counted together, at all"
          inputWrapperOrder={["label", "input", "description", "error"]}
          min={1}
          max={10_080}
          allowDecimal={false}
          {...form.getInputProps("cooldownMinutes")}
          error={form.errors.cooldownMinutes ?? errors.cooldownMinutes}
        />
      </SimpleGrid>
      <TextInput
        label="Told by mail"
        mt="sm"
        placeholder="model-risk@example.com"
        description="Addresses with commas, 10 at most; they need not be members"
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        {...form.getInputProps("recipients")}
        error={errorAt(errors, "recipients")}
      />
    </Fieldset>
  );
}
