"use client";

import { Stepper } from "@mantine/core";

interface WizardStepsProps {
  labels: readonly string[];
  active: number;
  /** Returns to an earlier step. */
  onReturn: (step: number) => void;
}

/** The steps of the wizard, with the active one. */
export function WizardSteps({ labels, active, onReturn }: WizardStepsProps) {
  return (
    <Stepper active={active} onStepClick={(to) => to < active && onReturn(to)} size="xs" allowNextStepsSelect={false}>
      {labels.map((label) => (
        <Stepper.Step key={label} label={label} />
      ))}
    </Stepper>
  );
}
