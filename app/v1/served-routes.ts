import { ServiceError } from "@/lib/platform/core/errors";
import { refuse } from "@/lib/platform/http";
import type { NextHandler } from "@/lib/platform/http/types";
import { document } from "./openapi.json/document";
import { routes } from "./openapi.json/operations";

const refusePath = refuse(
  () =>
    new ServiceError(
      "not_found",
      "This path does not exist. Paths have no trailing slash. See /v1/openapi.json for all paths.",
    ),
);
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
/** The handlers of a path that does not exist. */
export const unknown = Object.fromEntries(methods.map((method) => [method, refusePath]));

/** Every path below /v1 with its handlers by method, including the document and unknown paths. */
export const servedRoutes: [path: string, handlers: Record<string, NextHandler>][] = [
  ...routes,
  ...Object.entries(document),
  ["/v1", unknown],
  ["/v1/{path...}", unknown],
];
