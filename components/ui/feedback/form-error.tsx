"use client";

import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { errorSentence, RequestId } from "./states";

interface FormErrorProps {
  /** Null shows nothing. */
  error: unknown;
  title: string;
}

/** The error of a form, above its fields. Errors of single fields are shown at the fields. */
export function FormError({ error, title }: FormErrorProps) {
  if (error === null || error === undefined) return null;
  return (
    <Alert color="red" role="alert" title={title} icon={<IconAlertTriangle size={16} aria-hidden="true" />}>
      {errorSentence(error)}
      <RequestId error={error} />
    </Alert>
  );
}
