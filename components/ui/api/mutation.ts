"use client";

import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { notify } from "@/components/ui/feedback/messages";

interface Success {
  message: string;
  /** Reverts the change. */
  undo?: () => Promise<unknown>;
}

interface SendOptions<Input, Output> {
  send: (input: Input) => Promise<Output>;
  /** Query key prefixes to refetch. */
  invalidates?: readonly QueryKey[];
  success?: (output: Output, input: Input) => string | Success | undefined;
  /** Where errors are shown: in a message by default, or in the form. */
  errors?: "message" | "form";
  onSuccess?: (output: Output, input: Input) => void;
}

/** Sends a change, shows a message about the result and refetches the affected queries. */
export function useSend<Input = void, Output = unknown>(
  options: SendOptions<Input, Output>,
): UseMutationResult<Output, Error, Input> {
  const cache = useQueryClient();
  const refresh = () =>
    Promise.all((options.invalidates ?? []).map((queryKey) => cache.invalidateQueries({ queryKey })));
  return useMutation<Output, Error, Input>({
    mutationFn: options.send,
    onSuccess: (output, input) => {
      const success = options.success?.(output, input);
      const { message, undo } = typeof success === "object" ? success : { message: success, undo: undefined };
      if (message !== undefined) notify.success(message, undo && { undo: () => undo().finally(refresh) });
      options.onSuccess?.(output, input);
    },
    onError: (error) => {
      if (options.errors !== "form") notify.error(error);
    },
    onSettled: refresh,
  });
}

/** Idempotency keys: the same input gets the same key, so that a retry after a lost response creates nothing twice. */
export function useRepeatKey(): (input: unknown) => string {
  const last = useRef({ text: "", key: "" });
  return (input) => {
    const text = JSON.stringify(input);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
