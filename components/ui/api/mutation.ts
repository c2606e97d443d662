"use client";

import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { notify } from "@/components/ui/feedback/messages";

interface Success {
  message: string;
  /** Takes the change back by a call of its own; offered for ten seconds. */
  undo?: () => Promise<unknown>;
}

interface SendOptions<Input, Output> {
  send: (input: Input) => Promise<Output>;
  /** What the change makes out of date: prefixes of cache keys. */
  invalidates?: readonly QueryKey[];
  success?: (output: Output, input: Input) => string | Success | undefined;
  /** Shows the change before the service has answered; answers how to take it back. */
  optimistic?: (input: Input, cache: ReturnType<typeof useQueryClient>) => () => void;
  /** Where a form shows what was refused itself, there is no message beside it. */
  errors?: "message" | "form";
  onSuccess?: (output: Output, input: Input) => void;
}

/** A change: sends it, says how it went, and has the lists that it concerns read again. */
export function useSend<Input = void, Output = unknown>(
  options: SendOptions<Input, Output>,
): UseMutationResult<Output, Error, Input, (() => void) | undefined> {
  const cache = useQueryClient();
  const refresh = () =>
    Promise.all((options.invalidates ?? []).map((queryKey) => cache.invalidateQueries({ queryKey })));
  return useMutation<Output, Error, Input, (() => void) | undefined>({
    mutationFn: options.send,
    onMutate: (input) => options.optimistic?.(input, cache),
    onSuccess: (output, input) => {
      const said = options.success?.(output, input);
      if (said !== undefined) announce(typeof said === "string" ? { message: said } : said, refresh);
      options.onSuccess?.(output, input);
    },
    onError: (error, _input, takeBack) => {
      takeBack?.();
      if (options.errors !== "form") notify.error(error);
    },
    onSettled: refresh,
  });
}

function announce({ message, undo }: Success, refresh: () => Promise<unknown>): void {
  notify.success(message, undo && { undo: () => undo().finally(refresh) });
}
