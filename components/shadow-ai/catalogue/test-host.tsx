"use client";

import { Button, Group, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/components/api/client";
import { FormError } from "@/components/feedback/form-error";
import type { HostExplanation } from "@/lib/shadow-ai/schemas-catalogue";
import { categoryWord } from "../words";
import styles from "./catalogue.module.css";

/** What a host is taken for, and by which rule. */
export function TestHost() {
  const [host, setHost] = useState("");
  const test = useMutation({
    mutationFn: () => api.get<HostExplanation>("/v1/shadow-ai/catalogue/explain", { host }),
  });
  return (
    <form
      className={styles.test}
      onSubmit={(event) => {
        event.preventDefault();
        test.mutate();
      }}
    >
      <Group align="end" gap="xs">
        <TextInput
          label="What is this host taken for?"
          placeholder="api.example.com"
          required
          value={host}
          onChange={(event) => setHost(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={test.isPending}>
          Test
        </Button>
      </Group>
      <FormError error={test.error} title="This host could not be tested" />
      <p aria-live="polite">{test.data && sentenceOf(test.data)}</p>
    </form>
  );
}

function sentenceOf({ host, match }: HostExplanation): string {
  if (!match) return `${host} is in no catalogue. Only its traffic could tell that it is of an AI service.`;
  if (match.ignored) return `${match.why} Its traffic is ignored.`;
  const { provider, category } = match.entry;
  return `${match.why} It is of ${provider.name}: ${categoryWord(category)}.`;
}
