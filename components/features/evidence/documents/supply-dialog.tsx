"use client";

import { FileInput, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type ReactNode, useState } from "react";
import { useModelField, useModelNames } from "@/components/features/models/use-models";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRepeatKey, useSend } from "@/components/ui/api/mutation";
import { QueryState } from "@/components/ui/feedback/states";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { terms } from "@/components/ui/terms";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import type { EvidenceDocument } from "@/lib/domains/evidence/schemas-documents";
import { controlName } from "../controls/controls";
import { frameworkName } from "../frameworks";
import { common } from "../texts/common";
import { supplyDialog as texts } from "../texts/documents";
import { type DocumentForm, emptyDocument, hashOf, problemsOf, toSupply } from "./document-form";
import { useRequirements } from "./use-requirements";

interface SupplyDialogProps {
  /** Fields that are already filled in. */
  initial?: Partial<DocumentForm>;
  /** Precedes the buttons. */
  note?: (values: DocumentForm) => ReactNode;
  /** Completes before the lists are refetched. */
  onSupplied?: (document: EvidenceDocument) => Promise<void>;
  onClose: () => void;
}

export function SupplyDialog({ initial = {}, note, onSupplied, onClose }: SupplyDialogProps) {
  const keyOf = useRepeatKey();
  const form = useForm<DocumentForm>({ initialValues: { ...emptyDocument, ...initial }, validate: problemsOf });
  const send = useSend<DocumentForm, EvidenceDocument>({
    send: async (values) => {
      const input = toSupply(values);
      const document = await api.post<EvidenceDocument>("/v1/evidence-documents", input, {
        idempotencyKey: keyOf(input),
      });
      await onSupplied?.(document);
      return document;
    },
    invalidates: [keys.evidenceDocuments.all(), keys.evidenceControls.all()],
    success: ({ title }) => texts.recorded(title),
    errors: "form",
    onSuccess: onClose,
  });
  const field = fieldsOf(form, fieldErrors(send.error));
  return (
    <FormDialog
      {...texts.dialog}
      action={common.supplyDocument}
      sending={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
    >
      <RequirementFields
        values={form.values}
        isChosen={initial.requirement !== undefined}
        onFramework={(framework) => form.setValues({ framework, requirement: "" })}
        field={field}
      />
      <FileHash
        autoFocus={initial.requirement !== undefined}
        onHash={(hash) => form.setFieldValue("contentHash", hash)}
        error={field("contentHash").error !== undefined && form.values.contentHash === ""}
      />
      <TextInput
        label={texts.sha256Hash}
        placeholder="sha256:…"
        ff="monospace"
        required
        autoComplete="off"
        spellCheck={false}
        {...field("contentHash")}
      />
      <TextInput label={texts.title} required maxLength={200} autoComplete="off" {...field("title")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={terms.version} maxLength={64} autoComplete="off" {...field("version")} />
        <TextInput label={texts.statedSigner} maxLength={200} autoComplete="off" {...field("signedBy")} />
        <TextInput type="date" label={texts.validFrom} {...field("validFrom")} />
        <TextInput type="date" label={texts.validUntil} {...field("validUntil")} />
      </SimpleGrid>
      <TextInput
        label={terms.reference}
        description={texts.referenceDescription}
        maxLength={500}
        autoComplete="off"
        {...field("reference")}
      />
      {note?.(form.values)}
    </FormDialog>
  );
}

interface FieldProps {
  values: DocumentForm;
  /** The requirement was chosen before the dialog opened. */
  isChosen: boolean;
  onFramework: (framework: string) => void;
  field: ReturnType<typeof fieldsOf>;
}

function RequirementFields({ values, isChosen, onFramework, field }: FieldProps) {
  const { framework, requirement, modelId } = values;
  const models = useModelNames();
  const modelField = useModelField();
  const query = useRequirements();
  return (
    <QueryState query={query} label={texts.theRequirements}>
      {({ data }) => (
        <>
          <Select
            label={terms.framework}
            required
            {...(!isChosen && { "data-autofocus": true })}
            data={frameworkIds.map((value) => ({ value, label: frameworkName(value) }))}
            {...field("framework")}
            onChange={(value) => onFramework(value ?? "")}
          />
          <Select
            label={common.requirement}
            description={data.find((one) => one.framework === framework && one.requirement === requirement)?.document}
            required
            searchable
            allowDeselect={false}
            disabled={framework === ""}
            nothingFoundMessage={texts.noRequirementsFound}
            data={data
              .filter((one) => one.framework === framework)
              .map((one) => ({ value: one.requirement, label: controlName(one) }))}
            {...field("requirement")}
          />
          <Select
            label={terms.model}
            placeholder={common.allModels}
            clearable
            clearButtonProps={{ "aria-label": texts.clearModel }}
            data={[...new Set([...models.keys(), ...(modelId === "" ? [] : [modelId])])].map((value) => ({
              value,
              label: models.get(value) ?? value,
            }))}
            {...field("modelId")}
            onChange={(value) => field("modelId").onChange(value ?? "")}
            {...modelField}
          />
        </>
      )}
    </QueryState>
  );
}

interface FileHashProps {
  autoFocus: boolean;
  onHash: (hash: string) => void;
  error: boolean;
}

/** Computes the hash of a file on the device. */
function FileHash({ autoFocus, onHash, error }: FileHashProps) {
  const [problem, setProblem] = useState<string | null>(null);
  async function take(file: File | null): Promise<void> {
    if (!file) return;
    const hash = await hashOf(file).catch(() => undefined);
    setProblem(hash === undefined ? texts.hashingFailed : null);
    if (hash !== undefined) onHash(hash);
  }
  return (
    <FileInput
      label={terms.file}
      description={texts.fileDescription}
      placeholder={texts.filePlaceholder}
      {...(autoFocus && { "data-autofocus": true })}
      error={problem ?? error}
      onChange={(file) => void take(file)}
    />
  );
}
