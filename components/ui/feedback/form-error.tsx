"use client";

import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { errorSentence, RequestId } from "./states";

interface FormErrorProps {
  /** Why the form was refused; null shows nothing. */
  error: unknown;
  title: string;
}

/** Above the fields of a form that the service refused. What it says of single fields stands at these. */
export function FormError({ error, title }: FormErrorProps) {
  if (error === null || error === undefined) return null;
  return (
    <Alert color="red" role="alert" title={title} icon={<IconAlertTriangle size={16} aria-hidden="true" />}>
      {errorSentence(error)}
      <RequestId error={error} />
    </Alert>
  );
}
