"use client";

import { Checkbox, Fieldset, Group, Input, NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useModelChoices } from "@/components/features/models/use-models";
import { MailNotice } from "@/components/ui/detail/mail-notice";
import { FilterSelect } from "@/components/ui/filters/filter-select";
import { errorAt, fieldsOf } from "@/components/ui/forms/fields";
import { NumberField } from "@/components/ui/forms/number-field";
import { terms } from "@/components/ui/terms";
import { operatorLabels, operators } from "@/lib/domains/alert-policies/enums";
import { type EventType, eventTypes, severities } from "@/lib/domains/audit-chain/enums";
import { capitalised, labelOf } from "@/lib/platform/client/format";
import styles from "./alert-policies.module.css";
import { ruleFields as texts } from "./editor-texts";
import { type PolicyForm, ruleProblems } from "./policy-form";
import { common } from "./texts";

interface PolicyFieldsProps {
  form: UseFormReturnType<PolicyForm>;
  /** The errors of the service, by path: `rule.payload.path`. */
  errors: Record<string, string>;
}

/** The conditions of a rule. An event must meet all of them. */
export function RuleFields({ form, errors }: PolicyFieldsProps) {
  const ruleProblem = form.errors.rule ? ruleProblems(form.values).rule : errors.rule;
  return (
    <>
      {ruleProblem && (
        <p role="alert" className={styles.problem}>
          {ruleProblem}
        </p>
      )}
      <EventConditions form={form} errors={errors} />
      <NumberCondition form={form} errors={errors} />
      <CountCondition form={form} errors={errors} />
    </>
  );
}

function EventConditions({ form, errors }: PolicyFieldsProps) {
  const field = fieldsOf(form, errors);
  return (
    <Fieldset legend={terms.events}>
      <Checkbox.Group
        {...texts.types}
        value={form.values.eventTypes}
        onChange={(chosen) => form.setFieldValue("eventTypes", chosen as EventType[])}
        error={errorAt(errors, "rule", "eventTypes")}
      >
        <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="xs" verticalSpacing={{ base: 0, sm: "xs" }} mt="xs">
          {eventTypes.map((type) => (
            <Checkbox key={type} value={type} label={labelOf(type)} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="sm">
        <NativeSelect
          label={terms.severity}
          data={[
            { value: "", label: texts.any },
            ...severities.map((value) => ({
              value,
              label: value === "CRITICAL" ? labelOf(value) : texts.orAbove(value),
            })),
          ]}
          {...field("minSeverity", { sentAs: "rule.minSeverity" })}
        />
        <TextInput
          {...texts.tags}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="off"
          {...field("tags", { sentAs: "rule.tags" })}
        />
      </SimpleGrid>
      <ModelCondition form={form} errors={errors} />
    </Fieldset>
  );
}

function ModelCondition({ form, errors }: PolicyFieldsProps) {
  const { modelIds } = form.values;
  const { choices } = useModelChoices(modelIds);
  const chosen = choices.filter(({ value }) => modelIds.includes(value)).map(({ label }) => label);
  const problem = errorAt(errors, "rule", "modelIds");
  return (
    <>
      <Input.Wrapper label={terms.models} labelElement="div" mt="sm">
        <Group gap="xs">
          <FilterSelect
            multiple
            label={texts.selectModels}
            options={choices}
            value={modelIds}
            onChange={(ids) => form.setFieldValue("modelIds", ids ?? [])}
          />
          <span className="quiet">{modelIds.length === 0 ? texts.anyModel : chosen.join(", ")}</span>
        </Group>
      </Input.Wrapper>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </>
  );
}

function NumberCondition({ form, errors }: PolicyFieldsProps) {
  const field = fieldsOf(form, errors);
  return (
    <Fieldset legend={texts.payloadValue}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput
          label={texts.field}
          placeholder={texts.fieldPlaceholder}
          description={texts.fieldDescription}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="off"
          spellCheck={false}
          {...field("path", { sentAs: "rule.payload.path" })}
        />
        <NativeSelect
          label={texts.condition}
          data={operators.map((value) => ({ value, label: capitalised(operatorLabels[value]) }))}
          {...form.getInputProps("operator")}
        />
        <NumberField
          label={texts.threshold}
          placeholder="0.6"
          {...field("threshold", { sentAs: "rule.payload.threshold" })}
        />
      </SimpleGrid>
    </Fieldset>
  );
}

function CountCondition({ form, errors }: PolicyFieldsProps) {
  const field = fieldsOf(form, errors);
  return (
    <Fieldset legend={texts.frequency}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NumberField
          {...texts.minimumEvents}
          allowDecimal={false}
          {...field("atLeast", { sentAs: "rule.count.atLeast" })}
        />
        <NumberField
          label={texts.timeWindowMinutes}
          allowDecimal={false}
          {...field("withinMinutes", { sentAs: "rule.count.withinMinutes" })}
        />
        <NativeSelect
          label={texts.countEvents}
          data={[
            { value: "MODEL", label: texts.perModel },
            { value: "ORGANISATION", label: texts.acrossAllModels },
          ]}
          {...form.getInputProps("per")}
        />
      </SimpleGrid>
    </Fieldset>
  );
}

/** The severity, cooldown and recipients of the alerts. */
export function AlertFields({ form, errors }: PolicyFieldsProps) {
  const field = fieldsOf(form, errors);
  return (
    <Fieldset legend={common.alert}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={common.alertSeverity}
          data={severities.map((value) => ({ value, label: labelOf(value) }))}
          {...field("severity")}
        />
        <NumberField
          label={texts.cooldownMinutes}
          description={texts.cooldownMinutesDescription}
          inputWrapperOrder={["label", "input", "description", "error"]}
          allowDecimal={false}
          {...field("cooldownMinutes")}
        />
      </SimpleGrid>
      <TextInput
        label={common.emailRecipients}
        mt="sm"
        placeholder={texts.emailRecipientsPlaceholder}
        description={texts.emailRecipientsDescription}
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        {...field("recipients")}
      />
      <MailNotice mt="sm" />
    </Fieldset>
  );
}
