"use client";

import { Box, Button, Group, NativeSelect, Radio, Stack, Text } from "@mantine/core";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useEvidenceModels } from "@/components/features/models/use-models";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { Page } from "@/components/ui/page/page";
import { terms } from "@/components/ui/terms";
import { type FrameworkId, frameworkIds } from "@/lib/domains/evidence/enums";
import type { GeneratedPackage } from "@/lib/domains/evidence/schemas";
import { frameworks } from "./frameworks";
import { problemOf, type RequestForm, recentPeriod, toRequest } from "./request-form";
import { requestWizard as texts } from "./texts/request";

const later = () => import("./later-steps");
const ContentsStep = dynamic(async () => (await later()).ContentsStep);
const ReviewStep = dynamic(async () => (await later()).ReviewStep);
const WizardSteps = dynamic(async () => (await import("./wizard-steps")).WizardSteps);
const FormError = dynamic(async () => (await import("@/components/ui/feedback/form-error")).FormError);

interface RequestWizardProps {
  modelId: string | null;
  framework: FrameworkId | null;
  /** Server time, so that server and browser compute the same default period. */
  now: number;
}

const steps = [
  { label: texts.scope, Step: ScopeStep },
  { label: texts.contents, Step: ContentsStep },
  { label: texts.review, Step: ReviewStep },
] as const;

export function RequestWizard({ modelId, framework, now }: RequestWizardProps) {
  const router = useRouter();
  const [step, setStep] = useState(0);
  const heading = useFocusAfter(step);
  const [problem, setProblem] = useState<string>();
  const [form, setForm] = useState<RequestForm>(() => ({
    modelId,
    framework: framework ?? "EU_AI_ACT_ANNEX_IV",
    ...recentPeriod(now),
    sections: null,
    format: "PDF",
    includeChainProof: true,
    includeHumanOversight: true,
    recipientName: "",
    notes: "",
  }));
  // Repeated clicks create one package.
  const [idempotencyKey] = useState(() => `ide_${crypto.randomUUID()}`);
  const send = useSend<void, GeneratedPackage>({
    send: () => api.post("/v1/evidence/generate", toRequest(form), { idempotencyKey }),
    invalidates: [keys.evidence.all(), keys.overview()],
    errors: "form",
    onSuccess: ({ id }) => router.push(`/evidence/${id}`),
  });
  // Preload the later steps.
  useEffect(() => void later(), []);
  const isLast = step === steps.length - 1;

  function next(): void {
    const found = problemOf(step, form);
    if (found === undefined) goTo(step + 1);
    else setProblem(found);
  }

  /** The errors of the previous step do not apply. */
  function goTo(target: number): void {
    setProblem(undefined);
    send.reset();
    setStep(target);
  }

  const { label, Step } = steps[step] ?? steps[0];
  return (
    <Page title={texts.newEvidencePackage} breadcrumbs={[{ label: texts.evidence, href: "/evidence" }]} width="reading">
      <WizardSteps labels={steps.map(({ label }) => label)} active={step} onReturn={goTo} />
      <Box
        component="form"
        mt="lg"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isLast) send.mutate();
          else next();
        }}
      >
        <h2 className="visually-hidden" ref={heading} tabIndex={-1}>
          {texts.stepTitle(step + 1, steps.length, label)}
        </h2>
        {send.error && <FormError error={send.error} title={texts.requestFailed} />}
        {problem && (
          <Text inherit role="alert" c="var(--bad-text)" fw={600}>
            {problem}
          </Text>
        )}
        <Step form={form} set={(change) => setForm((current) => ({ ...current, ...change }))} />
        <Group justify="space-between" mt="lg">
          {step > 0 && (
            <Button variant="default" onClick={() => goTo(step - 1)}>
              {texts.back}
            </Button>
          )}
          <Button type="submit" ml="auto" loading={send.isPending}>
            {isLast ? texts.generatePackage : texts.next}
          </Button>
        </Group>
      </Box>
    </Page>
  );
}

/** Focuses the heading after each change of the step, so that keyboards and screen readers start there. */
function useFocusAfter(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef(step);
  useEffect(() => {
    if (focused.current === step) return;
    focused.current = step;
    heading.current?.focus();
  }, [step]);
  return heading;
}

export interface StepProps {
  form: RequestForm;
  set: (change: Partial<RequestForm>) => void;
}

function ScopeStep({ form, set }: StepProps) {
  const { models, ownOnly, state } = useEvidenceModels();
  return (
    <Stack>
      <Radio.Group
        label={texts.framework}
        value={form.framework}
        onChange={(framework) => set({ framework: framework as FrameworkId, sections: null })}
      >
        <Stack gap="xs" mt="xs">
          {frameworkIds.map((id) => (
            <Radio key={id} value={id} label={frameworks[id].name} description={frameworks[id].issuer} />
          ))}
        </Stack>
      </Radio.Group>
      <NativeSelect
        label={texts.model}
        required
        {...(ownOnly && { description: texts.ownModelsOnly })}
        error={state.error}
        data={[{ value: "", label: state.placeholder ?? terms.selectModel }, ...models]}
        value={form.modelId ?? ""}
        onChange={({ currentTarget }) => set({ modelId: currentTarget.value || null })}
      />
    </Stack>
  );
}
