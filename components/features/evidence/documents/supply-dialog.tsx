"use client";

import { FileInput, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { useModelNames } from "@/components/features/models/use-models";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRepeatKey, useSend } from "@/components/ui/api/mutation";
import { useRead } from "@/components/ui/api/queries";
import { QueryState } from "@/components/ui/feedback/states";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import type { DocumentRequirements, EvidenceDocument } from "@/lib/domains/evidence/schemas-documents";
import { frameworkName } from "../frameworks";
import { type DocumentForm, emptyDocument, hashOf, problemsOf, toSupply } from "./document-form";

export function SupplyDialog({ onClose }: { onClose: () => void }) {
  const keyOf = useRepeatKey();
  const form = useForm<DocumentForm>({ initialValues: emptyDocument, validate: problemsOf });
  const send = useSend<DocumentForm, EvidenceDocument>({
    send: (values) => {
      const input = toSupply(values);
      return api.post("/v1/evidence-documents", input, { idempotencyKey: keyOf(input) });
    },
    invalidates: [keys.evidenceDocuments.all()],
    success: ({ title }) => `${title} was recorded.`,
    errors: "form",
    onSuccess: onClose,
  });
  const field = fieldsOf(form, fieldErrors(send.error));
  return (
    <FormDialog
      title="Supply a document"
      action="Supply document"
      failure="Document not recorded"
      sending={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
    >
      <RequirementFields
        values={form.values}
        onFramework={(framework) => form.setValues({ framework, requirement: "" })}
        field={field}
      />
      <FileHash
        onHash={(hash) => form.setFieldValue("contentHash", hash)}
        error={field("contentHash").error !== undefined && form.values.contentHash === ""}
      />
      <TextInput
        label="SHA-256 hash"
        placeholder="sha256:…"
        ff="monospace"
        required
        autoComplete="off"
        spellCheck={false}
        {...field("contentHash")}
      />
      <TextInput label="Title" required maxLength={200} autoComplete="off" {...field("title")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Version" maxLength={64} autoComplete="off" {...field("version")} />
        <TextInput label="Signed by" maxLength={200} autoComplete="off" {...field("signedBy")} />
        <TextInput type="date" label="Valid from" {...field("validFrom")} />
        <TextInput type="date" label="Valid until" {...field("validUntil")} />
      </SimpleGrid>
      <TextInput
        label="Reference"
        description="Document number or URL in your records"
        maxLength={500}
        autoComplete="off"
        {...field("reference")}
      />
    </FormDialog>
  );
}

interface FieldProps {
  values: DocumentForm;
  onFramework: (framework: string) => void;
  field: ReturnType<typeof fieldsOf>;
}

function RequirementFields({ values: { framework, requirement }, onFramework, field }: FieldProps) {
  const models = useModelNames();
  const query = useRead<DocumentRequirements>(
    keys.evidenceDocuments.requirements(),
    "/v1/evidence-documents/requirements",
  );
  return (
    <QueryState query={query} label="the requirements">
      {({ data }) => (
        <>
          <Select
            label="Framework"
            required
            data-autofocus
            data={frameworkIds.map((value) => ({ value, label: frameworkName(value) }))}
            {...field("framework")}
            onChange={(value) => onFramework(value ?? "")}
          />
          <Select
            label="Requirement"
            description={data.find((one) => one.framework === framework && one.requirement === requirement)?.document}
            required
            searchable
            disabled={framework === ""}
            nothingFoundMessage="No requirements found"
            data={data
              .filter((one) => one.framework === framework)
              .map((one) => ({ value: one.requirement, label: `${one.requirement} ${one.title}` }))}
            {...field("requirement")}
          />
          <Select
            label="Model"
            placeholder="All models"
            searchable
            clearable
            clearButtonProps={{ "aria-label": "Clear model" }}
            nothingFoundMessage="No models found"
            data={[...models].map(([value, label]) => ({ value, label }))}
            {...field("modelId")}
          />
        </>
      )}
    </QueryState>
  );
}

/** Computes the hash of a file on the device. */
function FileHash({ onHash, error }: { onHash: (hash: string) => void; error: boolean }) {
  const [problem, setProblem] = useState<string | null>(null);
  async function take(file: File | null): Promise<void> {
    if (!file) return;
    const hash = await hashOf(file).catch(() => undefined);
    setProblem(hash === undefined ? "The browser could not read or hash the file. Enter its hash below." : null);
    if (hash !== undefined) onHash(hash);
  }
  return (
    <FileInput
      label="File"
      description="The hash is computed on this device. The file is not uploaded."
      placeholder="Choose a file"
      error={problem ?? error}
      onChange={(file) => void take(file)}
    />
  );
}
