"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "./error-state";
import { Skeletons } from "./skeletons";

interface QueryStateProps<T> {
  query: UseQueryResult<T>;
  /** What is being loaded: "the endpoint". */
  label: string;
  /** The height of what will be shown, in pixels. */
  height?: number;
  children: (data: T) => ReactNode;
}

/** The answer of a query; before it arrives a placeholder, and an error with another attempt where it failed. */
export function QueryState<T>({ query, label, height = 320, children }: QueryStateProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeletons.Card height={height} label={label} />;
}
