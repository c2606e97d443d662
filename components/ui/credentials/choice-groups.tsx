"use client";

import { Button, Checkbox, Fieldset, Input, SimpleGrid, Stack, Text } from "@mantine/core";
import { credentials as texts } from "@/components/ui/dialog-texts";

export interface ChoiceGroup<Value extends string> {
  label: string;
  choices: readonly { value: Value; text: string }[];
}

interface ChoiceGroupsProps<Value extends string> {
  legend: string;
  description?: string;
  groups: readonly ChoiceGroup<Value>[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  /** Shows a button that selects all choices. */
  withAll?: boolean;
  error?: string | undefined;
}

/** Checkboxes with descriptions, by group. Selected values are in the order of the groups. */
export function ChoiceGroups<Value extends string>(props: ChoiceGroupsProps<Value>) {
  const { legend, description, groups, value, onChange, withAll = false, error } = props;
  const all = groups.flatMap(({ choices }) => choices.map((choice) => choice.value));

  function toggle(one: Value): void {
    const next = value.includes(one) ? value.filter((other) => other !== one) : [...value, one];
    onChange(all.filter((other) => next.includes(other)));
  }

  return (
    <Fieldset variant="unstyled" legend={<Text fw={550}>{legend}</Text>}>
      {description && <Input.Description>{description}</Input.Description>}
      {error && <Input.Error role="alert">{error}</Input.Error>}
      {withAll && (
        <Button
          variant="default"
          size="compact-xs"
          mt="2xs"
          onClick={() => onChange(value.length === all.length ? [] : all)}
        >
          {value.length === all.length ? texts.clearAll : texts.selectAll}
        </Button>
      )}
      <SimpleGrid minColWidth="min(17rem, 100%)" spacing="lg" verticalSpacing="md" mt="xs">
        {groups.map((group) => (
          <Fieldset
            key={group.label}
            variant="unstyled"
            legend={
              <Text c="dimmed" fz="xs" fw={550}>
                {group.label}
              </Text>
            }
          >
            <Stack gap="xs">
              {group.choices.map((choice) => (
                <Checkbox
                  key={choice.value}
                  label={<code>{choice.value}</code>}
                  description={choice.text}
                  checked={value.includes(choice.value)}
                  onChange={() => toggle(choice.value)}
                />
              ))}
            </Stack>
          </Fieldset>
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
